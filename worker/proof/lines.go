package proof

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/prose"
)

// findIdleLines says which lines that a refactoring changes are run by no test that was there, before or after it, and what the reader
// must know where nothing tells. Tests that pass show nothing of lines that they do not run.
func findIdleLines(f Facts) (lacks, note string) {
	before := coding.LinesOf(f.Trials, baseTree(f))
	after := coding.LinesOf(f.Trials, f.Change.Tree)
	same := findSameDeclarations(f.Change.Files)
	parts := map[string]coding.PatchPart{}
	for _, p := range coding.PatchParts(string(f.Change.Patch)) {
		parts[p.Path] = p
	}
	var idle, untold []string
	ran := 0
	for _, x := range f.Change.Files {
		if x.IsTest() || !sourceEnding.MatchString(x.Path) || isMoved(x, f.Change.Files) {
			continue
		}
		gone, come := parts[x.Path].ChangedLines()
		for _, side := range []struct {
			lines      []int
			text, when string
			told       map[string]coding.RunLines
		}{{come, x.After, "", after}, {gone, x.Before, " before the change", before}} {
			changed := dropLines(side.lines, side.text, same.of(x.Path, side.text))
			l, is := side.told[x.Path]
			switch {
			case len(changed) == 0:
			case !is:
				untold = append(untold, coding.ShownPath(x.Path))
			default:
				never := slices.DeleteFunc(slices.Clone(changed), func(n int) bool { return !slices.Contains(l.Idle, n) })
				if ran += len(changed) - len(never); len(never) > 0 {
					idle = append(idle, coding.ShownPath(x.Path)+" "+nameLines(never)+side.when)
				}
			}
		}
	}
	untold = slices.Compact(untold)
	switch {
	case len(untold) > 0:
		note = "Which lines of " + nameSome(untold) + " the tests run, nothing here can tell (Go, Python and JavaScript that runs as it is written can), so that they pass may show nothing of them: read those lines."
	case ran > 0 && len(idle) == 0:
		note = "The tests that were there run all lines that it changes."
	}
	if len(idle) > 0 {
		lacks = "no test that was there runs " + nameSome(idle) + ", so nothing shows that it does what it did"
	}
	return lacks, note
}

// baseTree is the tree on which the lines were told that are not those of the change.
func baseTree(f Facts) string {
	for _, t := range coding.TrialsOf(f.Trials, coding.TrialLines, "") {
		if t.Tree != f.Change.Tree {
			return t.Tree
		}
	}
	return "none"
}

func nameLines(lines []int) string {
	if len(lines) == 1 {
		return "line " + coding.FormatLines(lines)
	}
	return "lines " + coding.FormatLines(lines)
}

func nameSome(names []string) string {
	const most = 5
	if n := len(names); n > most {
		return strings.Join(names[:most], "; ") + fmt.Sprintf(" and %s more", prose.Count(n-most, "place"))
	}
	return strings.Join(names, "; ")
}

// dropLines leaves out those lines that do nothing, and those of declarations that stand there as they stood before.
func dropLines(lines []int, text string, same [][2]int) []int {
	all := strings.Split(text, "\n")
	return slices.DeleteFunc(slices.Clone(lines), func(n int) bool {
		return n < 1 || n > len(all) || !coding.HasCode(all[n-1]) || slices.ContainsFunc(same, func(s [2]int) bool { return n >= s[0] && n <= s[1] })
	})
}

// declarations are Go's, as they are written, that a package has both before and after a change: one that moves within it does what it did.
type declarations map[string]map[string]bool // texts by folder

func findSameDeclarations(files []coding.FileChange) declarations {
	before, after := declarations{}, declarations{}
	for _, f := range files {
		if path.Ext(f.Path) != ".go" || f.IsTest() {
			continue
		}
		before.add(f.Path, f.Before)
		after.add(f.Path, f.After)
	}
	for folder, texts := range before {
		for text := range texts {
			if !after[folder][text] {
				delete(texts, text)
			}
		}
	}
	return before
}

func (d declarations) add(name, text string) {
	folder := path.Dir(name)
	if d[folder] == nil {
		d[folder] = map[string]bool{}
	}
	walkDeclarations(text, func(part string, _ [2]int) { d[folder][part] = true })
}

// of returns where such declarations stand in a file, by the numbers of their first and last lines.
func (d declarations) of(name, text string) (out [][2]int) {
	if texts := d[path.Dir(name)]; path.Ext(name) == ".go" && len(texts) > 0 {
		walkDeclarations(text, func(part string, lines [2]int) {
			if texts[part] {
				out = append(out, lines)
			}
		})
	}
	return out
}

func walkDeclarations(text string, take func(part string, lines [2]int)) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, "", text, parser.SkipObjectResolution)
	if err != nil || text == "" {
		return
	}
	for _, d := range file.Decls {
		f, is := d.(*ast.FuncDecl) // others begin in the order in which they stand
		if !is {
			continue
		}
		from, to := set.Position(f.Pos()), set.Position(f.End())
		take(text[from.Offset:to.Offset]+listImports(file, f), [2]int{from.Line, to.Line})
	}
}

// listImports names what a function uses of other packages, by their paths: the same words may mean another one in another file.
func listImports(file *ast.File, f *ast.FuncDecl) string {
	used := map[string]bool{}
	ast.Inspect(f, func(n ast.Node) bool {
		if s, is := n.(*ast.SelectorExpr); is {
			if x, is := s.X.(*ast.Ident); is {
				used[x.Name] = true
			}
		}
		return true
	})
	var out []string
	for _, i := range file.Imports {
		name := path.Base(strings.Trim(i.Path.Value, `"`))
		if i.Name != nil {
			name = i.Name.Name
		}
		if used[name] || name == "." {
			out = append(out, name+" "+i.Path.Value)
		}
	}
	slices.Sort(out)
	return "\n" + strings.Join(out, "\n")
}
