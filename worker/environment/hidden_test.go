package environment

import (
	"maps"
	"strings"
	"testing"
)

// The tools read these files in more forms than they write. Whatever they would fetch is asked about in each: a package that is named in
// another form is not fetched without a yes.
func TestNoPackageHides(t *testing.T) {
	t.Parallel()
	node := map[string]string{"package.json": `{"dependencies":{"a":"^1"}}`}
	npm := func(entries string) string {
		return `{"lockfileVersion":3,"packages":{"node_modules/a":{"version":"1.0.0","resolved":"https://r/a.tgz","integrity":"s"}` + entries + `}}`
	}
	const pnpm = "lockfileVersion: '9.0'\n\npackages:\n\n  a@1.0.0:\n    resolution: {integrity: s}\n"
	const yarn = "a@^1:\n  version \"1.0.0\"\n  resolved \"https://r/a.tgz\"\n"
	const sums = "a.example/b v1.0.0 h1:aa=\n"
	const mod = "module shop\n\ngo 1.16\n\nrequire a.example/b v1.0.0\n"
	for name, c := range map[string]struct {
		beside         map[string]string
		file, was, now string
		want           string
	}{
		"npm, a version in another spelling":  {beside: node, file: "package-lock.json", was: npm(""), now: `{"packages":{"node_modules/a":{"version":"6.6.6","resolved":"https://evil/a.tgz","integrity":"e","Version":"1.0.0","Resolved":"https://r/a.tgz","Integrity":"s"}}}`, want: "6.6.6"},
		"npm, an address in another spelling": {beside: node, file: "package-lock.json", was: npm(""), now: strings.Replace(npm(""), `"integrity":"s"`, `"integrity":"e","INTEGRITY":"s"`, 1), want: "a"},
		"npm, a link in another spelling":     {beside: node, file: "package-lock.json", was: npm(""), now: npm(`,"node_modules/evil":{"version":"1.0.0","Link":true}`), want: "evil"},
		"npm, optional":                       {file: "package.json", was: node["package.json"], now: `{"dependencies":{"a":"^1"},"optionalDependencies":{"evil":"1"}}`, want: "evil"},
		"npm, of peers":                       {file: "package.json", was: node["package.json"], now: `{"dependencies":{"a":"^1"},"peerDependencies":{"evil":"1"}}`, want: "evil"},
		"npm, in the place of another":        {file: "package.json", was: node["package.json"], now: `{"dependencies":{"a":"^1"},"overrides":{"a":"npm:evil@1"}}`, want: "evil"},
		"npm, of a workspace":                 {beside: map[string]string{"package.json": `{"workspaces":["w"],"dependencies":{"a":"1"}}`}, file: "w/package.json", was: `{}`, now: `{"dependencies":{"evil":"1"}}`, want: "evil"},
		"pnpm, in one line":                   {beside: node, file: "pnpm-lock.yaml", was: pnpm, now: "lockfileVersion: '9.0'\npackages: {a@1.0.0: {resolution: {integrity: s}}, evil@1.0.0: {resolution: {integrity: e}}}\n", want: "evil"},
		"pnpm, as JSON":                       {beside: node, file: "pnpm-lock.yaml", was: pnpm, now: `{"lockfileVersion":"9.0","packages":{"evil@1.0.0":{"resolution":{"integrity":"e"}}}}`, want: "evil"},
		"pnpm, the name in quotes":            {beside: node, file: "pnpm-lock.yaml", was: pnpm, now: pnpm + "\n\"packages\":\n\n  evil@1.0.0:\n    resolution: {integrity: e}\n", want: "packages"},
		"pnpm, by a mark":                     {beside: node, file: "pnpm-lock.yaml", was: pnpm, now: pnpm + "\n  ? evil@1.0.0\n  : resolution: {integrity: e}\n", want: "evil"},
		"pnpm, a sum over lines":              {beside: node, file: "pnpm-lock.yaml", was: "packages:\n\n  a@1.0.0:\n    resolution:\n      integrity: s\n", now: "packages:\n\n  a@1.0.0:\n    resolution:\n      integrity: e\n", want: "a"},
		"yarn, without a blank line":          {beside: node, file: "yarn.lock", was: yarn, now: "evil@^1:\n  version \"1.0.0\"\n  resolved \"https://r/evil.tgz\"\n" + yarn, want: "evil"},
		"go, more blanks":                     {beside: map[string]string{"go.mod": mod}, file: "go.sum", was: sums, now: sums + "evil.example/x  v1.0.0\th1:ee=\r\n", want: "evil.example/x"},
		"go, in quotes":                       {beside: map[string]string{"go.sum": sums}, file: "go.mod", was: mod, now: mod + "replace a.example/b => \"evil.example/x\" v1.0.0\n", want: "evil.example/x"},
		"go, of a workspace":                  {beside: map[string]string{"go.mod": mod}, file: "go.work", was: "go 1.20\n", now: "go 1.20\nreplace a.example/b => \"evil.example/x\" v1.0.0\n", want: "evil.example/x"},
		"pip, behind a line of Python's":      {file: "requirements.txt", was: "a==1 # why\n", now: "a==1 # why\u2028evil==1\n", want: "evil"},
		"pip, behind a return":                {file: "requirements.txt", was: "a==1 # why\n", now: "a==1 # why\revil==1\n", want: "evil"},
		"pip, behind a mark":                  {file: "requirements.txt", was: "a==1\n", now: "\ufeffevil==1\na==1\n", want: "evil"},
		"pip, by its address":                 {file: "requirements.txt", was: "a==1\n", now: "a==1\nhttps://files.pythonhosted.org/evil-1-py3-none-any.whl\n", want: "evil"},
		"pip, from elsewhere":                 {file: "requirements.txt", was: "a==1\n", now: "a==1\n--extra-index-url https://evil.example\n", want: "evil"},
		"pip, built as it is fetched":         {file: "requirements.txt", was: "a==1\n", now: "a==1\n--no-binary :all:\n", want: "--no-binary"},
		"pip, in another file":                {beside: map[string]string{"tox.ini": "evil==1\n"}, file: "requirements.txt", was: "a==1\n", now: "a==1\n-r tox.ini\n", want: "evil"},
	} {
		trees := [2]map[string]string{{c.file: c.was}, {c.file: c.now}}
		for n := range trees {
			maps.Copy(trees[n], c.beside)
		}
		got := diffPackages(read(trees[0]), read(trees[1]))
		found := ""
		for _, p := range got.New {
			found += p.Name + " " + p.Version + "\n"
		}
		if !strings.Contains(found, c.want) {
			t.Errorf("%s: new are %q, and not %s", name, found, c.want)
		}
	}
}

// A repository says what installs its packages, and how: no program or setting of its own comes in by that.
func TestNoProgramOfTheRepositoryFetches(t *testing.T) {
	t.Parallel()
	for _, files := range []map[string]string{
		{"package.json": `{"packageManager":"pnpm@file:/tree/patches/evil"}`, "pnpm-lock.yaml": "lockfileVersion: '9.0'\n"},
		{"package.json": `{"packageManager":"yarn@https://r/evil.tgz"}`, "yarn.lock": "__metadata:\n  version: 8\n"},
		{"pyproject.toml": "[project]\ndependencies = [\"--no-binary=evil\", \" -revil\"]\n"},
	} {
		s := newSource(mapsKeys(files), func(n string) string { return files[n] })
		for _, r := range findRecipes(s) {
			if all := strings.Join(append(r.Fetch, r.Build...), "\n"); strings.Contains(all, "evil") {
				t.Errorf("%v runs %s", files, all)
			}
		}
	}
}

func mapsKeys(files map[string]string) (out []string) {
	for name := range files {
		out = append(out, name)
	}
	return out
}
