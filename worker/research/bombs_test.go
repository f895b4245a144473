package research_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/extract"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/research"
	"github.com/frasier-cos/frasier/worker/research/web"
)

// bomb is a small file that asks for much. It is kept packed, as often as its
// row says.
type bomb struct {
	Row    string `json:"row"`
	File   string `json:"file"`
	Packed int    `json:"packed"`
	Size   int64  `json:"size"` // in bytes, unpacked
	Name   string `json:"name"`
	Type   string `json:"type"`
	Says   string `json:"says"` // in the sentence for the founder; empty when it is read
}

const (
	asBomber   = "FRASIER_TEST_BOMBS" // makes this program the child that opens bombs
	mostRSS    = 256 << 10            // KiB that the child may take
	mostMemory = 3 << 30              // bytes of addresses that it gets, of which Go keeps 1 GiB free
	mostTime   = 35 * time.Second     // of a processor, for one bomb
	mostCPU    = 600                  // seconds, for all of them
	leastBombs = 40
	honest     = "A crate of widgets cost 12 dollars in Eastmark in May 2026, as the market office of the town writes. "
)

func TestMain(m *testing.M) {
	code, out := 0, os.Stdout      //nolint:forbidigo // its parent reads it
	if os.Getenv(asBomber) == "" { //nolint:forbidigo // the child is this program
		code = m.Run()
	} else if err := openBombs(context.Background(), out); err != nil {
		code = 1
		if _, err := fmt.Fprintln(out, "bombs:", err); err != nil {
			code = 2
		}
	}
	os.Exit(code) //nolint:forbidigo // as TestMain must
}

func bombs() ([]bomb, error) {
	raw, err := os.ReadFile("testdata/bombs/bombs.json")
	if err != nil {
		return nil, err
	}
	var out []bomb
	err = json.Unmarshal(raw, &out)
	if !testlevel.Check() {
		out = slices.DeleteFunc(out, func(b bomb) bool { return !testlevel.Sample(b.File, 4) })
	}
	return out, err
}

// body is the bomb, with its last packing kept when so asked.
func (b bomb) body(packed bool) ([]byte, error) {
	raw, err := os.ReadFile("testdata/bombs/" + b.File)
	for n := b.Packed; err == nil && n > 0 && (!packed || n > 1); n-- {
		var z *gzip.Reader
		if z, err = gzip.NewReader(bytes.NewReader(raw)); err != nil {
			return nil, err
		}
		var out bytes.Buffer
		if n == 1 {
			out.Grow(int(b.Size) + bytes.MinRead)
		}
		_, err = out.ReadFrom(z)
		raw = out.Bytes()
	}
	return raw, err
}

// within says what is opened, so that the last words of a child that died name
// it, and measures what it took.
func within(out io.Writer, what string, f func() error) error {
	if _, err := fmt.Fprintln(out, "open", what); err != nil {
		return err
	}
	before, err := worked()
	if err != nil {
		return err
	}
	if err := f(); err != nil {
		return err
	}
	after, err := worked()
	if took := after - before; took > mostTime && !testlevel.Raced {
		return fmt.Errorf("took %v of a processor, want at most %v", took, mostTime)
	}
	return err
}

// worked is the processor's time that the child took.
func worked() (time.Duration, error) {
	var u syscall.Rusage
	err := syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), err
}

// openBombs is the child: it opens every bomb as an attachment and as a page
// of a step, and looks whether it can still do honest work.
func openBombs(ctx context.Context, out io.Writer) error {
	if !testlevel.Raced {
		if err := syscall.Setrlimit(syscall.RLIMIT_AS, &syscall.Rlimit{Cur: mostMemory, Max: mostMemory}); err != nil {
			return fmt.Errorf("limit memory: %w", err)
		}
	}
	// A bomb that never ends is ended by the system.
	if err := syscall.Setrlimit(syscall.RLIMIT_CPU, &syscall.Rlimit{Cur: mostCPU, Max: mostCPU}); err != nil {
		return fmt.Errorf("limit time: %w", err)
	}
	list, err := bombs()
	if err != nil {
		return err
	}
	for _, b := range list {
		if err := within(out, b.Row, b.attach); err != nil {
			return fmt.Errorf("%s: %w", b.Row, err)
		}
	}
	return openPages(ctx, out, list)
}

// attach reads the bomb as the bot does: there is text, or one sentence.
func (b bomb) attach() error {
	raw, err := b.body(false)
	if err != nil {
		return err
	}
	got, err := extract.Text(b.Name, b.Type, raw)
	switch {
	case b.Says == "" && err != nil:
		return fmt.Errorf("read: %w", err)
	case b.Says == "" && len(got.Text) > extract.AttachmentBytesUsed:
		return fmt.Errorf("%d bytes of text", len(got.Text))
	case b.Says != "" && (err == nil || !strings.Contains(err.Error(), b.Says)):
		return fmt.Errorf("got %d bytes of text and error %v, want %q", len(got.Text), err, b.Says) //nolint:errorlint // may be none
	case err != nil && (strings.ContainsAny(err.Error(), "\n\r") || !errors.Is(err, extract.ErrUnreadable) && !errors.Is(err, extract.ErrEmpty)):
		return fmt.Errorf("%q is no sentence for a founder", err.Error())
	}
	return nil
}

// field serves the bombs and what only a server can do.
func field(list []bomb) (*http.ServeMux, []string) {
	mux := http.NewServeMux()
	var paths []string
	serve := func(path string, answer http.HandlerFunc) {
		paths = append(paths, path)
		mux.HandleFunc(path, answer)
	}
	for i, b := range list {
		serve(fmt.Sprintf("/bomb/%d", i), func(w http.ResponseWriter, _ *http.Request) {
			body, err := b.body(true)
			if err != nil {
				http.Error(w, err.Error(), http.StatusTeapot)
				return
			}
			if b.Packed > 0 {
				w.Header().Set("Content-Encoding", "gzip")
			}
			w.Header().Set("Content-Type", b.Type)
			write(w, body)
		})
	}
	line := []byte("<p>" + strings.Repeat("again and ", 400) + "</p>\n")
	serve("/endless", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		for r.Context().Err() == nil && write(w, line) {
		}
	})
	serve("/drip", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		write(w, []byte("<p>"))
		if err := http.NewResponseController(w).Flush(); err == nil {
			<-r.Context().Done()
		}
	})
	serve("/headers", func(w http.ResponseWriter, _ *http.Request) {
		for i := range 2000 {
			w.Header().Set(fmt.Sprintf("X-%d", i), string(line))
		}
	})
	serve("/round", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/round?"+r.URL.RawQuery+"x", http.StatusFound)
	})
	serve("/long", func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Content-Length", "99999999999") })
	serve("/short", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "5000")
		write(w, line[:100])
	})
	mux.HandleFunc("/robots.txt", http.NotFound)
	mux.HandleFunc("/honest", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		write(w, []byte("<html><body><article><h1>Widgets</h1><p>"+strings.Repeat(honest, 4)+"</p></article></body></html>"))
	})
	return mux, paths
}

func write(w io.Writer, b []byte) bool {
	_, err := w.Write(b)
	return err == nil
}

// openPages has steps that read the bombs, each with one honest page last.
func openPages(ctx context.Context, out io.Writer, list []bomb) error {
	mux, paths := field(list)
	s := httptest.NewServer(mux)
	defer s.Close()
	f := &web.Fetcher{Allow: loopback(), HostEvery: time.Microsecond, Timeout: time.Second, Wait: func(context.Context, time.Duration) error { return nil }}
	defer f.Close()
	const batch = 15
	for from := 0; from < len(paths); from += batch {
		some := paths[from:min(len(paths), from+batch)]
		if err := within(out, strings.Join(some, " "), func() error { return workOn(ctx, f, s.URL, some) }); err != nil {
			return err
		}
	}
	return nil
}

func workOn(ctx context.Context, f *web.Fetcher, base string, paths []string) error {
	r := &research.Researcher{Fetcher: f, Records: &memory{}, Now: clock}
	j := job(step("What a crate of widgets cost in Eastmark"))
	for _, p := range append(slices.Clone(paths), "/honest") {
		j.Context.URLs = append(j.Context.URLs, base+p)
	}
	ev, err := r.Gather(ctx, j, work.Inquiry{Questions: []work.SubQuestion{{ID: "q1", Text: "What did a crate of widgets cost in Eastmark?", Need: "number"}}})
	if err != nil {
		return err
	}
	for _, p := range ev.Passages {
		if strings.Contains(p.Text, strings.TrimSpace(honest)) {
			return nil
		}
	}
	return fmt.Errorf("the step lost its honest source: %d passages, notes %q", len(ev.Passages), ev.Notes)
}

// Forty files and pages that ask for far more than they are, read in one
// process with little memory: each is read or refused in one sentence, the
// step goes on, and the process lives.
func TestBombs(t *testing.T) {
	list, err := bombs()
	if err != nil || testlevel.Check() && len(list) < leastBombs {
		t.Fatalf("%d bombs, error %v; want %d", len(list), err, leastBombs)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	child := exec.CommandContext(t.Context(), self)
	// As the product runs: its memory is measured.
	child.Env = append(os.Environ(), asBomber+"=1", "GOGC=100", fmt.Sprintf("GOMEMLIMIT=%d", org.MemoryAim))
	out, err := child.CombinedOutput()
	if err != nil {
		t.Fatalf("the child ended with %v after:\n%s", err, tail(string(out), 3000))
	}
	used, ok := child.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		t.Fatal("no figures of the child")
	}
	t.Logf("%d bombs, at most %d MiB", len(list), used.Maxrss>>10)
	if used.Maxrss > mostRSS && !testlevel.Raced {
		t.Errorf("the child took %d MiB, want at most %d", used.Maxrss>>10, mostRSS>>10)
	}
}

func tail(s string, n int) string { return s[max(0, len(s)-n):] }
