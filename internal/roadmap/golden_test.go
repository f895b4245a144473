package roadmap_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/roadmap"
)

// golden is what a testdata file is compared with.
type golden struct {
	Roadmap  *org.Roadmap
	Fault    *roadmap.Fault
	Headings int
	Listed   int
}

func TestParseGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.md")
	if err != nil || len(files) == 0 {
		t.Fatalf("testdata: %d files, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var got golden
			r, err := roadmap.Parse(file, string(src))
			if err == nil {
				if r.Source != string(src) {
					t.Errorf("Parse(%s): Source is not the text", file)
				}
				r.Source = ""
				got.Roadmap = &r
			} else if !errors.As(err, &got.Fault) {
				t.Fatalf("Parse(%s): got error %v, want a *Fault", file, err)
			}
			got.Headings, got.Listed = roadmap.Counts(string(src))
			same(t, strings.TrimSuffix(file, ".md")+".json", got)
		})
	}
}

func same(t *testing.T, file string, got golden) {
	t.Helper()
	text, err := json.MarshalIndent(got, "", "  ") //nolint:musttag // Read by this test only.
	if err != nil {
		t.Fatal(err)
	}
	if os.Getenv("UPDATE_GOLDEN") != "" { //nolint:forbidigo // The switch that writes golden files.
		if err := os.WriteFile(file, append(text, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), string(text)+"\n"); d != "" {
		t.Errorf("%s (-want +got):\n%s", file, d)
	}
}
