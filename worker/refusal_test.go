package worker_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
)

// source holds the functions of some packages by their names, with the words that they hold and the functions that they call.
type source map[string]*function

type function struct {
	file         string
	words, calls []string
	ends         bool // it ends a change of code without one
}

func readSource(t *testing.T, folders ...string) source {
	t.Helper()
	out := source{}
	for _, folder := range folders {
		files, err := fs.Glob(os.DirFS(folder), "*.go")
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), folder+"/"+name, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range file.Decls {
				if f, is := d.(*ast.FuncDecl); is {
					out[f.Name.Name] = readFunction(folder+"/"+name, f)
				}
			}
		}
	}
	return out
}

func readFunction(file string, f *ast.FuncDecl) *function {
	out := &function{file: file}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BasicLit:
			out.words = append(out.words, n.Value)
		case *ast.SelectorExpr: // called, or handed on
			out.calls = append(out.calls, n.Sel.Name)
			out.ends = out.ends || n.Sel.Name == "failStep" || n.Sel.Name == "HoldCode"
		case *ast.CallExpr:
			if id, is := n.Fun.(*ast.Ident); is {
				out.calls = append(out.calls, id.Name)
			}
		}
		return true
	})
	return out
}

// names reports whether a function, or one that it calls, holds words that name a command, or buttons.
func (s source) names(name string, deep int) bool {
	f := s[name]
	if f == nil || deep == 0 {
		return false
	}
	named := func(w string) bool { return strings.Contains(w, "frasier ") || strings.Contains(w, "`!") } // in a shell, or in a chat
	return slices.ContainsFunc(f.words, named) ||
		slices.ContainsFunc(f.calls, func(c string) bool { return c != "failStep" && s.names(c, deep-1) })
}

// Whatever ends a change of code without one names the command that helps, or asks with buttons: a question that waits for a yes has them.
func TestEveryEndOfAChangeNamesWhatHelps(t *testing.T) {
	t.Parallel()
	all := readSource(t, ".", "proof", "../internal/coding")
	// Of these the words come from elsewhere.
	elsewhere := map[string]string{
		"offerChange": "a question with the buttons of question.GuardOptions",
		"decideFault": "a source that cannot be used, or a model's endpoint: their packages say what helps, and the question has buttons",
	}
	n := 0
	for name, f := range all {
		if !f.ends || !strings.HasPrefix(f.file, "./") || name == "failStep" {
			continue
		}
		n++
		if elsewhere[name] == "" && !all.names(name, 4) {
			t.Errorf("%s in %s ends a change, and names no command that helps", name, f.file)
		}
	}
	if n < 8 {
		t.Errorf("%d ends of a change were found", n)
	}
}
