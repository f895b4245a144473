package cmd_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// unwired lists what the tree defines and nothing uses yet, with the reason. A
// line that is no longer needed fails the test.
func unwired() map[string]string {
	return map[string]string{
		"method Prepare":           "database/sql calls it",
		"method CheckNamedValue":   "database/sql calls it",
		"method QueryContext":      "database/sql calls it",
		"table roadmap_edges read": "its keys refuse an edge to an unknown item; the planner reads the edges with the items",
	}
}

// source is one Go file of the product, without tests.
type source struct {
	path string
	text string
	file *ast.File
}

func sources(t *testing.T) []source {
	t.Helper()
	var out []source
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() && (name == "testdata" || strings.HasPrefix(name, ".") && name != ".." || strings.HasSuffix(path, "internal/testing") || strings.HasSuffix(path, "internal/tools")) {
			return filepath.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, raw, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		out = append(out, source{path: filepath.ToSlash(strings.TrimPrefix(path, "../")), text: string(raw), file: f})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestEveryTableIsWrittenAndRead takes the tables from the schema and looks
// for statements of the store that write and read each.
func TestEveryTableIsWrittenAndRead(t *testing.T) {
	var store strings.Builder
	for _, s := range sources(t) {
		if strings.HasPrefix(s.path, "store/") {
			store.WriteString(s.text)
		}
	}
	files, err := filepath.Glob("../schema/sqlite/*.sql")
	if err != nil || len(files) == 0 {
		t.Fatalf("schema: %v, %v", files, err)
	}
	var migrations strings.Builder
	for _, path := range files {
		migrations.WriteString(read(t, path))
	}
	n := 0
	for _, m := range regexp.MustCompile(`(?m)^CREATE (?:VIRTUAL )?TABLE (\w+)`).FindAllStringSubmatch(migrations.String(), -1) {
		table := m[1]
		if to := regexp.MustCompile(`\nALTER TABLE ` + table + ` RENAME TO (\w+);`).FindStringSubmatch(migrations.String()); to != nil {
			table = to[1] // it takes the place of the one that goes
		} else if strings.Contains(migrations.String(), "\nDROP TABLE "+table+";") {
			continue
		}
		n++
		write := regexp.MustCompile(`(?i)\b(?:INSERT (?:OR \w+ )?INTO|UPDATE|DELETE FROM)\s+` + table + `\b|\.insert\(.` + table + ` \(`)
		look := regexp.MustCompile(`(?i)\b(?:FROM|JOIN)\s+` + table + `\b`)
		exempt(t, "table "+table+" written", write.MatchString(store.String()))
		exempt(t, "table "+table+" read", look.MatchString(strings.ReplaceAll(store.String(), "DELETE FROM", "")))
	}
	if n < 20 {
		t.Errorf("%d tables in the schema, want 20 at least: does the pattern still fit?", n)
	}
}

// TestEveryVerbIsCalled takes the exported methods of the store and looks for
// code that calls each.
func TestEveryVerbIsCalled(t *testing.T) {
	all := sources(t)
	n := 0
	for _, s := range all {
		if !strings.HasPrefix(s.path, "store/") {
			continue
		}
		for _, d := range s.file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Recv == nil || !f.Name.IsExported() {
				continue
			}
			n++
			exempt(t, "method "+f.Name.Name, called(all, f.Name.Name))
		}
	}
	if n < 50 {
		t.Errorf("%d verbs of the store, want 50 at least", n)
	}
}

// called reports whether code calls a method of that name.
func called(all []source, name string) bool {
	for _, s := range all {
		found := false
		ast.Inspect(s.file, func(n ast.Node) bool {
			if x, ok := n.(*ast.SelectorExpr); ok {
				found = found || x.Sel.Name == name
			}
			return !found
		})
		if found {
			return true
		}
	}
	return false
}

// TestEveryEventKindAndLimitIsUsed takes the constants of the vocabulary and
// looks for code outside their own block that uses each.
func TestEveryEventKindAndLimitIsUsed(t *testing.T) {
	all := sources(t)
	for _, file := range []string{"internal/org/event.go", "internal/org/limits.go"} {
		names := constants(all, file)
		if len(names) < 20 {
			t.Errorf("%d constants in %s, want 20 at least", len(names), file)
		}
		for _, name := range names {
			exempt(t, name, used(all, name, file))
		}
	}
}

// TestEverySettingIsUsed takes the fields of the settings and the names that
// may stand in .env and looks for code that reads each.
func TestEverySettingIsUsed(t *testing.T) {
	const file = "cmd/internal/settings/settings.go"
	all := sources(t)
	var fields, names []string
	for _, s := range all {
		if s.path != file {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			d, ok := n.(*ast.TypeSpec)
			if !ok || d.Name.Name != "Settings" {
				return true
			}
			if x, ok := d.Type.(*ast.StructType); ok {
				for _, f := range x.Fields.List {
					for _, id := range f.Names {
						fields = append(fields, id.Name)
					}
				}
			}
			return true
		})
		for _, m := range regexp.MustCompile(`"((?:FRASIER|DISCORD|OPENROUTER|BRAVE)_\w+)"`).FindAllStringSubmatch(s.text, -1) {
			names = append(names, m[1])
		}
	}
	if len(fields) < 15 || len(names) < 20 {
		t.Fatalf("%d fields and %d names of settings: does the pattern still fit?", len(fields), len(names))
	}
	for _, f := range fields {
		exempt(t, "setting "+f, used(all, f, file))
	}
	for _, name := range slices.Compact(slices.Sorted(slices.Values(names))) {
		call := regexp.MustCompile(`r\.read(?:Text|Secret|Model|NumberSetting|Duration|IDs|ID|Choice)\("` + name + `"`)
		got := false
		for _, s := range all {
			got = got || strings.HasPrefix(s.path, "cmd/internal/settings/") && call.MatchString(s.text)
		}
		exempt(t, "setting "+name+" read", got)
	}
}

func exempt(t *testing.T, what string, used bool) {
	t.Helper()
	reason, listed := unwired()[what]
	switch {
	case !used && !listed:
		t.Errorf("%s: nothing in the product uses it", what)
	case used && listed:
		t.Errorf("%s is used; take its line (%s) away", what, reason)
	}
}

// constants lists the names that the const blocks of a file define.
func constants(all []source, file string) []string {
	var out []string
	for _, s := range all {
		if s.path != file {
			continue
		}
		for _, d := range s.file.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.CONST {
				continue
			}
			for _, spec := range g.Specs {
				if v, ok := spec.(*ast.ValueSpec); ok {
					for _, id := range v.Names {
						out = append(out, id.Name)
					}
				}
			}
		}
	}
	return out
}

// used reports whether code names an identifier: in a selector anywhere
// outside the file, or in a function of the file or its package.
func used(all []source, name, file string) bool {
	for _, s := range all {
		for _, d := range s.file.Decls {
			if g, ok := d.(*ast.GenDecl); ok && s.path == file && g.Tok != token.VAR {
				continue
			}
			found := false
			ast.Inspect(d, func(n ast.Node) bool {
				switch x := n.(type) {
				case *ast.SelectorExpr:
					found = found || x.Sel.Name == name && (s.path != file || filepath.Base(file) != "settings.go")
				case *ast.Ident:
					found = found || x.Name == name && filepath.Dir(s.path) == filepath.Dir(file) && filepath.Base(file) != "settings.go"
				}
				return !found
			})
			if found {
				return true
			}
		}
	}
	return false
}
