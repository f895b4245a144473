package dashboard_test

import (
	"go/ast"
	"go/constant"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"text/template/parse"
)

// The package of the templates, and the one that declares what nouns bring.
const (
	viewPath = "github.com/frasier-cos/frasier/bot/dashboard/view"
	nounPath = "github.com/frasier-cos/frasier/bot/command/noun"
)

// TestTemplatesFitTheirPages holds every branch of every template against the type of the page that is
// shown with it, as Go's compiler would: each field and method is there, and takes what it is given.
// Without it such a fault is seen when somebody opens that page in that state.
func TestTemplatesFitTheirPages(t *testing.T) {
	t.Parallel()
	code := typed(t)
	shown := code.shown(t)
	reached := map[string]bool{}
	files, err := filepath.Glob("view/pages/*.html")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".html")
		if name == "base" || name == "parts" {
			continue
		}
		if len(shown[name]) == 0 {
			t.Errorf("nothing shows %s", file)
		}
		for _, page := range shown[name] {
			fits(t, code, page, reached, "view/pages/base.html", "view/pages/parts.html", file)
		}
		delete(shown, name)
	}
	for name := range shown {
		t.Errorf("page %q has no template", name)
	}
	for _, page := range code.pages {
		for _, data := range page.data {
			fits(t, code, data, reached, "view/pages/base.html", "view/pages/parts.html", page.file)
		}
		if files = append(files, page.file); len(page.data) == 0 {
			t.Errorf("%s: what its page is built of was not found", page.file)
		}
	}
	for name, page := range map[string]string{"index": "siteIndex", "project": "siteProject", "sources": "siteProject"} {
		fits(t, code, code.view.Scope().Lookup(page).Type(), reached, "view/site/base.html", "view/site/"+name+".html")
	}
	site, err := filepath.Glob("view/site/*.html")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range append(files, site...) {
		for name := range trees(t, file) {
			if !reached[name] && !strings.HasSuffix(name, ".html") {
				t.Errorf("%s: no page uses template %q", file, name)
			}
		}
	}
}

// goCode is the dashboard and its views as the compiler understands them.
type goCode struct {
	view      *types.Package
	funcs     map[string]*types.Signature // that templates may call
	info      types.Info
	dashboard []*ast.File
	pages     []nounPage
	read      map[string]*types.Package // from their source
}

// nounPage is the template of a page of a noun, with the types of what it is given.
type nounPage struct {
	file string
	data []types.Type
}

// typed reads the two packages from their source, and what they import as it was compiled.
func typed(t *testing.T) *goCode {
	t.Helper()
	c := &goCode{info: types.Info{Types: map[ast.Expr]types.TypeAndValue{}}, read: map[string]*types.Package{}}
	list := exec.CommandContext(t.Context(), "go", "list", "-export", "-deps", "-f", "{{.ImportPath}} {{.Export}}", ".", "../command")
	var said strings.Builder
	list.Stderr = &said
	out, err := list.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, said.String())
	}
	compiled := map[string]string{}
	for line := range strings.Lines(string(out)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		compiled[path] = file
	}
	fset := token.NewFileSet()
	conf := types.Config{Importer: both{c, importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(compiled[path]) })}}
	read := func(folder, path string) (*types.Package, []*ast.File) {
		names, err := filepath.Glob(folder + "/*.go")
		if err != nil {
			t.Fatal(err)
		}
		var files []*ast.File
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			f, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution|parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, f)
		}
		pkg, err := conf.Check(path, fset, files, &c.info)
		if err != nil {
			t.Fatal(err)
		}
		c.read[path] = pkg
		return pkg, files
	}
	var files []*ast.File
	c.view, files = read("view", viewPath)
	c.funcs = c.functions(t, files)
	read("../command/noun", nounPath)
	templates, err := filepath.Glob("../command/*/*.html")
	if err != nil || len(templates) == 0 {
		t.Fatal(templates, err)
	}
	for _, folder := range slices.Compact(folders(templates)) {
		_, files := read(folder, "github.com/frasier-cos/frasier/bot/command/"+filepath.Base(folder))
		c.pages = append(c.pages, c.pagesOf(t, folder, files)...)
	}
	if len(c.pages) != len(templates) {
		t.Errorf("%d templates of nouns have %d pages", len(templates), len(c.pages))
	}
	_, c.dashboard = read(".", "github.com/frasier-cos/frasier/bot/dashboard")
	return c
}

func folders(files []string) []string {
	var out []string
	for _, f := range files {
		out = append(out, filepath.Dir(f))
	}
	return out
}

// pagesOf are the pages that a noun declares: the template that each embeds, and what its Build returns.
func (c *goCode) pagesOf(t *testing.T, folder string, files []*ast.File) []nounPage {
	t.Helper()
	embedded, returned := map[string]string{}, map[string][]types.Type{}
	var out []nounPage
	for _, f := range files {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.GenDecl:
				if file, is := strings.CutPrefix(strings.TrimSpace(commentOf(d)), "//go:embed "); is {
					if v, is := d.Specs[0].(*ast.ValueSpec); is {
						embedded[v.Names[0].Name] = filepath.Join(folder, file)
					}
				}
			case *ast.FuncDecl:
				ast.Inspect(d.Body, func(n ast.Node) bool {
					if r, is := n.(*ast.ReturnStmt); is && len(r.Results) == 2 && !c.info.Types[r.Results[0]].IsNil() {
						returned[d.Name.Name] = append(returned[d.Name.Name], c.info.Types[r.Results[0]].Type)
					}
					return true
				})
			}
		}
	}
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			l, is := n.(*ast.CompositeLit)
			if !is || c.info.Types[l].Type == nil || c.info.Types[l].Type.String() != nounPath+".Page" {
				return true
			}
			var p nounPage
			for _, e := range l.Elts {
				kv, is := e.(*ast.KeyValueExpr)
				if !is {
					t.Fatalf("%s declares a page without names of fields", folder)
				}
				switch nameOf(kv.Key) {
				case "Of", "File": // the page of what a command answers is the dashboard's own, and a file has none
					return true
				case "Template":
					p.file = embedded[nameOf(kv.Value)]
				case "Build":
					p.data = returned[nameOf(kv.Value)]
				}
			}
			out = append(out, p)
			return true
		})
	}
	return out
}

func commentOf(d *ast.GenDecl) string {
	if d.Doc == nil || d.Tok != token.VAR {
		return ""
	}
	return d.Doc.List[len(d.Doc.List)-1].Text
}

func nameOf(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.Ident:
		return e.Name
	}
	return ""
}

// both imports what was read here as it was read, so that there is one of each of its types.
type both struct {
	code *goCode
	rest types.Importer
}

func (b both) Import(path string) (*types.Package, error) {
	if pkg := b.code.read[path]; pkg != nil {
		return pkg, nil
	}
	return b.rest.Import(path)
}

// functions are those of the map that view.funcs makes.
func (c *goCode) functions(t *testing.T, files []*ast.File) map[string]*types.Signature {
	t.Helper()
	out := map[string]*types.Signature{}
	for _, f := range files {
		for _, d := range f.Decls {
			fn, is := d.(*ast.FuncDecl)
			if !is || fn.Recv != nil || fn.Name.Name != "funcs" {
				continue
			}
			ast.Inspect(fn.Body, func(n ast.Node) bool {
				if kv, is := n.(*ast.KeyValueExpr); is {
					if sig, is := c.info.Types[kv.Value].Type.(*types.Signature); is {
						out[constant.StringVal(c.info.Types[kv.Key].Value)] = sig
					}
				}
				return true
			})
		}
	}
	if len(out) == 0 {
		t.Fatal("the functions of the templates were not found")
	}
	return out
}

// shown are the types of the pages that are shown with each template.
func (c *goCode) shown(t *testing.T) map[string][]types.Type {
	t.Helper()
	out := map[string][]types.Type{}
	for _, f := range c.dashboard {
		ast.Inspect(f, func(n ast.Node) bool {
			call, is := n.(*ast.CallExpr)
			if !is || len(call.Args) < 3 {
				return true
			}
			fn, is := call.Fun.(*ast.SelectorExpr)
			if !is || fn.Sel.Name != "show" && fn.Sel.Name != "Render" {
				return true
			}
			if name := c.info.Types[call.Args[1]].Value; name != nil { // show itself renders what it was told to
				out[constant.StringVal(name)] = append(out[constant.StringVal(name)], c.info.Types[call.Args[2]].Type)
			}
			return true
		})
	}
	return out
}

// trees are the templates that files define. What a later file defines replaces what an earlier one does.
func trees(t *testing.T, files ...string) map[string]*parse.Tree {
	t.Helper()
	out := map[string]*parse.Tree{}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		tree := parse.New(filepath.Base(file))
		tree.Mode = parse.SkipFuncCheck
		set := map[string]*parse.Tree{}
		if _, err := tree.Parse(string(raw), "", "", set); err != nil {
			t.Fatal(err)
		}
		for name, made := range set {
			if out[name] == nil || !parse.IsEmptyTree(made.Root) {
				out[name] = made
			}
		}
	}
	return out
}

// fits holds a page's templates against its type.
func fits(t *testing.T, code *goCode, page types.Type, reached map[string]bool, files ...string) {
	t.Helper()
	c := &templateCheck{code: code, trees: trees(t, files...), seen: map[string]bool{}, reached: reached}
	c.template("base.html", page)
	slices.Sort(c.faults)
	for _, fault := range slices.Compact(c.faults) {
		t.Error(fault)
	}
}

// TestTemplateFaultsAreFound shows that the check sees each sort of fault, in branches that are hard to come to.
func TestTemplateFaultsAreFound(t *testing.T) {
	t.Parallel()
	code := typed(t)
	page := code.pages[slices.IndexFunc(code.pages, func(p nounPage) bool { return filepath.Base(p.file) == "inbox.html" })].data[0]
	for text, want := range map[string]string{
		`{{if .Earlier}}{{else}}{{.Gone}}{{end}}`:                                       "no field or method Gone",
		`{{with .Decision}}{{range .Options}}{{.Gone}}{{end}}{{end}}`:                   "no field or method Gone",
		`{{range $i, $d := .Others}}{{else}}{{.Decision.Gone}}{{end}}`:                  "no field or method Gone",
		`{{template "part" (dict .Base .Decision)}}{{define "part"}}{{.V.Gone}}{{end}}`: "no field or method Gone",
		`{{(state .Decision.ID).Gone}}`:                                                 "no field or method Gone",
		`{{$d := .Decision}}{{$d.Gone}}`:                                                "no field or method Gone",
		`{{template "missing" .}}`:                                                      "no template missing",
		`{{missing .}}`:                                                                 "no function missing",
		`{{.Base.Control "a" "b"}}`:                                                     "takes 3 arguments and is given 2",
		`{{count .Decision.Question "step"}}`:                                           "takes int and is given string",
		`{{.Base.Control 1 "b" "c"}}`:                                                   "takes string and is given untyped int",
		`{{if eq .N "one"}}{{end}}`:                                                     "compares int with untyped string",
		`{{range .N.Gone}}{{end}}`:                                                      "no field or method Gone",
		`{{range .Decision}}{{end}}`:                                                    "cannot go through",
		`{{len .N}}`:                                                                    "has no length",
		`{{index .Others .Earlier}}`:                                                    "cannot be looked up",
		`{{.N 1}}`:                                                                      "is no method",
		`{{template "part"}}{{define "part"}}{{.Title}}{{end}}`:                         "no field or method Title",
		`{{.N}}{{len .Others}}{{index .Others 0}}{{template "part" .}}{{define "part"}}{{$.Title}}{{or .Earlier "none"}}{{end}}`: "",
	} {
		set := map[string]*parse.Tree{}
		tree := parse.New("page")
		tree.Mode = parse.SkipFuncCheck
		if _, err := tree.Parse(text, "", "", set); err != nil {
			t.Fatal(err)
		}
		c := &templateCheck{code: code, trees: set, seen: map[string]bool{}, reached: map[string]bool{}}
		c.template("page", page)
		if got := strings.Join(c.faults, "\n"); want == "" && got != "" || !strings.Contains(got, want) || len(c.faults) > 1 {
			t.Errorf("%s\ngives %q, want %q", text, got, want)
		}
	}
}
