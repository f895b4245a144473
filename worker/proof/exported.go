package proof

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
)

// findExported asks about each name that others may use and that a refactoring takes away or changes, unless the order names it.
func findExported(f Facts) []coding.GuardFinding {
	before, after := collectNames(f.Change.Files, func(x coding.FileChange) string { return x.Before }), collectNames(f.Change.Files, func(x coding.FileChange) string { return x.After })
	var out []coding.GuardFinding
	for _, where := range slices.Sorted(maps.Keys(before)) {
		had, has := before[where], after[where]
		for _, name := range slices.Sorted(maps.Keys(had)) {
			now, there := has[name]
			owner, _, member := strings.Cut(name, ".")
			_, owned := has[owner]
			switch {
			case there && (now.text == had[name].text || slices.Contains([]string{now.text, had[name].text}, importedName)), namesWord(f.Words, name[strings.LastIndex(name, ".")+1:]):
			case member && !owned && had[owner].path != "": // said of what it belongs to
			case there:
				out = append(out, coding.GuardFinding{Rule: "C19", Path: now.path, Line: now.line, Text: name + " is another for those who use it (" + clipShown(now.text) + " instead of " + clipShown(had[name].text) + "), and the order does not name it"})
			case has.hidesNames(): // what a file passes on whole cannot be told
			default:
				out = append(out, coding.GuardFinding{Rule: "C19", Path: had[name].path, Text: name + ", which others may use, is gone from " + coding.ShownPath(where) + ", and the order does not name it"})
			}
		}
	}
	return out
}

func clipShown(text string) string {
	const most = 80
	if text == "" {
		text = "nothing"
	}
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + "..."
	}
	return text
}

func namesWord(words, name string) bool {
	return slices.Contains(anyWord.FindAllString(words, -1), strings.TrimRight(name, "?!="))
}

// exported are the names of one place that others may use: a file, a folder, or all of the code, as their language has it.
type exported map[string]exportedName

type exportedName struct {
	text string // what users depend on besides the name
	path string
	line int
}

// passedOn stands for the names of another file that one passes on whole.
const passedOn = "*"

func (e exported) hidesNames() bool { return e[passedOn].path != "" }

// collectNames reads the names of the files of a change on one of its sides, by where they are looked for.
func collectNames(files []coding.FileChange, text func(coding.FileChange) string) map[string]exported {
	out := map[string]exported{}
	for _, f := range files {
		if f.IsTest() {
			continue
		}
		where, read := findNameReader(f.Path)
		if read == nil {
			continue
		}
		if out[where] == nil {
			out[where] = exported{}
		}
		read(text(f), func(name, what string, line int) {
			if was, twice := out[where][name]; twice { // overloads are one
				what = was.text + " | " + what
			}
			out[where][name] = exportedName{what, f.Path, line}
		})
	}
	return out
}

type nameReader func(text string, take func(name, what string, line int))

func findNameReader(name string) (where string, read nameReader) {
	if path.Ext(name) == ".go" {
		return path.Dir(name), readGoNames
	}
	for _, l := range nameTables() {
		if !slices.Contains(l.extensions, path.Ext(name)) || l.private != nil && l.private.MatchString(name) {
			continue
		}
		switch l.within {
		case "file":
			where = name
		case "folder":
			where = path.Dir(name)
		default:
			where = "the code"
		}
		return where, l.read
	}
	return "", nil
}

// readGoNames takes the names of a package that is no program: nobody can use those of one.
func readGoNames(text string, take func(name, what string, line int)) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, "", text, parser.SkipObjectResolution)
	if err != nil || file.Name.Name == "main" {
		return
	}
	at := func(n ast.Node) int { return set.Position(n.Pos()).Line }
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			name, of := d.Name.Name, ""
			if d.Recv != nil && len(d.Recv.List) == 1 {
				of = types.ExprString(d.Recv.List[0].Type)
				owner := strings.TrimLeft(of, "*")
				owner, _, _ = strings.Cut(owner, "[")
				if !ast.IsExported(owner) {
					continue
				}
				name = owner + "." + name
				of = map[bool]string{true: "*", false: ""}[strings.HasPrefix(of, "*")]
			}
			if ast.IsExported(d.Name.Name) {
				take(name, of+describeFunc(d.Type), at(d))
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				takeSpec(d.Tok, s, func(name, what string, n ast.Node) { take(name, what, at(n)) })
			}
		}
	}
}

func takeSpec(tok token.Token, s ast.Spec, take func(name, what string, n ast.Node)) {
	switch s := s.(type) {
	case *ast.ValueSpec:
		for i, n := range s.Names {
			what := tok.String()
			if s.Type != nil {
				what += " " + types.ExprString(s.Type)
			}
			if tok == token.CONST && i < len(s.Values) {
				what += " = " + types.ExprString(s.Values[i])
			}
			if n.IsExported() {
				take(n.Name, what, n)
			}
		}
	case *ast.TypeSpec:
		if !s.Name.IsExported() {
			return
		}
		what := describeFields(s.TypeParams)
		if s.Assign.IsValid() {
			what += "= "
		}
		t, is := s.Type.(*ast.StructType)
		if !is {
			take(s.Name.Name, what+describeType(s.Type), s)
			return
		}
		take(s.Name.Name, what+"struct", s)
		for _, f := range t.Fields.List {
			for _, n := range f.Names {
				if n.IsExported() {
					take(s.Name.Name+"."+n.Name, describeType(f.Type), f)
				}
			}
			if len(f.Names) == 0 {
				take(s.Name.Name+"."+types.ExprString(f.Type), "embedded", f)
			}
		}
	}
}

// What parameters are called nobody depends on in Go.
func describeFunc(t *ast.FuncType) string {
	return "func" + describeFields(t.TypeParams) + "(" + describeFields(t.Params) + ")" + describeFields(t.Results)
}

func describeFields(l *ast.FieldList) string {
	if l == nil {
		return ""
	}
	var out []string
	for _, f := range l.List {
		for range max(1, len(f.Names)) {
			out = append(out, describeType(f.Type))
		}
	}
	return strings.Join(out, ", ")
}

func describeType(e ast.Expr) string {
	switch t := e.(type) {
	case *ast.FuncType:
		return describeFunc(t)
	case *ast.InterfaceType:
		var out []string
		for _, m := range t.Methods.List {
			name := ""
			for _, n := range m.Names {
				name = n.Name
			}
			out = append(out, name+describeType(m.Type))
		}
		slices.Sort(out)
		return "interface{" + strings.Join(out, "; ") + "}"
	}
	return types.ExprString(e)
}
