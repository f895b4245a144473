package environment

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
)

func TestRecipes(t *testing.T) {
	for _, c := range []struct {
		name  string
		files map[string]string
		want  []string // ecosystem, folder and first command of each
	}{
		{"nothing", map[string]string{"check.sh": "true"}, nil},
		{"go without requirements", map[string]string{"go.mod": "module a\n\ngo 1.20\n"}, nil},
		{"go", map[string]string{"go.mod": "module a\n\nrequire b v1.0.0\n", "go.sum": ""}, []string{"go . cd '.' && go mod download"}},
		{"go in two folders", map[string]string{"a/go.mod": "module a\nrequire b v1.0.0\n", "b/go.mod": "module b\nrequire c v1.0.0\n"}, []string{"go . cd 'a' && go mod download"}},
		{"go with vendor", map[string]string{"go.mod": "module a\ngo 1.20\nrequire b v1.0.0\n", "vendor/modules.txt": ""}, nil},
		{"go with vendor of old", map[string]string{"go.mod": "module a\ngo 1.13\nrequire b v1.0.0\n", "vendor/modules.txt": ""}, []string{"go . cd '.' && go mod download"}},
		{"go of a test's data", map[string]string{"testdata/go.mod": "module a\nrequire b v1.0.0\n"}, nil},
		{"npm", map[string]string{"package.json": `{"dependencies":{"a":"1"}}`, "package-lock.json": "{}"}, []string{"npm . npm ci --ignore-scripts"}},
		{"npm without a lock", map[string]string{"package.json": `{"devDependencies":{"a":"1"}}`}, []string{"npm . npm install --ignore-scripts"}},
		{"npm without dependencies", map[string]string{"package.json": `{"name":"a"}`}, nil},
		{"npm in a folder", map[string]string{"web/package.json": `{"dependencies":{"a":"1"}}`, "web/package-lock.json": "{}"}, []string{"npm web npm ci --ignore-scripts"}},
		{"workspaces", map[string]string{"package.json": `{"workspaces":["a"]}`, "package-lock.json": "{}", "a/package.json": `{"dependencies":{"b":"1"}}`}, []string{"npm . npm ci --ignore-scripts"}},
		{
			"pnpm by its name",
			map[string]string{"package.json": `{"packageManager":"pnpm@9.4.0+sha512.aa"}`, "pnpm-lock.yaml": "lockfileVersion: '9.0'\n"},
			[]string{"pnpm . npm install --prefix /env/tools --global-style --no-save --ignore-scripts 'pnpm@9.4.0'"},
		},
		{
			"pnpm by its lock",
			map[string]string{"package.json": `{}`, "pnpm-lock.yaml": "lockfileVersion: '6.0'\n"},
			[]string{"pnpm . npm install --prefix /env/tools --global-style --no-save --ignore-scripts 'pnpm@8'"},
		},
		{"yarn", map[string]string{"package.json": `{}`, "yarn.lock": "# yarn lockfile v1\n"}, []string{"yarn . npm install --prefix /env/tools --global-style --no-save --ignore-scripts 'yarn@1'"}},
		{
			"berry",
			map[string]string{"package.json": `{"packageManager":"yarn@4.4.1"}`, "yarn.lock": "__metadata:\n  version: 8\n"},
			[]string{"yarn . npm install --prefix /env/tools --global-style --no-save --ignore-scripts '@yarnpkg/cli-dist@4.4.1'"},
		},
		{"python", map[string]string{"requirements.txt": "flask\n", "app.py": ""}, []string{"pip . python3 -m venv /env/venv"}},
		{"rust", map[string]string{"Cargo.toml": "[package]\n", "Cargo.lock": "", "src/lib.rs": "x"}, []string{`cargo . mkdir -p "$CARGO_HOME" && printf '[source.crates-io]\nreplace-with = "frasier"\n[source.frasier]\nregistry = "%s"\n' "$CRATES_INDEX" >"$CARGO_HOME/config.toml"`}},
	} {
		var names []string
		for n := range c.files {
			names = append(names, n)
		}
		slices.Sort(names)
		var got []string
		for _, r := range findRecipes(newSource(names, func(n string) string { return c.files[n] })) {
			dir := r.Dir
			if dir == "" {
				dir = "."
			}
			got = append(got, r.Ecosystem+" "+dir+" "+r.Fetch[0])
			for _, n := range r.Files {
				if strings.HasSuffix(n, ".py") && n != "setup.py" || strings.HasSuffix(n, ".rs") {
					t.Errorf("%s: fetching sees %s", c.name, n)
				}
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: found %q, want %q", c.name, got, c.want)
		}
	}
}

// What only developers have is fetched where no group is for tests.
func TestTestsNeedNoLinters(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ groups, want string }{
		{"[dependency-groups]\ndev = [\n  \"ruff\",\n]\ntests = [\"pytest\"]\n", "'pytest'"},
		{"[dependency-groups]\ndev = [\"pytest\", \"ruff\"]\n", "'pytest' 'ruff'"},
	} {
		files := map[string]string{"pyproject.toml": c.groups}
		all := findRecipes(newSource([]string{"pyproject.toml"}, func(n string) string { return files[n] }))
		if len(all) != 1 || !strings.HasSuffix(all[0].Fetch[len(all[0].Fetch)-1], "/env/wheels "+c.want) {
			t.Errorf("%q: %+v, want %s", c.groups, all, c.want)
		}
	}
}

// A file of requirements may name the project itself: that is here, and what it wants of its extras is fetched.
func TestRequirementsNameTheProject(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"pyproject.toml":       "[project]\nname = \"my_shop\"\n[project.optional-dependencies]\nsocks = [\"PySocks>=1\"]\nfast = [\"speedy\"]\n[dependency-groups]\ntest = [\"my-shop[fast]\", \"pytest\"]\n",
		"requirements-dev.txt": "-e .[socks]\nwheel\n",
	}
	all := findRecipes(newSource([]string{"pyproject.toml", "requirements-dev.txt"}, func(n string) string { return files[n] }))
	want := []string{
		"python3 -m venv /env/venv",
		`for f in requirements-dev.txt; do mkdir -p "/env/requirements/$(dirname $f)" && sed -E '/^[[:space:]]*(-e|--editable)?[ =]*(file:|\.)/d' $f >/env/requirements/$f || exit; done`,
		"/env/venv/bin/python -m pip download --quiet --disable-pip-version-check --only-binary :all: --dest /env/wheels -r /env/requirements/requirements-dev.txt 'PySocks>=1' 'pytest' 'setuptools' 'speedy' 'wheel'",
	}
	if len(all) != 1 || !slices.Equal(all[0].Fetch, want) {
		t.Errorf("%+v, want %q", all, want)
	}
}

// The registry that cargo's settings name is the one that is asked.
func TestCargoRegistry(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"[source.crates-io]\nreplace-with = \"own\"\n\n[source.own]\nregistry = \"sparse+https://crates.example.com/index/\"\n": "https://crates.example.com/index/",
		"[source.crates-io]\nreplace-with = \"vendored\"\n[source.vendored]\ndirectory = \"vendor\"\n":                          "",
		"[net]\nretry = 2\n": "",
	} {
		home := t.TempDir()
		if err := writeFile(filepath.Join(home, ".cargo", "config.toml"), []byte(text)); err != nil {
			t.Fatal(err)
		}
		if got := readCargoRegistry(home); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// Of a home only toolchains are seen: what lies beside them may be a credential.
func TestToolchainsOfAHome(t *testing.T) {
	home := t.TempDir()
	for at, text := range map[string]string{
		".nvm/versions/node/v22.11.0/bin/node": "#!/bin/sh\n", ".nvm/versions/node/v9.1.0/bin/node": "#!/bin/sh\n", ".pyenv/versions/3.12.1/bin/python3": "#!/bin/sh\n",
		".npmrc": "secret", ".netrc": "secret", ".cargo/credentials.toml": "secret", ".m2/settings.xml": "secret", ".pypirc": "secret", ".docker/config.json": "secret",
		".ssh/id": "secret", ".aws/credentials": "secret", ".config/gh/hosts.yml": "secret", ".gitconfig": "secret", ".kube/config": "secret", ".yarnrc.yml": "secret",
	} {
		name := filepath.Join(home, at)
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	var seen []string
	for _, f := range families {
		for _, tool := range findToolchains(t.Context(), home, f.name) {
			seen = append(seen, tool.Read...)
		}
	}
	for _, at := range seen {
		if !strings.HasPrefix(at, home) {
			continue
		}
		err := filepath.WalkDir(at, func(name string, _ os.DirEntry, err error) error {
			if raw, no := os.ReadFile(name); no == nil && string(raw) == "secret" {
				t.Errorf("%s shows %s", at, name)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
	nodes := findToolchains(t.Context(), home, "node")
	if n, ok := chooseToolchain(nodes, coding.Need{Name: "node", Version: "22"}); !ok || n.Version != "22.11.0" {
		t.Errorf("for node 22 %+v was chosen of %+v", n, nodes)
	}
	if n, ok := chooseToolchain(nodes, coding.Need{Name: "node", Version: "9", Pinned: true}); !ok || n.Version != "9.1.0" {
		t.Errorf("for .nvmrc 9 %+v was chosen", n)
	}
	if n, ok := chooseToolchain(nodes, coding.Need{Name: "node", Version: "99"}); ok {
		t.Errorf("for node 99 %+v was chosen", n)
	}
}

// What was not used for longest goes first, and what is in use stays.
func TestRoomForLayers(t *testing.T) {
	m := &Maker{}
	m.Workspaces.Home = t.TempDir()
	r := coding.Repository{Name: "shop"}
	var all []layer
	for n, key := range []string{"a", "b", "c"} {
		l := m.openLayer(r, key)
		if err := os.MkdirAll(filepath.Join(l.dir, "env"), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := l.writeSetup(coding.Setup{Key: key, Bytes: 10}); err != nil {
			t.Fatal(err)
		}
		at := time.Now().Add(time.Duration(n-10) * time.Hour)
		if err := os.Chtimes(l.filePath(), at, at); err != nil {
			t.Fatal(err)
		}
		all = append(all, l)
	}
	release, there, err := all[0].useLayer()
	if err != nil || !there {
		t.Fatal(there, err)
	}
	at := time.Now().Add(-20 * time.Hour)
	if err := os.Chtimes(all[0].filePath(), at, at); err != nil {
		t.Fatal(err)
	}
	if err := m.makeRoom(20); err != nil {
		t.Fatal(err)
	}
	left := func() (out []string) {
		for _, l := range all {
			if _, err := os.Stat(l.filePath()); err == nil {
				out = append(out, filepath.Base(l.dir))
			}
		}
		return out
	}
	if got := left(); !slices.Equal(got, []string{"a", "c"}) {
		t.Errorf("left are %q", got)
	}
	if err := release(); err != nil {
		t.Fatal(err)
	}
	if err := m.makeRoom(10); err != nil {
		t.Fatal(err)
	}
	if got := left(); !slices.Equal(got, []string{"c"}) {
		t.Errorf("left are %q", got)
	}
	if n, err := m.Bytes(); n != 10 || err != nil {
		t.Errorf("they hold %d, %v", n, err)
	}
}

// A key changes with all that decides what is made, and with nothing else.
func TestKeys(t *testing.T) {
	p := func() plan {
		return plan{recipes: []coding.Recipe{{Ecosystem: "npm", Files: []string{"package.json"}, Fetch: []string{"npm ci"}}}, toolchains: []coding.Toolchain{{Name: "node", Version: "20.1.0", Path: "/usr/bin/node"}}}
	}
	ids := map[string]string{"package.json": "1", "README.md": "1"}
	hash := func(p plan, ids map[string]string) string {
		k, err := p.hashPlan(ids)
		if err != nil {
			t.Fatal(err)
		}
		return k
	}
	was := hash(p(), ids)
	if hash(p(), map[string]string{"package.json": "1", "README.md": "2"}) != was {
		t.Error("another file changed the key")
	}
	if hash(p(), map[string]string{"package.json": "2"}) == was {
		t.Error("another manifest left the key as it was")
	}
	for _, change := range []func(*plan){
		func(p *plan) { p.toolchains[0].Version = "22.0.0" }, func(p *plan) { p.toolchains[0].Path = "/opt/node/bin/node" },
		func(p *plan) { p.recipes[0].Fetch = []string{"npm install"} }, func(p *plan) { p.recipes[0].Build = []string{"npm rebuild"} },
	} {
		other := p()
		change(&other)
		if hash(other, ids) == was {
			t.Errorf("%+v has the same key", other)
		}
	}
}

func TestPythonNeeds(t *testing.T) {
	const project = "[project]\nname = \"a\"\ndependencies = [\n  \"flask>=2\", # web\n  'jinja2[async]',\n]\n[project.optional-dependencies]\ntests = [\"pytest>=7\"]\n[tool.x]\ndependencies = [\"no\"]\n"
	if got := tomlList(project, "project", "dependencies"); !slices.Equal(got, []string{"flask>=2", "jinja2[async]"}) {
		t.Errorf("found %q", got)
	}
	if got := tomlList(project, "project.optional-dependencies", "tests"); !slices.Equal(got, []string{"pytest>=7"}) {
		t.Errorf("found %q", got)
	}
	if got := configList("[options]\ninstall_requires =\n    a>1\n    b\npackages = find:\n", "options", "install_requires"); !slices.Equal(got, []string{"a>1", "b"}) {
		t.Errorf("found %q", got)
	}
}
