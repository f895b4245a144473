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

// packages are fetched by the recipes of a tree, as its lock files name them, or its manifests where there is none. Each
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
	{"go.work", readWork},
	{"go.work.sum", readSums},
	{"package-lock.json", readNodeLock},
	{"npm-shrinkwrap.json", readNodeLock},
	{"pnpm-lock.yaml", readPnpmLock},
	{"yarn.lock", readYarnLock},
	{"Cargo.lock", readTomlLock},
	{uvLock, readUVLock},
}

var replaceLine = lazyregexp.New(`=>[ \t]+([\w./~-]+)[ \t]+(v\d[\w.+-]*)`)

// readModule names what a module wants; the sums of what comes stand in go.sum, so that the mark is empty.
func readModule(text string, add func(name, version, mark string)) {
	f, err := modfile.Parse("go.mod", []byte(text), nil)
	if err != nil {
		f, err = modfile.ParseLax("go.mod", []byte(text), nil)
	}
	if err == nil { // else go says better what is wrong with it
		for _, r := range f.Require {
			add(r.Mod.Path, r.Mod.Version, "")
		}
		addReplaced(f.Replace, add)
	}
	readReplaced(text, add)
}

func readWork(text string, add func(name, version, mark string)) {
	if f, err := modfile.ParseWork("go.work", []byte(text), nil); err == nil {
		addReplaced(f.Replace, add)
	}
	readReplaced(text, add)
}

func addReplaced(all []*modfile.Replace, add func(name, version, mark string)) {
	for _, r := range all {
		if r.New.Version != "" { // else it is a folder
			add(r.New.Path, r.New.Version, "")
		}
	}
}

// readReplaced names what is taken in the place of something else, where a newer Go wrote what is not understood.
func readReplaced(text string, add func(name, version, mark string)) {
	for _, m := range replaceLine.FindAllStringSubmatch(text, -1) {
		add(m[1], m[2], "")
	}
}

// Of a module whose own go.mod alone has a sum, no code comes.
func readSums(text string, add func(name, version, mark string)) {
	const words = 3
	for line := range strings.Lines(text) { // as Go parts it
		if w := strings.Fields(line); len(w) == words && !strings.HasSuffix(w[1], "/go.mod") {
			add(w[0], w[1], w[2])
		}
	}
}

// fields are those of an object of JSON by their exact names, as its reader has them; Go's own readers of structs take any spelling.
type fields map[string]json.RawMessage

func readFields(raw json.RawMessage) (f fields) {
	_ = json.Unmarshal(raw, &f) //nolint:errcheck // npm says better what is wrong with it
	return f
}

func (f fields) text(name string) (text string) {
	if json.Unmarshal(f[name], &text) != nil {
		return string(f[name])
	}
	return text
}

func (f fields) mark() string { return f.text("resolved") + " " + f.text("integrity") + "\n" }

func readNodeLock(text string, add func(name, version, mark string)) {
	lock := readFields(json.RawMessage(text))
	all := readFields(lock["packages"])
	for at, raw := range all {
		name, is := cutLast(at, "node_modules/")
		if e := readFields(raw); is && string(e["link"]) != "true" {
			if own := e.text("name"); own != "" { // it stands there under another
				name = own
			}
			add(name, e.text("version"), e.mark())
		}
	}
	if len(all) == 0 {
		readOldNodeLock(lock["dependencies"], add)
	}
}

// Up to npm 6 packages stood in each other.
func readOldNodeLock(raw json.RawMessage, add func(name, version, mark string)) {
	for name, raw := range readFields(raw) {
		e := readFields(raw)
		add(name, e.text("version"), e.mark())
		readOldNodeLock(e["dependencies"], add)
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

// pnpmTop matches what stands at the margin of such a file as pnpm writes it.
var pnpmTop = lazyregexp.New(`^(?:#.*|[a-zA-Z]\w*:(?: .*)?)\s*$`)

// readPnpmLock reads the form in which pnpm writes it. Of what is YAML in another form it says that it cannot be read: pnpm could.
func readPnpmLock(text string, add func(name, version, mark string)) {
	in, from, name, version := false, false, "", ""
	for line := range strings.Lines(text) {
		if strings.TrimSpace(line) == "" {
			continue
		}
		if line[0] != ' ' {
			in, name = strings.TrimSpace(line) == "packages:", ""
			if !pnpmTop.MatchString(line) || !in && strings.HasPrefix(line, "packages") {
				add("unreadable:", strings.TrimSpace(line), "")
			}
			continue
		}
		mark, is := strings.CutPrefix(line, "    resolution:")
		switch m := pnpmKey.FindStringSubmatch(line); {
		case !in:
		case m != nil:
			from, name, version = false, m[1], m[2]
			add(name, version, strings.TrimSpace(line[len(m[0]):]))
		case !strings.HasPrefix(line, "    ") || name == "":
			add("unreadable:", strings.TrimSpace(line), "")
		case is:
			from = true
			add(name, version, strings.TrimSpace(mark)+"\n")
		case from && strings.HasPrefix(line, "      "):
			add(name, version, strings.TrimSpace(line)+"\n")
		default:
			from = false
		}
	}
}

var (
	yarnHead  = lazyregexp.New(`^"?((?:@[^/"]+/)?[^@",]+)@`)
	yarnField = lazyregexp.New(`^ {2}(version|resolved|integrity|checksum|resolution):? "?([^"\n]+)"?$`)
)

// readYarnLock reads the files of the first yarn and of those that came later.
func readYarnLock(text string, add func(name, version, mark string)) {
	name, version, mark := "", "", ""
	flush := func() {
		if name != "" && version != "" {
			add(name, version, mark+"\n")
		}
		name, version, mark = "", "", ""
	}
	for line := range strings.SplitSeq(strings.ReplaceAll(text, "\r\n", "\n"), "\n") {
		if line != "" && line[0] != ' ' && line[0] != '#' {
			flush()
			if m := yarnHead.FindStringSubmatch(line); m != nil {
				name = m[1]
			}
			continue
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
	flush()
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
		for _, name := range r.Files {
			if path.Base(name) == "package.json" {
				out = append(out, listNode(s.read(name))...)
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
			} else if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") && !localLine.MatchString(line) && !included.MatchString(line) {
				out = append(out, [2]string{line, ""}) // an address, or a word that changes where all come from
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

// listNode returns what npm fetches for a manifest.
func listNode(text string) (out [][2]string) {
	p := readFields(json.RawMessage(text))
	for _, kind := range []string{"dependencies", "devDependencies", "optionalDependencies", "peerDependencies"} {
		all := readFields(p[kind])
		for name := range all {
			out = append(out, [2]string{name, all.text(name)})
		}
	}
	if raw := p["overrides"]; raw != nil {
		out = append(out, [2]string{"overrides", strings.Join(strings.Fields(string(raw)), " ")})
	}
	return out
}

// included is a line that names another file of requirements, and notPython what ends a line for Python and not for others.
var (
	included  = lazyregexp.New(`^(?:-r|-c|--requirement|--constraint)[ =]*([^\s#]+)`)
	notPython = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\v", "\n", "\f", "\n", "\x1c", "\n", "\x1d", "\n", "\x1e", "\n", "\u0085", "\n", "\u2028", "\n", "\u2029", "\n", "\ufeff", "") //nolint:gochecknoglobals // a constant list
)

func listRequirements(s source, files []string) (out []string) {
	seen := map[string]bool{}
	var read func(name string)
	read = func(name string) {
		if seen[name] {
			return
		}
		seen[name] = true
		for line := range strings.SplitSeq(strings.ReplaceAll(notPython.Replace(s.read(name)), "\\\n", " "), "\n") {
			line, _, _ = strings.Cut(line, " --hash")
			out = append(out, line)
			if m := included.FindStringSubmatch(strings.TrimSpace(line)); m != nil && s.has[path.Join(path.Dir(name), m[1])] {
				read(path.Join(path.Dir(name), m[1]))
			}
		}
	}
	for _, name := range files {
		if slices.Contains(requirementFiles, name) {
			read(name)
		}
	}
	return out
}
