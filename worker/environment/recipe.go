package environment

import (
	"encoding/json"
	"path"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/worker/trial"
)

// recipesVersion is in each key: what is made otherwise is made anew.
const recipesVersion = "1"

// source is a tree that is looked through.
type source struct {
	names []string                   // of its files
	read  func(name string) string   // empty for what is not there
	has   map[string]bool            // the names
	dirs  func(base string) []string // folders with such a file, the nearest to the top first
}

// Folders whose manifests are not of the repository's own code.
var foreign = []string{"vendor", "node_modules", "testdata", "fixtures", "fixture", "__fixtures__", "__tests__", "examples", "example", "template", "templates", ".git"} //nolint:gochecknoglobals // a constant list

func newSource(names []string, read func(string) string) source {
	s := source{names: names, read: read, has: map[string]bool{}}
	for _, n := range names {
		s.has[n] = true
	}
	s.dirs = func(base string) (out []string) {
		for _, n := range names {
			dir := path.Dir(n)
			if path.Base(n) != base || strings.Count(n, "/") > mostDepth || slices.ContainsFunc(strings.Split(dir, "/"), func(part string) bool { return slices.Contains(foreign, part) }) {
				continue
			}
			out = append(out, dir)
		}
		slices.SortFunc(out, func(a, b string) int {
			if x, y := countFolders(a), countFolders(b); x != y {
				return x - y
			}
			return strings.Compare(a, b)
		})
		return out
	}
	return s
}

func countFolders(dir string) int {
	if dir == "." {
		return 0
	}
	return strings.Count(dir, "/") + 1
}

// findFile returns the first of some names that a folder has, with its path.
func (s source) findFile(dir string, names ...string) string {
	for _, n := range names {
		if at := path.Join(dir, n); s.has[at] {
			return at
		}
	}
	return ""
}

func (s source) findFiles(dir string, names ...string) (out []string) {
	for _, n := range names {
		if at := path.Join(dir, n); s.has[at] {
			out = append(out, at)
		}
	}
	return out
}

func (s source) findNeed(dir, tool, name string) coding.Need {
	version, file := trial.FindVersion(tool, func(n string) string {
		if at := path.Join(dir, n); s.has[at] {
			return s.read(at)
		}
		return s.read(n)
	})
	return coding.Need{Name: name, Version: strings.TrimSuffix(version, "."), Pinned: strings.HasPrefix(file, ".")}
}

// findRecipes returns how the packages of a tree are made ready.
func findRecipes(s source) []coding.Recipe {
	out := slices.Concat(findGo(s), findNode(s), findPython(s), findRust(s))
	return out[:min(len(out), mostRecipes)]
}

var requires = lazyregexp.New(`(?m)^\s*require\b`)

func findGo(s source) []coding.Recipe {
	r := coding.Recipe{Ecosystem: "go", Needs: []coding.Need{s.findNeed("", "go", "go")}}
	dirs := s.dirs("go.mod")
	for _, dir := range dirs {
		r.Files = append(r.Files, s.findFiles(dir, "go.mod", "go.sum")...)
		text := s.read(path.Join(dir, "go.mod"))
		if !requires.MatchString(text) || s.has[path.Join(dir, "vendor/modules.txt")] && !oldVendor.MatchString(text) {
			continue
		}
		r.Fetch = append(r.Fetch, "cd "+quoteWord(dir)+" && go mod download")
	}
	r.Files = append(r.Files, s.findFiles("", "go.work", "go.work.sum")...)
	if len(r.Fetch) == 0 {
		return nil
	}
	return []coding.Recipe{r}
}

// Up to Go 1.13 a folder vendor was not used by itself.
var oldVendor = lazyregexp.New(`(?m)^go 1\.(?:\d|1[0-3])\s*$`)

func quoteWord(word string) string { return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'" }

type packageFile struct {
	Manager    string            `json:"packageManager"`
	Workspaces json.RawMessage   `json:"workspaces"`
	Needs      map[string]string `json:"dependencies"`
	Dev        map[string]string `json:"devDependencies"`
	Scripts    map[string]string `json:"scripts"`
}

func (s source) readPackage(dir string) (p packageFile) {
	_ = json.Unmarshal([]byte(s.read(path.Join(dir, "package.json"))), &p) //nolint:errcheck // npm says better what is wrong with it
	return p
}

func findNode(s source) (out []coding.Recipe) {
	var roots []string // whose workspaces the folders below are
	for _, dir := range s.dirs("package.json") {
		if slices.ContainsFunc(roots, func(r string) bool { return r == "." || strings.HasPrefix(dir, r+"/") }) {
			continue
		}
		p := s.readPackage(dir)
		lock := s.findFile(dir, "pnpm-lock.yaml", "yarn.lock", "package-lock.json", "npm-shrinkwrap.json")
		if len(p.Workspaces) > 0 || s.has[path.Join(dir, "pnpm-workspace.yaml")] {
			roots = append(roots, dir)
		}
		if lock == "" && len(p.Needs)+len(p.Dev) == 0 {
			continue
		}
		r := coding.Recipe{Dir: strings.TrimPrefix(dir, "."), Needs: []coding.Need{s.findNeed(dir, "node", "node")}}
		for _, n := range s.names {
			below := dir == "." || strings.HasPrefix(n, dir+"/")
			if below && (slices.Contains([]string{"package.json", ".npmrc", ".yarnrc", ".yarnrc.yml", ".pnpmfile.cjs", "pnpm-workspace.yaml"}, path.Base(n)) && !strings.Contains("/"+n, "/node_modules/") ||
				strings.Contains("/"+n, "/.yarn/") || strings.Contains("/"+n, "/patches/")) {
				r.Files = append(r.Files, n)
			}
		}
		if lock != "" {
			r.Files = append(r.Files, lock)
		}
		fillNode(s, &r, p, lock)
		out = append(out, r)
	}
	return out
}

func fillNode(s source, r *coding.Recipe, p packageFile, lock string) {
	manager, version, _ := strings.Cut(p.Manager, "@")
	version, _, _ = strings.Cut(version, "+")
	if !plainVersion.MatchString(version) { // an address or a folder of the repository would be a program of its own
		version = ""
	}
	text := ""
	if lock != "" {
		text = s.read(lock)
	}
	install := func(what string) string {
		return "npm install --prefix /env/tools --global-style --no-save --ignore-scripts " + quoteWord(what)
	}
	switch path.Base(lock) {
	case "pnpm-lock.yaml":
		if manager != "pnpm" || version == "" {
			version = pnpmVersion(text)
		}
		r.Ecosystem = "pnpm"
		r.Fetch = []string{install("pnpm@" + version), "pnpm install --frozen-lockfile --ignore-scripts --ignore-pnpmfile --store-dir /tmp/pnpm --package-import-method copy"}
		r.Build = []string{"pnpm rebuild --recursive --store-dir /tmp/pnpm"}
	case "yarn.lock":
		r.Ecosystem = "yarn"
		if strings.Contains(text, "__metadata:") {
			if manager != "yarn" || version == "" {
				version = "4"
			}
			r.Fetch = []string{install("@yarnpkg/cli-dist@" + version), "yarn install --immutable --mode=skip-build"}
			break
		}
		r.Fetch = []string{install("yarn@1"), "yarn install --frozen-lockfile --ignore-scripts --non-interactive --cache-folder /tmp/yarn"}
		r.Build = []string{"npm rebuild"}
	case ".":
		r.Ecosystem, r.Unlocked = "npm", true
		r.Fetch, r.Build = []string{"npm install --ignore-scripts"}, []string{"npm rebuild"}
	default:
		r.Ecosystem = "npm"
		r.Fetch, r.Build = []string{"npm ci --ignore-scripts"}, []string{"npm rebuild"}
	}
}

var plainVersion = lazyregexp.New(`^\d+(?:\.\d+){0,2}(?:-[\w.-]+)?$`)

var lockVersion = lazyregexp.New(`(?m)^lockfileVersion:\s*'?([\d.]+)`)

// pnpmVersion returns the one that wrote a lock file, where nobody named it.
func pnpmVersion(lock string) string {
	m := lockVersion.FindStringSubmatch(lock)
	switch {
	case m == nil || strings.HasPrefix(m[1], "9"):
		return "9"
	case strings.HasPrefix(m[1], "6"):
		return "8"
	}
	return "7"
}

func findRust(s source) []coding.Recipe {
	dirs := s.dirs("Cargo.toml")
	if len(dirs) == 0 {
		return nil
	}
	r := coding.Recipe{Ecosystem: "cargo", Needs: []coding.Need{s.findNeed(dirs[0], "rustc", "rust")}}
	var roots []string
	for _, dir := range dirs {
		r.Files = append(r.Files, s.findFiles(dir, "Cargo.toml", "Cargo.lock")...)
		if slices.ContainsFunc(roots, func(at string) bool { return at == "." || strings.HasPrefix(dir, at+"/") }) {
			continue
		}
		roots = append(roots, dir)
		locked := ""
		if s.has[path.Join(dir, "Cargo.lock")] {
			locked = " --locked"
		} else {
			r.Unlocked = true
		}
		if len(r.Fetch) == 0 { // cargo takes this from a file alone, and what is kept there is kept by the registry's name
			r.Fetch = []string{`mkdir -p "$CARGO_HOME" && printf '[source.crates-io]\nreplace-with = "frasier"\n[source.frasier]\nregistry = "%s"\n' "$CRATES_INDEX" >"$CARGO_HOME/config.toml"`}
		}
		r.Fetch = append(r.Fetch, "cd "+quoteWord(dir)+" && cargo fetch"+locked)
	}
	for _, n := range s.names {
		if path.Ext(n) == ".rs" {
			r.Empty = append(r.Empty, n)
		}
	}
	return []coding.Recipe{r}
}
