package extract_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/extract"
)

// Files by other people's programs read as what somebody wrote down beside
// them: NAME.pdf as NAME.txt. testdata/foreign/README says who made them.
func TestForeignPDFs(t *testing.T) {
	files, err := filepath.Glob("testdata/foreign/*.pdf")
	if err != nil || len(files) < 14 {
		t.Fatalf("got %d files, error %v; want at least 14", len(files), err)
	}
	for _, name := range files {
		raw, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		answer := strings.TrimSuffix(name, ".pdf") + ".txt"
		got := readAloud(extract.Text(filepath.Base(name), "application/pdf", raw))
		if os.Getenv("UPDATE_GOLDEN") != "" { //nolint:forbidigo // how golden files are written everywhere
			if err := os.WriteFile(answer, []byte(got), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(answer)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
		}
	}
}

// readAloud is the text with its notes, or the refusal.
func readAloud(r extract.Result, err error) string {
	if err != nil {
		return "refused: " + err.Error() + "\n"
	}
	text := strings.TrimSpace(r.Text) + "\n"
	for _, n := range r.Notes {
		text += "note: " + n + "\n"
	}
	return text
}
