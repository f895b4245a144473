package environment

import (
	"encoding/json"
	"path"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/lazyregexp"
)

// packages are what the recipes of a tree fetch, as its lock files name them, or its manifests where there is none. Each
// has its mark: where it comes from and its checksum, as the file has it.
type packages struct {
	marks map[coding.Package]string
	open  bool // some are named by a manifest alone, which does not name what they need themselves
}

// listPackages reads what recipes fetch. It asks nobody.
func listPackages(s source, all []coding.Recipe) packages {
	out := packages{marks: map[coding.Package]string{}}
	for _, r := range all {
		for _, name := range r.Files {
			if at := slices.IndexFunc(lockReaders, func(l lockReader) bool { return l.file == path.Base(name) }); at >= 0 {
				lockReaders[at].read(s.read(name), func(n, version, mark string) {
					out.marks[coding.Package{Ecosystem: r.Ecosystem, Name: n, Version: version}] += mark
				})
			}
		}
		if !r.Unlocked {
			continue
		}
		for _, wanted := range listWanted(s, r) {
			out.open = true
			out.marks[coding.Package{Ecosystem: r.Ecosystem, Name: wanted[0], Version: wanted[1]}] = "by its manifest"
		}
	}
	return out
}

// lockReader reads what one kind of file names: a package with its version, and its mark.
type lockReader struct {
	file string
	read func(text string, add func(name, version, mark string))
}

var lockReaders = []lockReader{ //nolint:gochecknoglobals // a constant list
	{"go.mod", readModule},
	{"go.sum", readSums},
	{"go.work", readReplaced},
	{"go.work.sum", readSums},
	{"package-lock.json", readNodeLock},
	{"npm-shrinkwrap.json", readNodeLock},
	{"pnpm-lock.yaml", readPnpmLock},
	{"yarn.lock", readYarnLock},
	{"Cargo.lock", readTomlLock},
}

var (
	replaceLine = lazyregexp.New(`=>[ \t]+([\w./~-]+)[ \t]+(v\d[\w.+-]*)`)
	sumLine     = lazyregexp.New(`(?m)^(\S+) (v\S+) (h1:\S+)$`)
)

// readModule names what a module wants; the sums of what comes stand in go.sum, so that the mark is empty.
func readModule(text string, add func(name, version, mark string)) {
	if f, err := modfile.ParseLax("go.mod", []byte(text), nil); err == nil { // else go says better what is wrong with it
		for _, r := range f.Require {
			add(r.Mod.Path, r.Mod.Version, "")
		}
	}
	readReplaced(text, add)
}

// readReplaced names what is taken in the place of something else.
func readReplaced(text string, add func(name, version, mark string)) {
	for _, m := range replaceLine.FindAllStringSubmatch(text, -1) {
		add(m[1], m[2], "")
	}
}

// Of a module whose own go.mod alone has a sum, no code comes.
func readSums(text string, add func(name, version, mark string)) {
	for _, m := range sumLine.FindAllStringSubmatch(text, -1) {
		if !strings.HasSuffix(m[2], "/go.mod") {
			add(m[1], m[2], m[3])
		}
	}
}

type nodeEntry struct {
	Name      string               `json:"name"`
	Version   string               `json:"version"`
	Resolved  string               `json:"resolved"`
	Integrity string               `json:"integrity"`
	Link      bool                 `json:"link"`
	Needs     map[string]nodeEntry `json:"-"`
}

func readNodeLock(text string, add func(name, version, mark string)) {
	var lock struct {
		Packages map[string]nodeEntry       `json:"packages"`
		Needs    map[string]json.RawMessage `json:"dependencies"`
	}
	_ = json.Unmarshal([]byte(text), &lock) //nolint:errcheck // npm says better what is wrong with it
	for at, e := range lock.Packages {
		name, is := cutLast(at, "node_modules/")
		if is && !e.Link {
			if e.Name != "" { // it stands there under another
				name = e.Name
			}
			add(name, e.Version, e.Resolved+" "+e.Integrity+"\n")
		}
	}
	if len(lock.Packages) == 0 {
		readOldNodeLock(lock.Needs, add)
	}
}

// Up to npm 6 packages stood in each other.
func readOldNodeLock(all map[string]json.RawMessage, add func(name, version, mark string)) {
	for name, raw := range all {
		var e struct {
			nodeEntry
			Below map[string]json.RawMessage `json:"dependencies"`
		}
		if json.Unmarshal(raw, &e) == nil {
			add(name, e.Version, e.Resolved+" "+e.Integrity+"\n")
			readOldNodeLock(e.Below, add)
		}
	}
}

func cutLast(text, by string) (after string, found bool) {
	if at := strings.LastIndex(text, by); at >= 0 {
		return text[at+len(by):], true
	}
	return text, false
}

// pnpmKey matches the key of a package in the forms of pnpm 7, 8 and 9: /a/1.0.0, /a@1.0.0(peer) and a@1.0.0.
var pnpmKey = lazyregexp.New(`^ {2}['"]?/?((?:@[^/'"]+/)?[^@/'"(]+)[@/]([^:()'"_]+)[^:]*?['"]?:`)

func readPnpmLock(text string, add func(name, version, mark string)) {
	in, name, version := false, "", ""
	for line := range strings.Lines(text) {
		if line[0] != ' ' && strings.TrimSpace(line) != "" {
			in, name = strings.HasPrefix(line, "packages:"), ""
			continue
		}
		if !in {
			continue
		}
		if m := pnpmKey.FindStringSubmatch(line); m != nil {
			name, version = m[1], m[2]
			add(name, version, "")
		} else if mark, is := strings.CutPrefix(strings.TrimSpace(line), "resolution:"); is && name != "" {
			add(name, version, strings.TrimSpace(mark)+"\n")
		}
	}
}

var (
	yarnHead  = lazyregexp.New(`^"?((?:@[^/"]+/)?[^@",]+)@`)
	yarnField = lazyregexp.New(`^ {2}(version|resolved|integrity|checksum|resolution):? "?([^"\n]+)"?$`)
)

// readYarnLock reads the files of the first yarn and of those that came later.
func readYarnLock(text string, add func(name, version, mark string)) {
	for block := range strings.SplitSeq(strings.ReplaceAll(text, "\r\n", "\n"), "\n\n") {
		name, version, mark := "", "", ""
		for line := range strings.SplitSeq(block, "\n") {
			if m := yarnHead.FindStringSubmatch(line); m != nil {
				name = m[1]
			}
			m := yarnField.FindStringSubmatch(line)
			switch {
			case m == nil:
			case m[1] == "version":
				version = m[2]
			case m[1] == "resolution" && strings.Contains(m[2], "@workspace:"):
				name = "" // it is the repository's own
			case m[1] == "resolution":
				if of := yarnHead.FindStringSubmatch(m[2]); of != nil {
					name = of[1]
				}
				mark += m[2] + " "
			default:
				mark += m[2] + " "
			}
		}
		if name != "" && version != "" {
			add(name, version, mark+"\n")
		}
	}
}

// readTomlLock reads cargo's lock file; a package without a source is the repository's own.
func readTomlLock(text string, add func(name, version, mark string)) {
	blocks := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "[[package]]\n")
	for _, block := range blocks[1:] {
		block, _, _ = strings.Cut(block, "\n[")
		field := func(name string) string {
			for line := range strings.SplitSeq(block, "\n") {
				if value, is := strings.CutPrefix(line, name+" = "); is {
					return strings.Trim(value, `"`)
				}
			}
			return ""
		}
		if from := field("source"); from != "" {
			add(field("name"), field("version"), from+" "+field("checksum")+"\n")
		}
	}
}

// listWanted returns names and versions that manifests name which no lock file goes with.
func listWanted(s source, r coding.Recipe) (out [][2]string) {
	switch r.Ecosystem {
	case "npm":
		p := s.readPackage(path.Join(".", r.Dir))
		for _, all := range []map[string]string{p.Needs, p.Dev} {
			for name, version := range all {
				out = append(out, [2]string{name, version})
			}
		}
	case "cargo":
		for _, name := range r.Files {
			if path.Base(name) == "Cargo.toml" {
				out = append(out, listCrates(s.read(name))...)
			}
		}
	case "pip":
		for _, line := range slices.Concat(r.Wants, listRequirements(s, r.Files)) {
			if m := requirement.FindStringSubmatch(line); m != nil {
				out = append(out, [2]string{normalizeName(m[1]), strings.ReplaceAll(m[2]+m[3], " ", "")})
			}
		}
	}
	return out
}

var (
	crateTable = lazyregexp.New(`^\[(?:.*\.)?(?:dev-|build-)?dependencies(?:\.([\w-]+))?\]`)
	crateLine  = lazyregexp.New(`^([\w-]+)\s*=\s*(?:"([^"]*)"|(\{.*\}))`)
	crateField = lazyregexp.New(`\b(?:version|git)\s*=\s*"([^"]*)"`)
)

func listCrates(text string) (out [][2]string) {
	in, name := false, ""
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			m := crateTable.FindStringSubmatch(line)
			if in, name = m != nil, ""; in {
				name = m[1]
			}
			continue
		}
		if m := crateField.FindStringSubmatch(line); in && name != "" && m != nil {
			out = append(out, [2]string{name, m[1]})
		}
		m := crateLine.FindStringSubmatch(line)
		if !in || name != "" || m == nil {
			continue
		}
		if version := crateField.FindStringSubmatch(m[3]); version != nil {
			m[2] = version[1]
		}
		if m[2] != "" { // else it is the repository's own, or named by its workspace
			out = append(out, [2]string{m[1], m[2]})
		}
	}
	return out
}

// A requirement is a name, extras, and which versions do, or an address from which it comes.
var requirement = lazyregexp.New(`^\s*([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*(?:\(?([<>=!~][^;#@)]*?)\)?|@\s*([^;#\s]+))?\s*(?:[;#].*)?$`)

func listRequirements(s source, files []string) (out []string) {
	for _, name := range files {
		if !slices.Contains(requirementFiles, name) {
			continue
		}
		for line := range strings.SplitSeq(strings.ReplaceAll(s.read(name), "\\\n", " "), "\n") {
			line, _, _ = strings.Cut(line, " --hash")
			out = append(out, line)
		}
	}
	return out
}
