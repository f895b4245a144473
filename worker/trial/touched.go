package trial

import (
	"path"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
)

// Touched is a change as narrowing its checks needs to know it, with the tree that it touches.
type Touched struct {
	Long    []string                                   // the checks that are long enough to run less of them
	Changed []string                                   // the paths of its files, also of those that it takes away
	Names   []string                                   // those of all files of the tree
	Read    func(name string) (text string, err error) // one of them
}

// Narrow returns a check that runs only the tests of what a change touches, and names that; the check itself where its form does not
// allow it, where it is not clear what is touched, or where the whole is not long. Whoever writes hears sooner from it; what counts is the whole.
func (t Touched) Narrow(check string) (command, only string, err error) {
	if !slices.Contains(t.Long, check) {
		return check, "", nil
	}
	for _, f := range []struct {
		form *lazyregexp.Regexp
		of   func(Touched) ([]string, error)
		join func(m, words []string) string
	}{
		{goForm, Touched.listGo, func(m, words []string) string { return m[1] + " " + strings.Join(words, " ") + m[2] }},
		{pytestForm, Touched.listPytest, func(m, words []string) string { return m[0] + " " + strings.Join(words, " ") }},
		{jestForm, Touched.listJest, func(m, words []string) string {
			return m[0] + " --passWithNoTests --findRelatedTests " + strings.Join(words, " ")
		}},
		{cargoForm, Touched.listCrates, func(m, words []string) string { return m[1] + " -p " + strings.Join(words, " -p ") + m[2] }},
	} {
		m := f.form.FindStringSubmatch(check)
		if m == nil {
			continue
		}
		words, err := f.of(t)
		if err != nil || len(words) == 0 || len(words) > mostTouched || slices.ContainsFunc(words, func(w string) bool { return !plainWord.MatchString(w) }) {
			return check, "", err
		}
		return f.join(m, words), strings.Join(words, " "), nil
	}
	return check, "", nil
}

// These forms run everything. A flag has its value behind "=", or is followed by a number.
const simpleFlags = `(?: --?[a-zA-Z][\w.-]*(?:=[\w.,/:+-]+)?(?: \d+[a-z]*)?)*`

var (
	goForm     = lazyregexp.New(`^((?:[A-Z_]+=[\w.,/=-]* )*go test` + simpleFlags + `) \./\.\.\.(` + simpleFlags + `)$`)
	pytestForm = lazyregexp.New(`^(?:(?:uv|poetry|pipenv) run )?(?:python[\d.]* -m )?pytest` + simpleFlags + `$`)
	jestForm   = lazyregexp.New(`^(?:(?:npx|bunx|yarn|yarn run|yarn exec|pnpm|pnpm exec|npm exec --) )?jest` + simpleFlags + `$`)
	cargoForm  = lazyregexp.New(`^(cargo test)(?: --workspace| --all)?(` + simpleFlags + `)$`)
	plainWord  = lazyregexp.New(`^[\w@./+][\w@./+-]*$`)
	wordsOnly  = lazyregexp.New(`(?i)\.(?:md|rst|adoc|txt)$`)
	crateName  = lazyregexp.New(`(?m)^\[package\]\s*\n(?:[^\[\n].*\n|\n)*?\s*name\s*=\s*"([\w-]+)"`)
)

// listGo returns the folders of the packages that are touched.
func (t Touched) listGo() ([]string, error) {
	folders, modules := map[string]bool{}, []string{}
	for _, n := range t.Names {
		if path.Ext(n) == ".go" {
			folders[path.Dir(n)] = true
		}
		if dir := path.Dir(n); path.Base(n) == "go.mod" && dir != "." {
			modules = append(modules, dir)
		}
	}
	var out []string
	for _, n := range t.Changed {
		dir := path.Dir(n)
		switch {
		case slices.Contains([]string{"go.mod", "go.sum", "go.work", "go.work.sum"}, path.Base(n)) || strings.Contains("/"+n, "/vendor/"):
			return nil, nil
		case slices.ContainsFunc(modules, func(m string) bool { return dir == m || strings.HasPrefix(dir, m+"/") }):
			continue // another module, which the check does not run
		case path.Ext(n) == ".go" && !folders[dir] && isGoFolder(dir):
			return nil, nil // the package is gone, and those that use it are touched too
		case wordsOnly.MatchString(n) && !strings.Contains("/"+n, "/testdata/"):
			continue
		}
		for dir != "." && (!folders[dir] || !isGoFolder(dir)) {
			dir = path.Dir(dir)
		}
		switch word := "./" + strings.TrimPrefix(dir, "."); {
		case !folders[dir]:
			return nil, nil
		case !slices.Contains(out, strings.TrimSuffix(word, "/")):
			out = append(out, strings.TrimSuffix(word, "/"))
		}
	}
	if 2*len(out) > len(folders) {
		return nil, nil
	}
	slices.Sort(out)
	return out, nil
}

// isGoFolder is false for what ./... leaves out.
func isGoFolder(dir string) bool {
	return !slices.ContainsFunc(strings.Split(dir, "/"), func(p string) bool { return p == "testdata" || p != "." && (p[0] == '.' || p[0] == '_') })
}

// listPytest returns the files with tests that are touched, and those that bear the name of a module that is.
func (t Touched) listPytest() ([]string, error) {
	var out []string
	add := func(n string) {
		if !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	for _, n := range t.Changed {
		base := path.Base(n)
		switch isTest := isPytest(base); {
		case wordsOnly.MatchString(n) && !strings.Contains(base, "requirements"):
		case path.Ext(n) != ".py" || base == "conftest.py" || base == "setup.py":
			return nil, nil
		case isTest && slices.Contains(t.Names, n):
			add(n)
		case isTest: // it is gone
		default:
			name := strings.TrimSuffix(base, ".py")
			if name == "__init__" {
				name = path.Base(path.Dir(n))
			}
			found := false
			for _, o := range t.Names {
				if b := path.Base(o); b == "test_"+name+".py" || b == name+"_test.py" {
					add(o)
					found = true
				}
			}
			if !found {
				return nil, nil
			}
		}
	}
	slices.Sort(out)
	return out, nil
}

func isPytest(base string) bool {
	return path.Ext(base) == ".py" && (strings.HasPrefix(base, "test_") || strings.HasSuffix(base, "_test.py"))
}

// listJest returns the files whose tests jest finds by what imports what.
func (t Touched) listJest() ([]string, error) {
	var out []string
	for _, n := range t.Changed {
		switch base := path.Base(n); {
		case wordsOnly.MatchString(n):
		case !slices.Contains([]string{".js", ".jsx", ".ts", ".tsx", ".mjs", ".cjs", ".mts", ".cts"}, path.Ext(n)), strings.Contains(base, ".config."), !slices.Contains(t.Names, n), strings.Contains(base, "setup"):
			return nil, nil
		default:
			out = append(out, n)
		}
	}
	slices.Sort(out)
	return out, nil
}

// listCrates returns the names of the crates that are touched, of several that a check runs.
func (t Touched) listCrates() ([]string, error) {
	names := map[string]string{} // by their folders
	for _, n := range t.Names {
		if path.Base(n) != "Cargo.toml" {
			continue
		}
		text, err := t.Read(n)
		if err != nil {
			return nil, err
		}
		if m := crateName.FindStringSubmatch(text); m != nil {
			names[path.Dir(n)] = m[1]
		}
	}
	if names["."] != "" || len(names) == 1 { // without a word for all, that is what runs anyway
		return nil, nil
	}
	var out []string
	for _, n := range t.Changed {
		if slices.Contains([]string{"Cargo.toml", "Cargo.lock", "build.rs"}, path.Base(n)) || strings.Contains("/"+n, "/.cargo/") {
			return nil, nil
		}
		dir := path.Dir(n)
		for dir != "." && names[dir] == "" {
			dir = path.Dir(dir)
		}
		switch {
		case names[dir] == "" && wordsOnly.MatchString(n):
		case names[dir] == "":
			return nil, nil
		case !slices.Contains(out, names[dir]):
			out = append(out, names[dir])
		}
	}
	slices.Sort(out)
	return out, nil
}
