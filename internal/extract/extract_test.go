package extract_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/internal/extract"
	"github.com/frasier-cos/frasier/internal/safetext"
	"github.com/frasier-cos/frasier/internal/tools/bench/pace"
)

// badInput is one row of testdata/badinput/attachments.json.
type badInput struct {
	Row      string       `json:"row"`
	File     string       `json:"file"`
	Name     string       `json:"name"`
	Type     string       `json:"type"`
	Error    string       `json:"error"`
	Empty    bool         `json:"empty"`
	Kind     extract.Kind `json:"kind"`
	Contains []string     `json:"contains"`
	Absent   []string     `json:"absent"`
	Notes    []string     `json:"notes"`
}

func TestBadInput(t *testing.T) {
	raw, err := os.ReadFile(filepath.Join("testdata", "badinput", "attachments.json"))
	if err != nil {
		t.Fatal(err)
	}
	var rows []badInput
	if err := json.Unmarshal(raw, &rows); err != nil {
		t.Fatal(err)
	}
	for _, c := range rows {
		t.Run(c.Row, func(t *testing.T) {
			data, err := os.ReadFile(filepath.Join("testdata", "badinput", "attachments", c.File))
			if err != nil {
				t.Fatal(err)
			}
			r, err := extract.Text(c.Name, c.Type, data)
			if c.Error != "" {
				want := extract.ErrUnreadable
				if c.Empty {
					want = extract.ErrEmpty
				}
				if err == nil || err.Error() != c.Error || !errors.Is(err, want) {
					t.Errorf("Text(%q): got error %v, want %q wrapping %v", c.Name, err, c.Error, want)
				}
				return
			}
			if err != nil {
				t.Fatalf("Text(%q): got error %v, want none", c.Name, err)
			}
			checkResult(t, r)
			if c.Kind != "" && r.Kind != c.Kind {
				t.Errorf("Text(%q): got kind %q, want %q", c.Name, r.Kind, c.Kind)
			}
			for _, s := range c.Contains {
				if !strings.Contains(r.Text, s) {
					t.Errorf("Text(%q): %q is not in %q", c.Name, s, r.Text)
				}
			}
			for _, s := range c.Absent {
				if strings.Contains(r.Text, s) {
					t.Errorf("Text(%q): %q is still in %q", c.Name, s, r.Text)
				}
			}
			if diff := cmp.Diff(c.Notes, r.Notes); diff != "" {
				t.Errorf("Text(%q): notes (-want +got)\n%s", c.Name, diff)
			}
		})
	}
}

// checkResult checks what holds for every text.
func checkResult(t *testing.T, r extract.Result) {
	t.Helper()
	switch {
	case !utf8.ValidString(r.Text):
		t.Errorf("text is not valid UTF-8: %.80q", r.Text)
	case strings.Contains(r.Text, "\r"):
		t.Errorf("text holds a carriage return: %.80q", r.Text)
	case len(r.Text) > extract.AttachmentBytesUsed:
		t.Errorf("text has %d bytes, want at most %d", len(r.Text), extract.AttachmentBytesUsed)
	case safetext.Neutral(r.Text) != r.Text:
		t.Errorf("text holds a mention: %.80q", r.Text)
	case strings.ContainsAny(r.Title, "\n\r"):
		t.Errorf("title holds a line end: %q", r.Title)
	}
}

func TestBigFiles(t *testing.T) {
	const limit = extract.AttachmentBytesUsed
	for _, c := range []struct {
		name      string
		raw       []byte
		used      int
		truncated bool
		note      string
	}{
		{"one below.txt", bytes.Repeat([]byte("a"), limit-1), limit - 1, false, ""},
		{"at the limit.txt", bytes.Repeat([]byte("a"), limit), limit, false, ""},
		{"one above.txt", bytes.Repeat([]byte("a"), limit+1), limit, true, "I used the first 2 MiB of one above.txt (99 %); the rest is kept."},
		{"long line.txt", bytes.Repeat([]byte("a"), 5<<20), limit, true, "I used the first 2 MiB of long line.txt (40 %); the rest is kept."},
		{"huge.txt", bytes.Repeat([]byte("a"), 24<<20), limit, true, "I used the first 2 MiB of huge.txt (8 %); the rest is kept."},
		{"euros.txt", bytes.Repeat([]byte("€"), limit/2), limit - limit%3, true, "I used the first 2 MiB of euros.txt (66 %); the rest is kept."},
		{"lines.txt", bytes.Repeat([]byte("\n-"), 500_000), 1_000_000, false, ""},
		{"wide.csv", []byte(strings.Repeat("7,", 9_999) + "7\n"), 20_000, false, "wide.csv has 10000 columns."},
		{"deep.json", []byte(strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000)), 20_000, false, "deep.json is nested 10000 levels deep."},
	} {
		r, err := extract.Text(c.name, "", c.raw)
		if err != nil {
			t.Errorf("Text(%s): got error %v", c.name, err)
			continue
		}
		checkResult(t, r)
		if got := strings.Join(r.Notes, " "); len(r.Text) != c.used || r.Truncated != c.truncated || got != c.note {
			t.Errorf("Text(%s): got %d bytes, truncated %v, notes %q; want %d, %v, %q", c.name, len(r.Text), r.Truncated, got, c.used, c.truncated, c.note)
		}
	}
}

func TestHostileMarkupEndsSoon(t *testing.T) {
	for name, raw := range map[string]string{
		"backticks.md":    strings.Repeat("`a ``b ", 200_000),
		"tags.md":         strings.Repeat("<b hidden>", 100_000),
		"many names.md":   manyNames(60_000),
		"angles.md":       strings.Repeat("<a<", 300_000),
		"comments.md":     strings.Repeat("<!--", 200_000),
		"nested.html":     strings.Repeat("<div>", 100_000) + "deep words",
		"attributes.html": "<p " + strings.Repeat("a=1 ", 200_000) + ">words</p>",
	} {
		start := pace.Spent()
		if _, err := extract.Text(name, "", []byte(raw)); err != nil && !errors.Is(err, extract.ErrEmpty) {
			t.Errorf("Text(%s): got error %v", name, err)
		}
		if took := pace.Spent() - start; took > pace.Most(4*time.Second) {
			t.Errorf("Text(%s): took %v, want less than 4 s", name, took)
		}
	}
}

func manyNames(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "<x%d hidden>", i)
	}
	return b.String()
}

func TestStatedDateAndTitle(t *testing.T) {
	r, err := extract.Text("notes.md", "", []byte("# Coffee *prices*\n\n**Published:** 2026-03-01\n\nText.\n"))
	if err != nil {
		t.Fatal(err)
	}
	if r.Title != "Coffee *prices" && r.Title != "Coffee *prices*" || r.Published != "2026-03-01" {
		t.Errorf("got title %q, published %q; want the heading and 2026-03-01", r.Title, r.Published)
	}
	if r, err = extract.Text("tariff.txt", "", []byte("COURIER TARIFF\nvalid from January\n")); err != nil || r.Title != "COURIER TARIFF" {
		t.Errorf("got title %q, error %v; want the first line", r.Title, err)
	}
	if r, err = extract.Text("dir/prices.csv", "", []byte("a,b\n1,2\n")); err != nil || r.Title != "prices: a, b" {
		t.Errorf("got title %q, error %v; want the name of the file and its columns", r.Title, err)
	}
}

// Whatever the bytes, a text comes out that keeps its promises.
func FuzzDecodeText(f *testing.F) {
	for _, s := range []string{"plain", "\xff\xfea\x00", "\xfe\xff\x00a", "\xff\xfe\x00\x00a\x00\x00\x00", "a\x00b\xff", "caf\xe9 cr\xe8me", "<!-- x --><p hidden>y</p>", "```\n<!-- -->\n```", "@everyone <@1>\r\r\n"} {
		f.Add([]byte(s), "a.md")
		f.Add([]byte(s), "a.txt")
	}
	f.Fuzz(func(t *testing.T, raw []byte, name string) {
		r, err := extract.Text(name, "", raw)
		if err != nil {
			if !errors.Is(err, extract.ErrEmpty) && !errors.Is(err, extract.ErrUnreadable) || strings.ContainsAny(err.Error(), "\n\r") {
				t.Errorf("Text(%q, %q): error %q is no sentence of ours", name, raw, err)
			}
			return
		}
		checkResult(t, r)
	})
}
