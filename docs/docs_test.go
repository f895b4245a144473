package docs_test

import (
	"fmt"
	"go/doc"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const (
	developPage = "develop.md"
	packageHead = "| package | what it does |\n|---|---|\n"
)

// The page for developers lists each package by what its comment says first; UPDATE_GOLDEN=1 writes the list.
func TestDevelopersReadWhatEachPackageDoes(t *testing.T) {
	raw, err := os.ReadFile(developPage)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, found := strings.Cut(string(raw), packageHead)
	if !found {
		t.Fatalf("docs/%s has no list of packages, which begins with %q", developPage, packageHead)
	}
	was, behind, _ := strings.Cut(rest, "\n\n")
	want := strings.TrimSuffix(listPackages(t), "\n")
	if was == want {
		return
	}
	if os.Getenv("UPDATE_GOLDEN") == "" { //nolint:forbidigo // the switch of golden tests
		t.Fatalf("docs/%s does not list the packages as they are: UPDATE_GOLDEN=1 go test ./docs", developPage)
	}
	if err := os.WriteFile(developPage, []byte(head+packageHead+want+"\n\n"+behind), 0o600); err != nil {
		t.Fatal(err)
	}
}

// listPackages reads the first sentence of each package's comment, in the order of the folders.
func listPackages(t *testing.T) string {
	t.Helper()
	said, order := map[string]string{}, []string{}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && path != ".." && (d.Name() == "testdata" || d.Name() == "examples" || strings.HasPrefix(d.Name(), ".")) {
			return filepath.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.PackageClauseOnly|parser.ParseComments)
		if err != nil {
			return err
		}
		folder := filepath.ToSlash(strings.TrimPrefix(filepath.Dir(path), ".."+string(filepath.Separator)))
		if _, there := said[folder]; !there {
			order = append(order, folder)
			said[folder] = ""
		}
		if file.Doc != nil && said[folder] == "" {
			said[folder] = file.Doc.Text()
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(order)
	var out strings.Builder
	for _, folder := range order {
		if said[folder] == "" {
			t.Errorf("package %s has no comment that says what it does", folder)
		}
		sentence := new(doc.Package).Synopsis(said[folder])
		words := strings.SplitN(sentence, " ", 3) // "Package", its name, and what it does
		fmt.Fprintf(&out, "| `%s` | %s |\n", folder, strings.ReplaceAll(strings.TrimSuffix(words[len(words)-1], "."), "|", `\|`))
	}
	return out.String()
}
