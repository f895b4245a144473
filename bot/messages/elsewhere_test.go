package messages_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// No package that talks to founders writes a sentence of its own: what it hands
// to a reply, a refusal or the field of a text is made in this package, and in a noun's folder in
// its files that begin with "words".
func TestNoSentenceStandsElsewhere(t *testing.T) {
	for _, dir := range []string{"command", "converse", "dashboard", "discord", "ticket", "watch", "terminal", "../cmd/internal/cli", "command/*"} {
		files, err := filepath.Glob(filepath.Join("..", dir, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files, %v", dir, len(files), err)
		}
		for _, path := range files {
			if strings.HasSuffix(path, "_test.go") || strings.HasPrefix(filepath.Base(path), "words") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range sentences(file) {
				t.Errorf("%s says %q by itself; make it a function of bot/messages, or of a words*.go of the noun", path, s)
			}
		}
	}
	planted, err := parser.ParseFile(token.NewFileSet(), "x.go", `package x; func f() { say("Paused "+name+"."); g(org.Reply{Text: fmt.Sprintf("I am %s", name)}) }`, 0)
	if err != nil {
		t.Fatal(err)
	}
	if got := sentences(planted); len(got) != 2 {
		t.Errorf("of two planted sentences %q are found", got)
	}
}

// sentences are the literals of more than one word, or that begin a sentence, in what a file passes to
// say or refuse, or gives a Text, Advice or Label.
func sentences(file *ast.File) []string {
	var out []string
	spoken := func(value ast.Expr) {
		ast.Inspect(value, func(n ast.Node) bool {
			if _, nested := n.(*ast.FuncLit); nested {
				return false
			}
			if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING {
				s, err := strconv.Unquote(l.Value)
				words := regexp.MustCompile(`\pL{1,}`).FindAllString(regexp.MustCompile(`%[a-z]`).ReplaceAllString(s, ""), -1)
				if begins := regexp.MustCompile(`^\p{Lu}\pL+ $`).MatchString(s); err == nil && (len(words) > 1 || begins) {
					out = append(out, s)
				}
			}
			return true
		})
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			name := ""
			switch f := n.Fun.(type) {
			case *ast.Ident:
				name = f.Name
			case *ast.SelectorExpr:
				name = f.Sel.Name
			}
			if slices.Contains([]string{"say", "refuse"}, name) {
				for _, a := range n.Args {
					spoken(a)
				}
			}
		case *ast.KeyValueExpr:
			if k, ok := n.Key.(*ast.Ident); ok && slices.Contains([]string{"Text", "Advice", "Label"}, k.Name) {
				spoken(n.Value)
			}
		}
		return true
	})
	return out
}
