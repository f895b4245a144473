package bot_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/bot"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/orgtest"
	"github.com/frasier-cos/frasier/internal/testing/storetest"
	"github.com/frasier-cos/frasier/store"
)

// cabinet is a store in a folder of its own.
type cabinet struct {
	db   *store.DB
	dir  string
	sent int
}

func newCabinet(tb testing.TB) *cabinet {
	tb.Helper()
	path := storetest.Path(tb)
	db, err := store.Open(tb.Context(), store.Options{Path: path})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := db.Close(); err != nil {
			tb.Error(err)
		}
	})
	return &cabinet{db: db, dir: filepath.Dir(path)}
}

// files lists what lies in the folder, but for the database itself.
func (c *cabinet) files(tb testing.TB) (out []string) {
	tb.Helper()
	err := filepath.WalkDir(c.dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && !strings.HasPrefix(d.Name(), "frasier.db") {
			out = append(out, path)
		}
		return err
	})
	if err != nil && !errors.Is(err, os.ErrNotExist) { // a journal that has gone meanwhile
		tb.Fatal(err)
	}
	return out
}

// keep sends a file of that name through the door into the store and says how
// it is found there.
func (c *cabinet) keep(tb testing.TB, name string, data []byte) org.Attachment {
	tb.Helper()
	ctx := tb.Context()
	c.sent++
	m := bot.Scrub(org.Message{Channel: org.Channel{Transport: "t", ID: strconv.Itoa(c.sent)}, Origin: "o", Author: "ana", Attachments: []org.Attachment{bot.Attach(name, "", data)}})
	id, _, err := c.db.SaveMessage(ctx, m)
	if err != nil {
		tb.Fatalf("%q: %v", name, err)
	}
	got, err := c.db.ClaimMessage(ctx, "h", time.Hour)
	if err != nil || got.ID != id || len(got.Attachments) != 1 {
		tb.Fatalf("%q: message %s, %d files, error %v", name, got.ID, len(got.Attachments), err)
	}
	a := got.Attachments[0]
	if a.Name == "" || !utf8.ValidString(a.Name) || utf8.RuneCountInString(a.Name) > 121 || strings.ContainsAny(a.Name, "/\\\n\x00\x1b") || strings.ContainsFunc(a.Name, unicode.IsControl) {
		tb.Fatalf("%q is kept as %q", name, a.Name)
	}
	if a.Name == "." || a.Name == ".." || filepath.Base(a.Name) != a.Name {
		tb.Fatalf("%q is kept as %q, which is a path", name, a.Name)
	}
	kept, err := c.db.Blob(ctx, a.SHA256)
	if err != nil || !bytes.Equal(kept, m.Attachments[0].Data) {
		tb.Fatalf("%q: kept %q, error %v; want %q", name, kept, err, m.Attachments[0].Data)
	}
	for _, as := range []string{name, a.Name, "../" + a.SHA256, strings.ToUpper(a.SHA256) + "x"} {
		if utf8.ValidString(as) && as != a.SHA256 {
			if _, err := c.db.Blob(ctx, as); !errors.Is(err, org.ErrNotFound) {
				tb.Fatalf("bytes are found under the name %q: %v", as, err)
			}
		}
	}
	return a
}

// Whatever a file is called, its bytes are found under their hash alone,
// its name is one visible line that is no path, and no file is written.
func FuzzBlobName(f *testing.F) {
	for _, n := range orgtest.FileNames() {
		f.Add(n, []byte("# Plan\n"))
	}
	f.Add("plan.md", []byte{})
	f.Add("\u202e\u200b\u0301", []byte("\xff\x00"))
	c := newCabinet(f)
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		c.keep(t, name, data)
	})
}

func TestHostileFileNames(t *testing.T) {
	c := newCabinet(t)
	names := orgtest.FileNames()
	for i, n := range names {
		if a := c.keep(t, n, []byte("# Plan "+strconv.Itoa(i)+"\n")); strings.HasSuffix(n, ".md") && !strings.HasSuffix(a.Name, ".md") {
			t.Errorf("%q is kept as %q; want its ending", n, a.Name)
		}
	}
	if got := c.files(t); len(got) > 0 || len(names) != 200 {
		t.Errorf("%d names; files beside the database: %q", len(names), got)
	}
	t.Logf("names=%d outside=0", len(names))
}
