package moment_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// layouts are the parts of a time's layout that are made for people: names of months
// and days, an hour, a zone.
var layouts = regexp.MustCompile(`Jan|Mon|15:04|3:04|MST|UTC`)

// machineFormats are the files that format a moment themselves though it is not by
// internal/moment, each with the reason.
func machineFormats() map[string]string {
	return map[string]string{
		"llm/price.go":                              "it reads the hours of a price list",
		"llm/words.go":                              "it reads what providers say of their limits",
		"internal/journal/entry.go":                 "a field of JSON that programs read: always UTC, with Z",
		"internal/extract/calendar.go":              "it shows an appointment of a file by the clock and the zone that the file names",
		"internal/testing/lineartest/lineartest.go": "it writes moments as Linear does",
		"internal/policy/quiet.go":                  "it reads the hours that the founder sets",
	}
}

// Moments are written for people in one place, which names the zone. Formats of
// machines (RFC 3339, a date alone) are anybody's.
func TestMomentsAreWrittenInOnePlace(t *testing.T) {
	used := map[string]bool{}
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		name := filepath.ToSlash(strings.TrimPrefix(path, "../../"))
		if strings.HasPrefix(name, "internal/moment/") {
			return nil
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			does, ok := call.Fun.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if from, plain := does.X.(*ast.Ident); does.Sel.Name == "Parse" && plain && from.Name == "calendar" {
				return true // a cron expression in UTC
			}
			found := does.Sel.Name == "Local" && len(call.Args) == 0
			if does.Sel.Name == "Format" || does.Sel.Name == "AppendFormat" || does.Sel.Name == "Parse" {
				for _, arg := range call.Args {
					if text, ok := arg.(*ast.BasicLit); ok && layouts.MatchString(text.Value) {
						found = true
					}
					if x, ok := arg.(*ast.SelectorExpr); ok && (x.Sel.Name == "TimeOnly" || x.Sel.Name == "DateTime" || x.Sel.Name == "Kitchen") {
						found = true
					}
				}
			}
			switch {
			case !found:
			case machineFormats()[name] != "":
				used[name] = true
			default:
				t.Errorf("%s writes a moment itself: use internal/moment, which names the zone", set.Position(call.Pos()))
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name := range machineFormats() {
		if !used[name] {
			t.Errorf("%s is an exception and writes no moment", name)
		}
	}
}
