package environment

import (
	"path"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/lazyregexp"
)

// In these files and under these names a repository says what its tests need.
var (
	requirementFiles = []string{"requirements.txt", "requirements-dev.txt", "requirements-test.txt", "dev-requirements.txt", "test-requirements.txt", "requirements/dev.txt", "requirements/tests.txt", "requirements/test.txt", "dev_requirements.txt"} //nolint:gochecknoglobals // a constant list
	testGroups       = []string{"test", "tests", "testing", "dev"}                                                                                                                                                                                       //nolint:gochecknoglobals // a constant list
)

// Python's manifests are read at the top alone: where there are several, each has an environment of its own.
func findPython(s source) []coding.Recipe {
	if s.findFile("", "pyproject.toml", "setup.py", "setup.cfg", "requirements.txt", "Pipfile") == "" {
		return nil
	}
	r := coding.Recipe{Ecosystem: "pip", Unlocked: true, Whole: true, Needs: []coding.Need{s.findNeed("", "python", "python")}}
	r.Files = s.findFiles("", append([]string{"pyproject.toml", "setup.py", "setup.cfg", "tox.ini", "pytest.ini"}, requirementFiles...)...)
	project, cfg := s.read("pyproject.toml"), s.read("setup.cfg")
	files, parts := s.findFiles("", requirementFiles...), []string{} // those of its own extras that its tests want
	local := false
	for _, f := range files {
		for _, m := range localLine.FindAllStringSubmatch(s.read(f), -1) {
			local, parts = true, append(parts, splitNames(m[1])...)
		}
	}
	named := slices.Concat(tomlList(project, "project", "dependencies"), tomlList(project, "build-system", "requires"), configList(cfg, "options", "install_requires"))
	tests := 0
	for _, g := range testGroups {
		if group := findGroup(project, cfg, g); g != "dev" || tests == 0 {
			named, tests = append(named, group...), tests+len(group) // a group for developers has linters and the like beside
		}
	}
	self := tomlText.FindString(tomlValue(project, "project", "name"))
	named = slices.DeleteFunc(named, func(n string) bool { // a project that names itself wants its extras
		name, extras, _ := strings.Cut(strings.TrimRight(n, "] "), "[")
		is := self != "" && normalizeName(name) == normalizeName(strings.Trim(self, `"'`))
		if is {
			parts = append(parts, splitNames(extras)...)
		}
		return is
	})
	for _, p := range parts {
		named = append(named, findGroup(project, cfg, p)...)
	}
	own := s.findFile("", "setup.py", "setup.cfg") != "" || strings.Contains(project, "[project]") || strings.Contains(project, "[build-system]")
	if own && !strings.Contains(project, "[build-system]") {
		named = append(named, "setuptools", "wheel")
	}
	if !slices.ContainsFunc(named, func(n string) bool { return strings.HasPrefix(strings.ToLower(n), "pytest") }) && slices.ContainsFunc(s.names, isPytestFile) {
		named = append(named, "pytest")
	}
	named = slices.DeleteFunc(named, func(n string) bool { return strings.HasPrefix(strings.TrimSpace(n), "-") }) // pip would take it for a setting
	slices.Sort(named)
	named = slices.Compact(named)
	r.Wants = named
	if len(named) == 0 && len(files) == 0 && !own {
		return nil
	}
	fillPython(s, &r, files, local, own)
	return []coding.Recipe{r}
}

// fillPython says how what files and names want is fetched and built. Of local, a file names the project itself; own is one that can be installed.
func fillPython(s source, r *coding.Recipe, files []string, local, own bool) {
	r.Fetch = []string{"python3 -m venv /env/venv"}
	var words []string
	if local { // what these lines name is here, and is built in the other half
		r.Fetch = append(r.Fetch, "for f in "+strings.Join(files, " ")+`; do mkdir -p "/env/requirements/$(dirname $f)" && sed -E '/`+localPattern+`/d' $f >/env/requirements/$f || exit; done`)
	}
	for _, f := range files {
		if local {
			f = "/env/requirements/" + f
		}
		words = append(words, "-r", f)
	}
	for _, n := range r.Wants {
		words = append(words, quoteWord(n))
	}
	all, pins := strings.Join(words, " "), ""
	if r.Locked = len(files) == 0 && len(readPins(s.read(uvLock))) > 0; r.Locked { // files of requirements have versions of their own
		r.Files = append(r.Files, uvLock)
		pins = "-c " + uvLock + " " // fetching sees of it what it pins, see showFetch
	}
	r.Build = []string{}
	if all != "" {
		r.Fetch = append(r.Fetch, "/env/venv/bin/python -m pip download --quiet --disable-pip-version-check --only-binary :all: --dest /env/wheels "+pins+all)
		r.Build = append(r.Build, "/env/venv/bin/python -m pip install --quiet --disable-pip-version-check --no-index --find-links /env/wheels "+all)
	}
	if own {
		r.Build = append(r.Build, "/env/venv/bin/python -m pip install --quiet --disable-pip-version-check --no-index --find-links /env/wheels --no-build-isolation --no-deps --editable .")
	}
}

// uvLock is uv's lock file. What it pins is kept to without uv: pip takes it as constraints.
const uvLock = "uv.lock"

var (
	pinName    = lazyregexp.New(`^[A-Za-z0-9][\w.-]*$`)
	pinVersion = lazyregexp.New(`^[\w.!+-]+$`)
)

// readPins returns the versions that such a file has of packages from registries. One that it has in several, for several systems, it does
// not pin.
func readPins(text string) (out []string) {
	versions := map[string][]string{}
	readUVLock(text, func(name, version, _ string) {
		if version = strings.TrimPrefix(version, "=="); pinName.MatchString(name) && pinVersion.MatchString(version) {
			versions[name] = append(versions[name], version)
		}
	})
	for name, all := range versions {
		if len(all) == 1 {
			out = append(out, name+"=="+all[0])
		}
	}
	slices.Sort(out)
	return out
}

// readUVLock names packages from registries and elsewhere, without the repository's own.
func readUVLock(text string, add func(name, version, mark string)) {
	for block := range strings.SplitSeq("\n"+strings.ReplaceAll(text, "\r\n", "\n"), "\n[[package]]\n") {
		name, version, from, mark := "", "", "", ""
		for line := range strings.SplitSeq(block, "\n") {
			key, value, is := strings.Cut(line, " = ")
			switch {
			case strings.HasPrefix(line, "["):
			case is && key == "name":
				name = strings.Trim(value, `"`)
			case is && key == "version":
				version = strings.Trim(value, `"`)
			case is && key == "source":
				from, mark = value, value
			case strings.Contains(line, "hash = "):
				mark += "\n" + strings.TrimSpace(line)
			}
		}
		if name == "" || from == "" || strings.HasPrefix(from, "{ editable") || strings.HasPrefix(from, "{ virtual") || strings.HasPrefix(from, "{ directory") {
			continue
		}
		if strings.HasPrefix(from, "{ registry") {
			version = "==" + version
		}
		add(name, version, mark+"\n")
	}
}

// A line of a file of requirements that names a folder of the repository, and the extras that it wants of it.
const localPattern = `^[[:space:]]*(-e|--editable)?[ =]*(file:|\.)`

var localLine = lazyregexp.New(`(?m)^[ \t]*(?:-e|--editable)?[ =]*(?:file:|\.)[^\s\[]*(?:\[([^\]]*)\])?`)

// findGroup returns what one group or extra of a project wants.
func findGroup(project, cfg, name string) []string {
	return slices.Concat(tomlList(project, "project.optional-dependencies", name), tomlList(project, "dependency-groups", name), configList(cfg, "options.extras_require", name))
}

func splitNames(list string) []string {
	return strings.FieldsFunc(list, func(c rune) bool { return c == ',' || c == ' ' })
}

func normalizeName(name string) string {
	return strings.NewReplacer("_", "-", ".", "-").Replace(strings.ToLower(strings.TrimSpace(name)))
}

func isPytestFile(n string) bool {
	base := path.Base(n)
	return strings.HasPrefix(base, "test_") && strings.HasSuffix(base, ".py") || base == "conftest.py" || base == "pytest.ini"
}

var tomlText = lazyregexp.New(`"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)'`)

// tomlValue returns the line of a key in one table.
func tomlValue(text, table, key string) string {
	in := false
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") && strings.HasSuffix(line, "]") {
			in = strings.Trim(line, "[] ") == table
		} else if name, value, ok := strings.Cut(line, "="); in && ok && strings.TrimSpace(name) == key {
			return value
		}
	}
	return ""
}

// tomlList reads a list of texts out of one table. Lists of anything else give nothing.
func tomlList(text, table, key string) (out []string) {
	in := false
	lines := strings.Split(text, "\n")
	for n := 0; n < len(lines); n++ {
		line := strings.TrimSpace(lines[n])
		if strings.HasPrefix(line, "[") && strings.HasSuffix(line, "]") {
			in = strings.Trim(line, "[] ") == table
			continue
		}
		name, value, ok := strings.Cut(line, "=")
		if !in || !ok || strings.Trim(strings.TrimSpace(name), `"'`) != key || !strings.HasPrefix(strings.TrimSpace(value), "[") {
			continue
		}
		whole := strings.TrimSpace(value)
		for !endsList(whole) && n+1 < len(lines) {
			n++
			whole += "\n" + strings.TrimSpace(lines[n])
		}
		for _, l := range strings.Split(whole, "\n") {
			if strings.HasPrefix(l, "#") || strings.Contains(l, "include-group") {
				continue
			}
			for _, m := range tomlText.FindAllStringSubmatch(l, -1) {
				out = append(out, strings.ReplaceAll(m[1]+m[2], `\"`, `"`))
			}
		}
	}
	return out
}

// endsList reports whether the brackets of a list that are not in texts are closed.
func endsList(text string) bool {
	bare := tomlText.ReplaceAllString(text, "")
	return strings.Count(bare, "[") <= strings.Count(bare, "]")
}

// configList reads the lines of one value of an ini file.
func configList(text, section, key string) (out []string) {
	in, on := false, false
	for line := range strings.SplitSeq(text, "\n") {
		switch trimmed := strings.TrimSpace(line); {
		case strings.HasPrefix(trimmed, "["):
			in, on = strings.Trim(trimmed, "[]") == section, false
		case trimmed == "" || strings.HasPrefix(trimmed, "#"):
		case line != strings.TrimLeft(line, " \t"):
			if in && on {
				out = append(out, trimmed)
			}
		default:
			name, value, _ := strings.Cut(trimmed, "=")
			on = strings.TrimSpace(name) == key
			if value = strings.TrimSpace(value); in && on && value != "" {
				out = append(out, value)
			}
		}
	}
	return out
}
