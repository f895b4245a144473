package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
)

// findDeeper lists, by folder, the tests that are not at the level check what they
// are at the level test: they ask testlevel, or for PostgreSQL, themselves or by
// what they call, or with whole as their package does. All others "make test" has run whole, and a share that ran them
// again would prove nothing.
func findDeeper(root string, whole bool) (map[string][]string, error) {
	found := map[string][]string{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		files, err := filepath.Glob(filepath.Join(path, "*_test.go"))
		if err != nil || len(files) == 0 || strings.HasSuffix(path, "internal/testing/testlevel") {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		tests, err := findAsking(files, whole)
		if len(tests) > 0 {
			found[filepath.ToSlash(rel)] = tests
		}
		return err
	})
	return found, err
}

// findAsking lists those tests of one package. A method counts by its name alone, so
// that it may list one too many and misses none.
func findAsking(files []string, whole bool) ([]string, error) {
	calls, asking := map[string][]string{}, map[string]bool{} // a method's name begins with a point
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		for _, decl := range file.Decls {
			for name, body := range namesOf(decl) {
				called, asks := readBody(body)
				calls[name], asking[name] = append(called, calls[name]...), asks || asking[name]
			}
		}
	}
	all := whole && asking["TestMain"] // itself, for all tests; what it calls may be another program
	for more := true; more; {
		more = false
		for name, called := range calls {
			if !asking[name] && slices.ContainsFunc(called, func(c string) bool { return asking[c] }) {
				asking[name], more = true, true
			}
		}
	}
	var tests []string
	for name := range calls {
		if strings.HasPrefix(name, "Test") && name != "TestMain" && (all || asking[name]) {
			tests = append(tests, name)
		}
	}
	slices.Sort(tests)
	return tests, nil
}

// readBody returns the names that a function uses, those of methods and fields after a
// point, and whether it asks itself.
func readBody(body ast.Node) (called []string, asks bool) {
	fields := map[*ast.Ident]bool{}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			asks = asks || asksMore(n)
		case *ast.SelectorExpr:
			fields[n.Sel] = true
			called = append(called, "."+n.Sel.Name)
		case *ast.KeyValueExpr:
			if key, ok := n.Key.(*ast.Ident); ok {
				fields[key] = true
			}
		case *ast.Field:
			for _, name := range n.Names {
				fields[name] = true
			}
		case *ast.Ident:
			if !fields[n] {
				called = append(called, n.Name)
			}
		}
		return true
	})
	return called, asks
}

// namesOf are the functions and variables that a declaration makes, each with what it is made of.
func namesOf(decl ast.Decl) map[string]ast.Node {
	out := map[string]ast.Node{}
	switch d := decl.(type) {
	case *ast.FuncDecl:
		if d.Recv != nil {
			out["."+d.Name.Name] = d.Body
		} else {
			out[d.Name.Name] = d.Body
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			if v, ok := spec.(*ast.ValueSpec); ok {
				for _, name := range v.Names {
					out[name.Name] = v
				}
			}
		}
	}
	return out
}

// asksMore reports whether a call's answer differs between the levels test and check.
func asksMore(call *ast.CallExpr) bool {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	from, ok := sel.X.(*ast.Ident)
	if !ok {
		return false
	}
	switch from.Name + "." + sel.Sel.Name {
	case "testlevel.Count":
		inTest, one := call.Args[0].(*ast.BasicLit)
		inCheck, two := call.Args[1].(*ast.BasicLit)
		return !one || !two || inTest.Value != inCheck.Value
	case "os.LookupEnv", "os.Getenv":
		name, ok := call.Args[0].(*ast.BasicLit)
		return ok && name.Value == `"STORE_TEST_URL"`
	case "testlevel.Check", "testlevel.Need", "testlevel.Sample", "storetest.Server":
		return true
	}
	return false
}
