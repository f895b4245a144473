package outward_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/outward"
)

// Each kind of action that this package names is among Kinds: what goes through them all forgets none.
func TestKindsAreAll(t *testing.T) {
	t.Parallel()
	files, err := fs.Glob(os.DirFS("."), "*.go")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			v, ok := n.(*ast.ValueSpec)
			if !ok || len(v.Values) != 1 {
				return true
			}
			kind, isIdent := v.Type.(*ast.Ident)
			lit, isText := v.Values[0].(*ast.BasicLit)
			if !isIdent || kind.Name != "Kind" || !isText {
				return true
			}
			found++
			if word, err := strconv.Unquote(lit.Value); err != nil || !slices.Contains(outward.Kinds(), outward.Kind(word)) {
				t.Errorf("%s is a kind of action, and not among Kinds: %v", v.Names[0].Name, err)
			}
			return true
		})
	}
	if found != len(outward.Kinds()) {
		t.Errorf("%d kinds are named, and %d among Kinds", found, len(outward.Kinds()))
	}
}
