package environment

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// Fetching has a way out, so it sees no program of the repository, and no setting that has a package manager start one.
func TestFetchingSeesNoProgramOfTheRepository(t *testing.T) {
	t.Parallel()
	const evil = "EVIL"
	for name, text := range map[string]string{
		".pnpmfile.cjs": evil, "web/.pnpmfile.cjs": evil, ".pnpmfile.mjs": evil, "setup.py": evil, "setup.cfg": evil, "pyproject.toml": evil,
		".yarn/plugins/@yarnpkg/plugin-x.cjs": evil, ".yarn/releases/yarn-4.cjs": evil, ".yarn/sdks/x/index.js": evil, ".yarn/cache/x.js": evil, "patches/x.js": evil, "patches/HEAD": evil, "patches/config": evil,
		".yarnrc.yml": "plugins:\n  - path: EVIL\n    spec: x\nyarnPath: EVIL\ninjectEnvironmentFiles:\n- EVIL\n\"plugins\":\n  - EVIL\n? plugins\n: - EVIL\n{plugins: [EVIL]}\nnodeLinker: a\rplugins:\r  - EVIL\n<<: EVIL\n--- EVIL\nplug\\x69ns: EVIL\n",
		".yarnrc":     "yarn-path EVIL\n\"yarn-path\" EVIL\nenv:\n  GIT_SSH_COMMAND EVIL\n--install.ignore-scripts EVIL\nregistry2 EVIL\n",
		".npmrc":      "git=EVIL\n git = EVIL\nnode-options=EVIL\nnode_options=EVIL\nscript-shell=EVIL\npnpmfile=EVIL\nglobal-pnpmfile=EVIL\nuserconfig=EVIL\n\"git\"=EVIL\n[git]\nx\rgit=EVIL\nignore-scripts=EVIL\nNODE-OPTIONS=EVIL\n",
		"requirements.txt": "--no-binary EVIL\n  --no-bin EVIL\n--no-\\\nbinary EVIL\n--config-settings EVIL\na --global-option=EVIL\na --config-setting EVIL\na\v--no-binary EVIL\n" +
			"a==1 --hash=sha256:aa --global-option=EVIL\n",
		"pnpm-lock.yaml": "lockfileVersion: '9.0'\npnpmfileChecksum: EVIL\n",
	} {
		if shown, is := showFetch(name, text); is && strings.Contains(shown, evil) {
			t.Errorf("of %s fetching sees %q", name, shown)
		}
	}
	for name, text := range map[string]string{
		"package.json": `{"dependencies":{"a":"1"}}`, "patches/a.patch": "--- a", "web/patches/a.diff": "--- a", ".yarn/patches/a.patch": "--- a", ".yarn/cache/a.zip": "PK",
		".npmrc":         "; said\nregistry=https://r/\n@acme:registry = https://r/\n//r/:_authToken=x\nlegacy-peer-deps=true\npublic-hoist-pattern[]=*types*\nengine-strict\n",
		".yarnrc":        "registry \"https://r/\"\n\"@acme:registry\" \"https://r/\"\n--install.ignore-engines true\n",
		".yarnrc.yml":    "nodeLinker: node-modules\n\nnpmScopes:\n  acme:\n    npmRegistryServer: \"https://r/\"\npackageExtensions:\n  \"a@*\":\n    dependencies:\n      b: \"*\"\n",
		"pnpm-lock.yaml": "lockfileVersion: '9.0'\n\npackages:\n\n  a@1.0.0:\n    resolution: {integrity: s}\n",
		"requirements.txt": "# said -v\n-r more.txt\n--index-url https://r/\nflask[async]>=2 ; python_version > '3' # why\na==1 --hash=sha256:aa --hash=sha256:bb\n-e .[socks]\n" +
			"own @ https://h.example/own-1-py3-none-any.whl\n",
		"Cargo.toml": "[package]\n", "go.mod": "module a\n",
	} {
		shown, is := showFetch(name, text)
		want := strings.TrimPrefix(text, "; said\n")
		if !is || strings.TrimSpace(shown) != strings.TrimSpace(want) {
			t.Errorf("of %s fetching sees %v, %q", name, is, shown)
		}
	}
}

// A later yarn makes a package with a program of the repository where its protocol exec stands, however it is written.
func TestPackagesMadeByCodeAreNotFetched(t *testing.T) {
	t.Parallel()
	const lock = "__metadata:\n  version: 8\n"
	for name, c := range map[string]struct {
		files map[string]string
		want  string
	}{
		"none":                {map[string]string{"package.json": `{"scripts":{"exec:all":"exec: x"},"dependencies":{"a":"1"}}`, "yarn.lock": lock}, ""},
		"in the manifest":     {map[string]string{"package.json": `{"dependencies":{"gen":"exec:./gen.js"}}`, "yarn.lock": lock}, "package.json"},
		"of a part":           {map[string]string{"package.json": `{"workspaces":["a"]}`, "a/package.json": `{"resolutions":{"gen":"EXEC:./gen.js"}}`, "yarn.lock": lock}, "a/package.json"},
		"in other signs":      {map[string]string{"package.json": `{"dependencies":{"gen":"\u0065xec:./gen.js"}}`, "yarn.lock": lock}, "package.json"},
		"below a patch":       {map[string]string{"package.json": `{"dependencies":{"gen":"patch:gen@%65xec%3A./gen.js#./a.patch"}}`, "yarn.lock": lock}, "package.json"},
		"in the lock":         {map[string]string{"package.json": `{"dependencies":{"gen":"1"}}`, "yarn.lock": lock + "\"gen@npm:1\":\n  resolution: \"gen@\\x65xec:./gen.js\"\n"}, "yarn.lock"},
		"in settings":         {map[string]string{"package.json": `{"dependencies":{"a":"1"}}`, "yarn.lock": lock, ".yarnrc.yml": "packageExtensions:\n  a@*:\n    dependencies:\n      gen: exec:./gen.js\n"}, ".yarnrc.yml"},
		"of npm, which is no": {map[string]string{"package.json": `{"dependencies":{"gen":"exec:./gen.js"}}`, "package-lock.json": "{}"}, ""},
	} {
		var names []string
		for n := range c.files {
			names = append(names, n)
		}
		s := newSource(names, func(n string) string { return c.files[n] })
		if got := findMadeByCode(s, findRecipes(s)); got != c.want {
			t.Errorf("%s: found in %q, want %q", name, got, c.want)
		}
	}
}

// What one change was allowed to have serves that change alone; a tree without packages of its own has those that the repository's own code
// had last, where they are of the same kinds.
func TestWhatAChangeHadServesNoOtherTree(t *testing.T) {
	t.Parallel()
	m := &Maker{Workspaces: workspace.Dir{Home: t.TempDir()}}
	r := coding.Repository{Name: "shop"}
	goes, node := []coding.Recipe{{Ecosystem: "go"}}, []coding.Recipe{{Ecosystem: "npm", Dir: "web"}}
	tool := []coding.Toolchain{{Name: "go", Version: "1.22.1", Path: "/usr/bin/go"}}
	for n, s := range []coding.Setup{
		{Key: "own", Recipes: goes, Toolchains: tool, Own: true},
		{Key: "older", Recipes: goes, Toolchains: tool, Own: true},
		{Key: "change", Recipes: goes, Toolchains: tool},
		{Key: "other", Recipes: node, Own: true},
		{Key: "newer", Recipes: goes, Toolchains: []coding.Toolchain{{Name: "go", Version: "1.25.0", Path: "/usr/bin/go"}}, Own: true},
	} {
		l := keepLayer(t, m.openLayer(r, s.Key), map[bool]int{true: 9, false: 8 - n}[s.Key == "older"])
		used, err := os.Stat(l.filePath())
		if err == nil {
			err = errors.Join(l.writeSetup(s), os.Chtimes(l.filePath(), used.ModTime(), used.ModTime()))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	l, release, there, err := m.findLatest(r, plan{recipes: goes, toolchains: tool})
	if err != nil || !there || filepath.Base(l.dir) != "own" {
		t.Fatalf("%s, %v, %v", l.dir, there, err)
	}
	if err := release(); err != nil {
		t.Error(err)
	}
	if l, _, there, err := m.findLatest(r, plan{recipes: []coding.Recipe{{Ecosystem: "cargo"}}, toolchains: tool}); err != nil || there {
		t.Errorf("a tree of another kind has %s, %v", l.dir, err)
	}
}

// A fetch that was killed leaves a folder, which goes; one that somebody has stays.
func TestFoldersOfKilledFetchesGo(t *testing.T) {
	t.Parallel()
	at := t.TempDir()
	old := time.Now().Add(-2 * wayOutYoung)
	for _, name := range []string{"killed", "used", "unlocked"} {
		dir := filepath.Join(at, wayOut+name)
		if err := writeFile(filepath.Join(dir, "s"), nil); err != nil {
			t.Fatal(err)
		}
		if name != "unlocked" {
			unlock, _, err := lockFile(filepath.Join(dir, "lock"), unix.LOCK_EX)
			if err != nil {
				t.Fatal(err)
			}
			if name == "used" {
				defer unlock() //nolint:errcheck // of a test
			} else if err := unlock(); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.Chtimes(dir, old, old); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{wayOut + "young", "another"} {
		if err := os.Mkdir(filepath.Join(at, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chtimes(filepath.Join(at, "another"), old, old); err != nil {
		t.Fatal(err)
	}
	if err := sweepWaysOut(at); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{wayOut + "killed": false, wayOut + "used": true, wayOut + "unlocked": false, wayOut + "young": true, "another": true} {
		if _, err := os.Stat(filepath.Join(at, name)); (err == nil) != want {
			t.Errorf("%s is there: %v, want %v", name, err == nil, want)
		}
	}
}
