package environment

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
)

func read(files map[string]string) packages {
	s := newSource(slices.Sorted(maps.Keys(files)), func(n string) string { return files[n] })
	return listPackages(s, findRecipes(s))
}

func list(files map[string]string) []string {
	var out []string
	for p := range read(files).marks {
		out = append(out, strings.TrimSpace(p.Ecosystem+" "+p.Name+" "+p.Version))
	}
	slices.Sort(out)
	return out
}

// What lock files of all kinds name is read off them, and of what has none what the manifest says.
func TestPackagesOfLockFiles(t *testing.T) {
	t.Parallel()
	node := `{"dependencies":{"a":"^1"}}`
	for _, c := range []struct {
		name  string
		files map[string]string
		want  []string
	}{
		{
			"go",
			map[string]string{
				"go.mod": "module shop\n\ngo 1.20\n\nrequire (\n\ta.example/b v1.0.0\n\tc.example/d/v2 v2.1.0-rc.1 // indirect\n)\nexclude x.example/y v1.0.0\nreplace c.example/d/v2 => e.example/f v0.3.0\n",
				"go.sum": "a.example/b v1.0.0 h1:aa=\na.example/b v1.0.0/go.mod h1:bb=\nold.example/z v0.1.0/go.mod h1:cc=\n",
			},
			[]string{"go a.example/b v1.0.0", "go c.example/d/v2 v2.1.0-rc.1", "go e.example/f v0.3.0"},
		},
		{
			"npm",
			map[string]string{"package.json": node, "package-lock.json": `{"lockfileVersion":3,"packages":{"":{"name":"shop"},"node_modules/a":{"version":"1.0.0","resolved":"https://r/a.tgz","integrity":"s"},"node_modules/a/node_modules/@s/b":{"version":"2.0.0"},"node_modules/c":{"name":"real","version":"3.0.0"},"node_modules/w":{"resolved":"w","link":true},"w":{"version":"1.0.0"}}}`},
			[]string{"npm @s/b 2.0.0", "npm a 1.0.0", "npm real 3.0.0"},
		},
		{
			"npm of old",
			map[string]string{"package.json": node, "package-lock.json": `{"lockfileVersion":1,"dependencies":{"a":{"version":"1.0.0","dependencies":{"b":{"version":"2.0.0"}}}}}`},
			[]string{"npm a 1.0.0", "npm b 2.0.0"},
		},
		{"npm without a lock", map[string]string{"package.json": node}, []string{"npm a ^1"}},
		{
			"pnpm 9",
			map[string]string{"package.json": node, "pnpm-lock.yaml": "lockfileVersion: '9.0'\n\nimporters:\n\n  .:\n    dependencies:\n      a:\n        specifier: ^1\n        version: 1.0.0\n\npackages:\n\n  '@s/b@2.0.0':\n    resolution: {integrity: sha512-b}\n\n  a@1.0.0:\n    resolution: {integrity: sha512-a}\n    engines: {node: '>=18'}\n\nsnapshots:\n\n  c@9.9.9: {}\n"},
			[]string{"pnpm @s/b 2.0.0", "pnpm a 1.0.0"},
		},
		{
			"pnpm 8 and 7",
			map[string]string{"package.json": node, "pnpm-lock.yaml": "lockfileVersion: '6.0'\n\npackages:\n\n  /@s/b@2.0.0(a@1.0.0):\n    resolution: {integrity: sha512-b}\n\n  /a/1.0.0_b@2.0.0:\n    resolution: {integrity: sha512-a}\n"},
			[]string{"pnpm @s/b 2.0.0", "pnpm a 1.0.0"},
		},
		{
			"yarn",
			map[string]string{"package.json": node, "yarn.lock": "# yarn lockfile v1\n\n\n\"@s/b@^2\", \"@s/b@^2.0\":\n  version \"2.0.0\"\n  resolved \"https://r/b.tgz#aa\"\n  integrity sha512-b\n  dependencies:\n    a \"^1\"\n\na@^1, a@^1.0:\n  version \"1.0.0\"\n  resolved \"https://r/a.tgz#bb\"\n"},
			[]string{"yarn @s/b 2.0.0", "yarn a 1.0.0"},
		},
		{
			"berry",
			map[string]string{"package.json": node, "yarn.lock": "__metadata:\n  version: 8\n\n\"a@npm:^1\":\n  version: 1.0.0\n  resolution: \"a@npm:1.0.0\"\n  checksum: 10/aa\n\n\"shop@workspace:.\":\n  version: 0.0.0-use.local\n  resolution: \"shop@workspace:.\"\n"},
			[]string{"yarn a 1.0.0"},
		},
		{
			"cargo",
			map[string]string{"Cargo.toml": "[package]\n", "Cargo.lock": "version = 3\n\n[[package]]\nname = \"serde\"\nversion = \"1.0.1\"\nsource = \"registry+https://github.com/rust-lang/crates.io-index\"\nchecksum = \"aa\"\ndependencies = [\n \"x\",\n]\n\n[[package]]\nname = \"shop\"\nversion = \"0.1.0\"\n"},
			[]string{"cargo serde 1.0.1"},
		},
		{
			"cargo without a lock",
			map[string]string{"Cargo.toml": "[dependencies]\nserde = \"1\"\nown = { path = \"../own\" }\nlog = { features = [\"std\"], version = \"0.4\" }\n\n[dev-dependencies.tokio]\nversion = \"1.2\"\nfeatures = []\n"},
			[]string{"cargo log 0.4", "cargo serde 1", "cargo tokio 1.2"},
		},
		{
			"uv",
			map[string]string{
				"pyproject.toml": "[project]\nname = \"shop\"\ndependencies = [\"flask\"]\n[build-system]\nrequires = []\n",
				"uv.lock":        "version = 1\nrequires-python = \">=3.9\"\n\n[[package]]\nname = \"flask\"\nversion = \"3.0.0\"\nsource = { registry = \"https://pypi.org/simple\" }\ndependencies = [\n    { name = \"click\" },\n]\n\n[[package]]\nname = \"shop\"\nversion = \"1\"\nsource = { editable = \".\" }\n\n[[package]]\nname = \"own\"\nversion = \"2\"\nsource = { git = \"https://h/own\" }\n\n[package.metadata]\n",
			},
			[]string{"pip flask", "pip flask ==3.0.0", "pip own 2"},
		},
		{
			"python",
			map[string]string{"requirements.txt": "# all\nFlask_Login[x]==1.0 ; python_version > '3'\nrequests >= 2.0, <3 # why\n-r more.txt\nown @ https://h.example/own.zip\n\n", "pyproject.toml": "[project]\nname = \"shop\"\ndependencies = [\"click\"]\n"},
			[]string{"pip click", "pip flask-login ==1.0", "pip own https://h.example/own.zip", "pip requests >=2.0,<3", "pip setuptools", "pip wheel"},
		},
	} {
		if got := list(c.files); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// What a registry says of a package's age is read in the form of each kind, and of one that says nothing nothing is said.
func TestAgesOfPackages(t *testing.T) {
	t.Parallel()
	pages := map[string]string{
		"go a.example/!big/@v/v1.0.0.info": `{"Version":"v1.0.0","Time":"2020-01-02T03:04:05Z"}`,
		"npm @s%2fb":                       `{"dist-tags":{"latest":"2.0.0"},"time":{"1.0.0":"2019-01-02T00:00:00.000Z","2.0.0":"2021-01-02T00:00:00.000Z"}}`,
		"python flask/":                    `{"files":[{"filename":"Flask-1.0.tar.gz","upload-time":"2018-01-02T00:00:00Z"},{"filename":"flask-2.1-py3-none-any.whl","upload-time":"2022-01-02T00:00:00.1Z"},{"filename":"flask-2.2-py3-none-any.whl","upload-time":"2023-01-02T00:00:00Z","yanked":"bad"},{"filename":"flask-3.0rc1-py3-none-any.whl","upload-time":"2024-01-02T00:00:00Z"}]}`,
		"cargo se/rd/serde":                `{"name":"serde","vers":"1.0.0","yanked":false,"pubtime":"2017-01-02T00:00:00Z"}` + "\n" + `{"name":"serde","vers":"1.0.1","yanked":false}` + "\n",
		"cargo 3/l/log":                    `{"name":"log","vers":"0.4.0","yanked":false,"pubtime":"2017-01-02T00:00:00Z"}`,
	}
	d := dating{ask: func(registry, path, accept string) []byte {
		if registry == "python" && accept != pythonPage {
			return []byte("<html>")
		}
		return []byte(pages[registry+" "+path])
	}}
	now := time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct{ ecosystem, name, version, want string }{
		{"go", "a.example/Big", "v1.0.0", "a.example/Big v1.0.0 (published 2020-01-02, 6 years ago)"},
		{"go", "a.example/none", "v1.0.0", "a.example/none v1.0.0 (age unknown)"},
		{"yarn", "@s/b", "1.0.0", "@s/b 1.0.0 (published 2019-01-02, 7 years ago)"},
		{"npm", "@s/b", "^1", "@s/b ^1 (newest there: 2.0.0, published 2021-01-02, 5 years ago)"},
		{"pip", "flask", "==1.0", "flask ==1.0 (published 2018-01-02, 8 years ago)"},
		{"pip", "flask", ">=1", "flask >=1 (newest there: 2.1, published 2022-01-02, 4 years ago)"},
		{"cargo", "serde", "1.0.0", "serde 1.0.0 (published 2017-01-02, 9 years ago)"},
		{"cargo", "serde", "1.0.1", "serde 1.0.1 (age unknown)"},
		{"cargo", "log", "0.4", "log 0.4 (newest there: 0.4.0, published 2017-01-02, 9 years ago)"},
	} {
		n := coding.NewPackage{Package: coding.Package{Ecosystem: c.ecosystem, Name: c.name, Version: c.version}}
		d.find(&n)
		if got := n.Describe(now); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// The same version from elsewhere, or with other content, is not the same package.
func TestASwappedPackageIsNew(t *testing.T) {
	t.Parallel()
	npm := map[string]string{"package.json": `{"dependencies":{"a":"1"}}`, "package-lock.json": `{"packages":{"node_modules/a":{"version":"1.0.0","resolved":"https://registry.npmjs.org/a/-/a-1.0.0.tgz","integrity":"sha512-a"}}}`}
	sums := map[string]string{"go.mod": "module shop\n\nrequire a.example/b v1.0.0\n", "go.sum": "a.example/b v1.0.0 h1:aa=\n"}
	for _, c := range []struct {
		files               map[string]string
		in, before, another string
	}{
		{npm, "package-lock.json", "https://registry.npmjs.org/", "https://elsewhere.example/"},
		{npm, "package-lock.json", "sha512-a", "sha512-b"},
		{sums, "go.sum", "h1:aa=", "h1:bb="},
	} {
		after := maps.Clone(c.files)
		after[c.in] = strings.ReplaceAll(after[c.in], c.before, c.another)
		got := diffPackages(read(c.files), read(after))
		if len(got.New) != 1 || !got.New[0].Other || len(got.Gone) > 0 || !strings.Contains(got.New[0].Describe(time.Now()), "from elsewhere") {
			t.Errorf("%s for %s: %+v", c.another, c.before, got)
		}
		if same := diffPackages(read(c.files), read(c.files)); same.Differs() {
			t.Errorf("%s: the same differs: %+v", c.in, same)
		}
	}
}
