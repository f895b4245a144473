package coding

import (
	"cmp"
	"fmt"
	"math"
	"path"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/prose"
)

// Bounds of a FileMap and of a Sketch, so that planning a change reads about 4,000 tokens of a repository, however
// large that is.
const (
	MapFiles   = 2_000   // listed files; of more those in folders that tools made are left out first
	MapNames   = 12      // what a file declares
	MapReadme  = 3_000   // characters of the README
	MapHouse   = 1_500   // characters of what says how the repository is worked on
	MapFolders = 80      // with their numbers of files
	MapBytes   = 256_000 // of a whole map, as JSON; files at its end are dropped until it fits
	MapSource  = 64_000  // bytes of a file whose declarations are looked for

	mapDepth      = 2     // of folders
	mapKinds      = 8     // of files
	sketchWhole   = 60    // files of a repository that is shown whole
	sketchFiles   = 40    // files that are nearest to an order
	sketchLetters = 9_000 // of the list of files
	nameLetters   = 40    // of a declared name
	leastWord     = 3     // letters of a word of an order that is looked for
)

// FileMap says what a repository holds at one commit, for whoever plans changes of it and sees nothing of it else.
// The zero value is that of a repository of which nothing is known.
type FileMap struct {
	Commit  string       `json:"commit"`
	Made    time.Time    `json:"-"`
	Files   int          `json:"files"`
	Kinds   []string     `json:"kinds,omitempty"`   // "212 .go", the most first
	Folders []string     `json:"folders,omitempty"` // "worker/coder/: 30"
	Listed  []MappedFile `json:"listed,omitempty"`  // MapFiles at most
	Readme  string       `json:"readme,omitempty"`  // its beginning
	House   string       `json:"house,omitempty"`   // the beginning of what says how the repository is worked on
}

// MappedFile is one file of a FileMap.
type MappedFile struct {
	Path  string   `json:"p"`
	Names []string `json:"n,omitempty"` // that it declares, in its order
}

// Sketch is the part of a FileMap that concerns an order. A plan keeps it, so that each of its calls can be made again.
type Sketch struct {
	Name    string       `json:"name"`
	Ref     string       `json:"ref"`
	Commit  string       `json:"commit"`
	Made    time.Time    `json:"made"`
	Files   int          `json:"files"`
	Kinds   []string     `json:"kinds,omitempty"`
	Checks  []string     `json:"checks,omitempty"` // each with how it ended when it was tried
	Folders []string     `json:"folders,omitempty"`
	Near    []MappedFile `json:"near,omitempty"` // the nearest first; of a small repository all
	Readme  string       `json:"readme,omitempty"`
	House   string       `json:"house,omitempty"`
}

// NewFileMap makes a map of the paths of a commit; what the files declare and say is added by who can read them.
func NewFileMap(commit string, paths []string) FileMap {
	m := FileMap{Commit: commit, Files: len(paths)}
	kinds := map[string]int{}
	for _, p := range paths {
		if ext := path.Ext(p); ext != "" && len(ext) < 12 && !IsBrought(p) {
			kinds[ext]++
		}
	}
	folders := countFolders(paths, mapDepth)
	for depth := mapDepth - 1; depth > 0 && len(folders) > MapFolders; depth-- {
		folders = countFolders(paths, depth)
	}
	for _, ext := range sortCounted(kinds, func(a, b string) int { return cmp.Compare(kinds[b], kinds[a]) }) {
		m.Kinds = append(m.Kinds, fmt.Sprintf("%d %s", kinds[ext], ShownPath(ext)))
	}
	for _, dir := range sortCounted(folders, func(a, b string) int { return compareBrought(a+"/", b+"/") }) {
		if dir != "." {
			m.Folders = append(m.Folders, fmt.Sprintf("%s/: %d", ShownPath(dir), folders[dir]))
		}
	}
	m.Kinds, m.Folders = m.Kinds[:min(len(m.Kinds), mapKinds)], m.Folders[:min(len(m.Folders), MapFolders)]
	sorted := slices.Clone(paths)
	slices.SortFunc(sorted, func(a, b string) int { return cmp.Or(compareBrought(a, b), cmp.Compare(a, b)) })
	for _, p := range sorted[:min(len(sorted), MapFiles)] {
		m.Listed = append(m.Listed, MappedFile{Path: p})
	}
	return m
}

func countFolders(paths []string, depth int) map[string]int {
	out := map[string]int{}
	for _, p := range paths {
		parts := strings.Split(path.Dir(p), "/")
		out[strings.Join(parts[:min(len(parts), depth)], "/")]++
	}
	return out
}

func sortCounted(count map[string]int, by func(a, b string) int) []string {
	names := make([]string, 0, len(count))
	for n := range count {
		names = append(names, n)
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(by(a, b), cmp.Compare(a, b)) })
	return names
}

var broughtFolder = lazyregexp.New(`(^|/)(vendor|node_modules|third_party|dist|\.yarn|testdata)/`)

// IsBrought reports whether a file lies where tools put what others wrote, or where tests keep what they read.
func IsBrought(name string) bool { return broughtFolder.MatchString(name) }

func compareBrought(a, b string) int {
	rank := func(name string) int {
		if IsBrought(name) {
			return 1
		}
		return 0
	}
	return cmp.Compare(rank(a), rank(b))
}

// One pattern serves all languages: planning is told where to look, and who makes the change reads the file itself.
var declaration = lazyregexp.New(`(?m)^(?:\t|  |    )?(?:(?:export|default|declare|public|protected|internal|static|abstract|final|async|override|open|data|sealed|pub(?:\([a-z]+\))?|unsafe|const|extern|suspend|inline|partial)\s+)*` +
	`(?:func|def|class|fn|struct|enum|trait|interface|type|function\*?|module|record|object|protocol|extension|namespace|impl|fun|sub|defmodule|defp?|macro_rules!)\s+(?:\([^)\n]*\)\s*)?([A-Za-z_][\w.]*[?!]?)` +
	`|^(?:export\s+)?(?:const|let|var)\s+([A-Za-z_]\w*)\s*=\s*(?:async\s*)?(?:\(|function\b|\w+\s*=>)` +
	`|^(?:module\.)?exports\.([A-Za-z_]\w*)\s*=` +
	`|^([A-Za-z_]\w*)\s*\(\)\s*\{` +
	`|^\s{0,4}(?:public|private|protected|internal)\s+(?:[\w.<>\[\],?]+\s+){1,4}([A-Za-z_]\w*)\s*\(` +
	`|^[A-Za-z_][\w\s*]*?[\s*]([A-Za-z_]\w*)\([^;{}\n]*\)\s*\{?$`)

// OutlineNames returns the names that a source file declares, in its order and each once; none of what is no source.
func OutlineNames(name, text string) []string {
	if !IsSource(name) || len(text) > MapSource {
		return nil
	}
	var out []string
	for _, m := range declaration.FindAllStringSubmatch(text, -1) {
		found := cmp.Or(m[1:]...)
		if found == "" || len(found) > nameLetters || slices.Contains([]string{"if", "for", "while", "switch", "return", "else", "catch"}, found) || slices.Contains(out, found) {
			continue
		}
		if out = append(out, found); len(out) == MapNames {
			break
		}
	}
	return out
}

// IsSource reports whether a file's name is that of source code.
func IsSource(name string) bool { return sourceName.MatchString(name) }

var sourceName = lazyregexp.New(`(?i)\.(go|py|pyi|jsx?|tsx?|mjs|cjs|mts|cts|vue|svelte|rs|java|kts?|cs|rb|php|swift|c|h|cc|cpp|hh|hpp|sh|bash|scala|exs?|pl|pm|lua|dart)$`)

// For returns what of a map concerns an order: the files whose names and declarations have its words, rare words first.
func (m FileMap) For(r Repository, order string) Sketch {
	s := Sketch{Name: r.Name, Ref: r.Ref, Commit: m.Commit, Made: m.Made, Files: m.Files, Kinds: m.Kinds, Folders: m.Folders, Readme: m.Readme, House: m.House}
	near := slices.Clone(m.Listed)
	if len(near) > sketchWhole {
		score := m.scoreFiles(order)
		slices.SortStableFunc(near, func(a, b MappedFile) int {
			return cmp.Or(compareBrought(a.Path, b.Path), cmp.Compare(score[b.Path], score[a.Path]))
		})
		near = near[:sketchFiles]
	}
	letters := 0
	for _, f := range near {
		for _, n := range append(f.Names, f.Path) {
			letters += len(n) + len(", ")
		}
		if letters > sketchLetters {
			break
		}
		s.Near = append(s.Near, f)
	}
	return s
}

// A word weighs more the fewer files have it, and in a path more than in a file.
func (m FileMap) scoreFiles(order string) map[string]float64 {
	wanted := splitIdentifiers(order)
	words := make([][2][]string, len(m.Listed))
	holders := map[string]int{}
	for i, f := range m.Listed {
		words[i] = [2][]string{splitIdentifiers(f.Path), splitIdentifiers(strings.Join(f.Names, " "))}
		for _, w := range wanted {
			if hasWord(words[i][0], w) || hasWord(words[i][1], w) {
				holders[w]++
			}
		}
	}
	score := map[string]float64{}
	for i, f := range m.Listed {
		for _, w := range wanted {
			weight := math.Log(float64(len(m.Listed)+1) / float64(holders[w]+1))
			if hasWord(words[i][0], w) {
				score[f.Path] += 2 * weight
			}
			if hasWord(words[i][1], w) {
				score[f.Path] += weight
			}
		}
	}
	return score
}

// splitIdentifiers returns the words of a text, those within names among them, folded and each once: "parsePrice" has two.
func splitIdentifiers(text string) []string {
	var out []string
	var open []rune
	flush := func() {
		if w := prose.Fold(string(open)); len([]rune(w)) >= leastWord && !slices.Contains(out, w) {
			out = append(out, w)
		}
		open = open[:0]
	}
	lower := false
	for _, c := range text {
		if !unicode.IsLetter(c) && !unicode.IsDigit(c) || unicode.IsUpper(c) && lower {
			flush()
		}
		if lower = unicode.IsLower(c); unicode.IsLetter(c) || unicode.IsDigit(c) {
			open = append(open, c)
		}
	}
	flush()
	return out
}

// Words agree when one is the other's beginning and little is left: "price" and "prices", "parse" and "parser".
func hasWord(words []string, w string) bool {
	return slices.ContainsFunc(words, func(x string) bool {
		short, long := min(len(x), len(w)), max(len(x), len(w))
		return x == w || long-short <= min(short-leastWord, 2) && x[:short] == w[:short]
	})
}

// DescribeTried says in a line how each check ended when it was last tried; of one that never was only its command.
func DescribeTried(checks []string, tried []CheckState) []string {
	var out []string
	for _, c := range checks {
		line := c
		if i := slices.IndexFunc(tried, func(s CheckState) bool { return s.Name == c }); i >= 0 {
			line += ": " + tried[i].describe()
		}
		out = append(out, line)
	}
	return out
}

func (c CheckState) describe() string {
	const most = 5
	switch {
	case c.Good && c.Passed > 0:
		return fmt.Sprintf("passes, %d tests", c.Passed)
	case c.Good:
		return "passes"
	case len(c.Failing) > 0:
		return fmt.Sprintf("%d tests pass; these fail already: %s", c.Passed, strings.Join(c.Failing[:min(len(c.Failing), most)], ", "))
	case c.Why != "":
		return "could not be tried (" + prose.OneLine(c.Why) + ")"
	}
	return "fails already"
}

// HouseFiles say how those who keep a repository, or a folder of it, want it worked on; the first that is there counts.
func HouseFiles() []string { return []string{"AGENTS.md", "CLAUDE.md", ".frasier/coder.md"} }

// NameReadme returns which of the files in the top folder says what a repository is; empty for none.
func NameReadme(paths []string) string {
	for _, p := range paths {
		if low := strings.ToLower(p); !strings.Contains(p, "/") && (low == "readme" || strings.HasPrefix(low, "readme.")) {
			return p
		}
	}
	return ""
}
