package terminal_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/frasier-cos/frasier/bot/terminal"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func chat(in io.Reader, out io.Writer) *terminal.Chat {
	return &terminal.Chat{
		In: in, Out: out, Author: "founder", Session: "x",
		Now: func() time.Time { return time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC) },
	}
}

// hear listens to a text and returns what was heard and printed.
func hear(t *testing.T, text string) ([]org.Message, string) {
	t.Helper()
	var out bytes.Buffer
	var got []org.Message
	c := chat(strings.NewReader(text), &out)
	err := c.Listen(t.Context(), func(_ context.Context, m org.Message) error { got = append(got, m); return nil })
	if err != nil {
		t.Fatalf("listen: %v", err)
	}
	return got, out.String()
}

func texts(list []org.Message) []string {
	var out []string
	for _, m := range list {
		out = append(out, m.Text)
	}
	return out
}

func TestLinesAreMessages(t *testing.T) {
	got, out := hear(t, "hello\r\n\n   \n  two words \nlast without an end")
	if diff := cmp.Diff([]string{"hello", "two words", "last without an end"}, texts(got)); diff != "" || out != "" {
		t.Errorf("lines (-want +got):\n%s; printed %q", diff, out)
	}
	seen := map[string]bool{}
	for _, m := range got {
		if seen[m.Origin] || !strings.HasPrefix(m.Origin, "x-") || m.Author != "founder" || m.Channel != terminal.ChannelOf("") || m.SaidAt.IsZero() {
			t.Errorf("message %+v: want an origin of its own, author, channel and time", m)
		}
		seen[m.Origin] = true
	}
}

func TestLongLines(t *testing.T) {
	const most = 1 << 20
	got, out := hear(t, strings.Repeat("a", most)+"\n"+strings.Repeat("b", most+1)+"\n"+strings.Repeat("c", 3*most)+"\nshort\n")
	if len(got) != 2 || len(got[0].Text) != most || got[1].Text != "short" {
		t.Errorf("heard %d messages, want the line of 1 MB and the short one", len(got))
	}
	if n := strings.Count(out, "longer than 1 MB"); n != 2 {
		t.Errorf("said %d times that a line is too long, want 2: %q", n, out)
	}
}

func TestFiles(t *testing.T) {
	dir := t.TempDir()
	plan, spaced := filepath.Join(dir, "plan.md"), filepath.Join(dir, "my plan.md")
	for _, p := range []string{plan, spaced} {
		if err := os.WriteFile(p, []byte("# Plan\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ line, name, text, said string }{
		{plan, "plan.md", "", ""},
		{spaced, "my plan.md", "", ""},
		{`"` + spaced + `"`, "my plan.md", "", ""},
		{"'" + spaced + "'", "my plan.md", "", ""},
		{strings.ReplaceAll(spaced, " ", `\ `), "my plan.md", "", ""},
		{"file://" + strings.ReplaceAll(spaced, " ", "%20"), "my plan.md", "", ""},
		{"/attach " + plan, "plan.md", "", ""},
		{"/attach  " + plan + "  look at this ", "plan.md", "look at this", ""},
		{`/attach "` + spaced + `" look`, "my plan.md", "look", ""},
		{"look at " + plan, "", "look at " + plan, ""},
		{dir, "", dir, ""},
		{"/attached", "", "/attached", ""},
		{"/attach", "", "", "Name the file"},
		{"/attach " + dir, "", "", "is a directory"},
		{"/attach " + filepath.Join(dir, "none.md"), "", "", "none.md: no such file"},
		{"/attach /dev/zero", "", "", "larger than 25 MB"},
	} {
		got, out := hear(t, c.line+"\n")
		if c.said != "" {
			if len(got) != 0 || !strings.Contains(out, c.said) {
				t.Errorf("%q: heard %v, said %q, want %q", c.line, texts(got), out, c.said)
			}
			continue
		}
		if len(got) != 1 || got[0].Text != c.text || out != "" {
			t.Errorf("%q: heard %q, said %q, want %q", c.line, texts(got), out, c.text)
			continue
		}
		name := ""
		for _, a := range got[0].Attachments {
			name = a.Name
			if a.Text != "# Plan\n" && a.Text != "# Plan" {
				t.Errorf("%q: file's text is %q", c.line, a.Text)
			}
		}
		if name != c.name {
			t.Errorf("%q: file %q, want %q", c.line, name, c.name)
		}
	}
}

// What looks like a command is a message like any other: the handler reads it.
func TestCommandsAreMessages(t *testing.T) {
	got, out := hear(t, "/status\n!other\nhello /status\n")
	if diff := cmp.Diff([]string{"/status", "!other", "hello /status"}, texts(got)); diff != "" || out != "" {
		t.Errorf("said %q, heard (-want +got):\n%s", out, diff)
	}
}

// broken fails after its text.
type broken struct{ io.Reader }

func (b broken) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	if errors.Is(err, io.EOF) {
		err = errors.New("cable out")
	}
	return n, err
}

func shut(t *testing.T, c io.Closer) {
	t.Helper()
	if err := c.Close(); err != nil {
		t.Error(err)
	}
}

func TestListenEnds(t *testing.T) {
	t.Run("when the input breaks", func(t *testing.T) {
		var got []org.Message
		err := chat(broken{strings.NewReader("a\n")}, io.Discard).Listen(t.Context(), func(_ context.Context, m org.Message) error { got = append(got, m); return nil })
		if err == nil || !strings.Contains(err.Error(), "cable out") || len(got) != 1 {
			t.Errorf("heard %v, error %v", texts(got), err)
		}
	})
	t.Run("when a message cannot be stored", func(t *testing.T) {
		r, w := io.Pipe()
		defer shut(t, w)
		wrote := make(chan error, 1)
		go func() { _, err := io.WriteString(w, "a\nb\nc\n"); wrote <- err }()
		defer func() { t.Log("the writer ended with", <-wrote) }()
		full := errors.New("disk full")
		err := chat(r, io.Discard).Listen(t.Context(), func(context.Context, org.Message) error { return full })
		if !errors.Is(err, full) {
			t.Errorf("got %v, want %v", err, full)
		}
	})
	for name, pipe := range map[string]func() (io.Reader, io.WriteCloser, error){
		"a pipe in memory":     func() (io.Reader, io.WriteCloser, error) { r, w := io.Pipe(); return r, w, nil },
		"a pipe of the system": func() (io.Reader, io.WriteCloser, error) { r, w, err := os.Pipe(); return r, w, err },
	} {
		t.Run("with its context on "+name, func(t *testing.T) {
			r, w, err := pipe()
			if err != nil {
				t.Fatal(err)
			}
			defer shut(t, w)
			ctx, stop := context.WithCancel(t.Context())
			heard := make(chan string)
			ended := make(chan error, 1)
			go func() {
				ended <- chat(r, io.Discard).Listen(ctx, func(_ context.Context, m org.Message) error { heard <- m.Text; return nil })
			}()
			if _, err := io.WriteString(w, "a\n"); err != nil {
				t.Fatal(err)
			}
			if got := <-heard; got != "a" {
				t.Errorf("heard %q, want %q", got, "a")
			}
			stop()
			if err := <-ended; err != nil {
				t.Errorf("ended with %v", err)
			}
		})
	}
}

func TestPublish(t *testing.T) {
	var out bytes.Buffer
	c := chat(strings.NewReader(""), &out)
	d := reports.Delivery{ID: "d1", Key: "k1", Title: "Done\x1b]0;owned\x07", Body: "\nAll of it.\x9b31m\u202e\n\n", Files: []org.File{{Name: "deliverable.md", Data: []byte("12345")}}}
	first, err := c.Publish(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	if want := "Done]0;owned\nAll of it.\uFFFD31m\n  [file] deliverable.md (5 bytes)\n\n"; out.String() != want {
		t.Errorf("printed %q, want %q", out.String(), want)
	}
	again, err := c.Publish(t.Context(), d)
	if err != nil || again != first || !strings.HasPrefix(first, "printed-") {
		t.Errorf("receipts %q and %q (%v), want the same one", first, again, err)
	}
	d.Key = "k2"
	if other, err := c.Publish(t.Context(), d); err != nil || other == first {
		t.Errorf("another delivery has receipt %q too (%v)", other, err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := c.Publish(ctx, d); !errors.Is(err, context.Canceled) {
		t.Errorf("published after the end: %v", err)
	}
	r, w := io.Pipe()
	shut(t, r)
	if _, err := chat(nil, w).Publish(t.Context(), d); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("a closed screen: got %v", err)
	}
}

// pieces keeps what is written to it, piece by piece.
type pieces struct {
	mu  sync.Mutex
	all []string
}

func (p *pieces) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.all = append(p.all, string(b))
	return len(b), nil
}

func TestDeliveriesDoNotMix(t *testing.T) {
	var out pieces
	c := chat(strings.NewReader(""), &out)
	var wait sync.WaitGroup
	for range 20 {
		wait.Go(func() {
			if _, err := c.Publish(t.Context(), reports.Delivery{Title: "Title", Body: "Body"}); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	for _, p := range out.all {
		if p != "Title\nBody\n\n" {
			t.Errorf("printed the piece %q", p)
		}
	}
}

func FuzzClean(f *testing.F) {
	for _, s := range []string{"plain\n\ttext", "\x1b[31mred\x1b[0m", "\u009b31m", "a\xffb", "\u202eabc", "ok 日本 😀"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := terminal.Clean(s)
		if !utf8.ValidString(got) || terminal.Clean(got) != got {
			t.Errorf("Clean(%q) = %q, not clean", s, got)
		}
		for _, r := range got {
			if unicode.IsControl(r) && r != '\n' && r != '\t' || unicode.Is(unicode.Bidi_Control, r) {
				t.Errorf("Clean(%q) = %q keeps %U", s, got, r)
			}
		}
		printable := strings.IndexFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }) < 0
		if printable && utf8.ValidString(s) && got != s {
			t.Errorf("Clean(%q) = %q, want it unchanged", s, got)
		}
	})
}
