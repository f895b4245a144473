package cmd_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
	"golang.org/x/sys/unix"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
	"github.com/frasier-cos/frasier/internal/testing/webtest"
)

// TestKilled kills the product at the points of its way, one run after the
// other, and gives the same command again: the document has the same bytes, at
// most one call of a model is made twice, the ledger has each call once, and
// nothing is said twice. make proof takes all points instead of a sample.
func TestKilled(t *testing.T) {
	want := tell(t, "", false)
	points := want.points
	if len(points) < 150 {
		t.Fatalf("%d points on the way, want 150 at least: is the product still hooked?", len(points))
	}
	for i := range points {
		if !testlevel.Sample(points[i], 60) && !strings.HasPrefix(points[i], "planning#1") && !strings.HasPrefix(points[i], "unsaved synthesize#1") {
			continue
		}
		t.Run(points[i], func(t *testing.T) {
			t.Parallel()
			compare(t, want, tell(t, points[i], false))
		})
	}
}

func compare(t *testing.T, want, got told) {
	t.Helper()
	if diff := cmp.Diff(want.document, got.document); diff != "" {
		t.Errorf("the document differs (- never killed, + killed):\n%s", diff)
	}
	if more := got.calls - want.calls; more < 0 || more > 1 {
		t.Errorf("%d calls of models after a kill, want %d or one more", got.calls, want.calls)
	}
	if diff := cmp.Diff(want.answered, got.answered); diff != "" {
		t.Errorf("what was asked differs (- never killed, + killed):\n%s", diff)
	}
	// A call that the kill cut off may be in the ledger with unknown cost.
	if n := got.receipt.Calls - got.receipt.CostUnknown; n > got.calls || n < want.calls {
		t.Errorf("%d calls with a cost in the ledger, %d made", n, got.calls)
	}
	if got.receipt.Calls != got.calls && got.receipt.Calls != got.calls+1 {
		t.Errorf("the ledger has %d calls, the endpoint saw %d", got.receipt.Calls, got.calls)
	}
	if got.receipt.CostUnknown > 1 {
		t.Errorf("%d calls of unknown cost after one kill", got.receipt.CostUnknown)
	}
	if diff := cmp.Diff(want.receipt.CostUSD, got.receipt.CostUSD); diff != "" && got.receipt.CostUnknown == 0 && got.calls == want.calls {
		t.Errorf("the cost differs (- never killed, + killed):\n%s", diff)
	}
	if diff := cmp.Diff(want.said, got.said); diff != "" {
		t.Errorf("what happened differs (- never killed, + killed):\n%s", diff)
	}
}

// TestIncidentCacheMarkedBeforeItWasFilled kills the product around the saving
// of what a search found: the search counts as done only together with what it
// found, so the pages are read and cited all the same.
func TestIncidentCacheMarkedBeforeItWasFilled(t *testing.T) {
	t.Parallel()
	want := tell(t, "", true)
	if !slices.Contains(want.points, "save-search#1") || !strings.Contains(want.document, "http://127.0.1.") {
		t.Fatalf("no search is saved on the way, or nothing of the web cited:\n%s\n%s", want.points, want.document)
	}
	for _, point := range []string{"save-search#1", "save-search:committed#1", "save-search#2", "save-document#1", "save-document:committed#1"} {
		if !testlevel.Sample(point, 5) {
			continue
		}
		t.Run(point, func(t *testing.T) {
			t.Parallel()
			got := tell(t, point, true)
			if diff := cmp.Diff(withoutPorts(want.document), withoutPorts(got.document)); diff != "" {
				t.Errorf("the document differs (- never killed, + killed):\n%s", diff)
			}
		})
	}
}

// withoutPorts drops the ports of the small web, which differ by test.
func withoutPorts(s string) string {
	return regexp.MustCompile(`(127\.0\.1\.\d+):\d+`).ReplaceAllString(s, "$1")
}

// told is how a story came out.
type told struct {
	document string
	calls    int
	answered map[string]int // calls by stage, a repeated one counted once
	receipt  reports.Receipt
	said     map[string]int // journal events by kind that may happen once only
	points   []string       // POINT#N in order, when nothing was killed
}

// tell hands a roadmap over and, when the product is killed at a point, gives
// the same command once more.
func tell(t *testing.T, kill string, web bool) told {
	t.Helper()
	dir := workdir(t)
	unpack(t, dir, "testdata/kill.txtar")
	llm, url := llmtest.Start(t, llmtest.Options{})
	env := []string{
		"HOME=" + dir, "PATH=" + os.Getenv("PATH"), "FRASIER_LLM_URL=" + url, "FRASIER_CORPUS=corpus", "FRASIER_POLL=30ms", "FRASIER_LISTEN=", "FRASIER_WORKERS=1",
		"STORY_WAIT=2ms", "STORY_PATIENCE=20s",
	}
	if web {
		w, err := webtest.Serve(t.Context(), "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		env = append(env, "FRASIER_BRAVE_URL="+w.BraveURL, "BRAVE_API_KEY=a key", "FRASIER_FETCH_ALLOW="+webtest.Network)
	}
	first := env
	if kill == "" {
		first = append(first[:len(first):len(first)], "STORY_POINTS=points")
	} else {
		first = append(first[:len(first):len(first)], "STORY_CRASH="+kill)
	}
	out, err := start(t, dir, first, "run", "roadmap.md", "-out", "out")
	killed := err != nil && strings.Contains(err.Error(), "killed")
	if err != nil && (kill == "" || !killed) {
		t.Fatalf("run: %v\n%s", err, out)
	}
	if killed {
		if out, err = start(t, dir, env, "run", "roadmap.md", "-out", "out"); err != nil {
			t.Fatalf("run after the kill: %v\n%s", err, out)
		}
	}
	if out, err := start(t, dir, env, "verify"); err != nil {
		t.Fatalf("verify: %v\n%s", err, out)
	}
	return gather(t, dir, env, llm)
}

// signer is the key of an instance, which no other one has.
var signer = regexp.MustCompile(`\b[0-9a-f]{4}(-[0-9a-f]{4}){7}\b`)

func gather(t *testing.T, dir string, env []string, llm *llmtest.Server) told {
	t.Helper()
	r := told{answered: map[string]int{}, said: map[string]int{}}
	r.document = signer.ReplaceAllString(read(t, filepath.Join(dir, "out", "p1-oats", "deliverable.md")), "the key of this instance")
	seen := map[string]bool{}
	for _, q := range llm.Requests() {
		if q.Stage == org.StageCalibrate {
			continue // it measures a model and is in no project's receipt
		}
		r.calls++
		if !seen[string(q.Body)] {
			seen[string(q.Body)] = true
			r.answered[q.Stage]++
		}
	}
	if err := json.Unmarshal([]byte(read(t, filepath.Join(dir, "out", "p1-oats", "receipt.json"))), &r.receipt); err != nil {
		t.Fatal(err)
	}
	out, err := start(t, dir, env, "watch", "-n", "1000", "-json")
	if err != nil {
		t.Fatalf("watch: %v\n%s", err, out)
	}
	for line := range strings.Lines(out) {
		var e org.Event
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatalf("watch -json wrote %q: %v", line, err)
		}
		// These may happen once per attempt.
		if !slices.Contains([]org.EventKind{
			org.EventStepStarted, org.EventStepGivenBack, org.EventHoldLifted, org.EventDeliverySent, org.EventDeliveryHeld, org.EventDeliveryRetried, org.EventStepReady, org.EventStepInReview,
		}, e.Kind) {
			r.said[string(e.Kind)]++
		}
	}
	count := map[string]int{}
	raw, err := os.ReadFile(filepath.Join(dir, "points"))
	if err == nil {
		for p := range strings.Lines(string(raw)) {
			p = strings.TrimSpace(p)
			count[p]++
			r.points = append(r.points, fmt.Sprintf("%s#%d", p, count[p]))
		}
	}
	v := slices.DeleteFunc(llm.Violations(), func(v string) bool { return strings.Contains(v, "unexpected EOF") }) // a kill cuts a request
	if len(v) > 0 {
		t.Errorf("requests that break the endpoint's description: %s", strings.Join(v, "\n"))
	}
	return r
}

// start runs frasier to its end; its own limit is generous, so that only
// something that hangs meets it.
func start(t *testing.T, dir string, env []string, args ...string) (string, error) {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), patience)
	defer stop()
	path, err := exec.LookPath("frasier")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Dir, cmd.Env = dir, env
	var out, log bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &log
	cmd.WaitDelay = time.Minute
	if err = cmd.Run(); err != nil {
		return out.String() + log.String(), err
	}
	return out.String(), nil
}

func read(t *testing.T, path string) string {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func unpack(t *testing.T, dir, archive string) {
	t.Helper()
	a, err := txtar.ParseFile(archive)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range a.Files {
		path := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// TestKilledBesideEachOther kills bot or worker while both work, starts it
// again and looks at the end: one project with the same document, and every
// announcement printed once.
func TestKilledBesideEachOther(t *testing.T) {
	t.Parallel()
	want := tell(t, "", false)
	for _, c := range []struct{ role, point string }{
		{"bot", "claim-message:committed#1"},
		{"bot", "save-turn#1"},
		{"bot", "save-turn:committed#1"},
		{"bot", "claim-delivery#2"},
		{"worker", "planning#1"},
		{"worker", "save-plan:committed#1"},
		{"worker", "unsaved search#1"},
		{"worker", "before finish#2"},
		{"worker", "finish:committed#3"},
	} {
		if !testlevel.Sample(c.role+c.point, 5) {
			continue
		}
		t.Run(c.role+" "+c.point, func(t *testing.T) {
			t.Parallel()
			besides(t, c.role, c.point, want)
		})
	}
}

func besides(t *testing.T, role, point string, want told) {
	t.Helper()
	dir := workdir(t)
	unpack(t, dir, "testdata/kill.txtar")
	llm, url := llmtest.Start(t, llmtest.Options{})
	env := []string{
		"HOME=" + dir, "PATH=" + os.Getenv("PATH"), "FRASIER_LLM_URL=" + url, "FRASIER_CORPUS=corpus", "FRASIER_POLL=30ms", "FRASIER_LISTEN=", "FRASIER_WORKERS=1",
		"STORY_WAIT=2ms", "STORY_PATIENCE=20s",
	}
	var said, log syncBuffer
	launch := func(name string, env []string) (*exec.Cmd, io.WriteCloser) {
		path, err := exec.LookPath(name)
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.CommandContext(t.Context(), path)
		cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = dir, env, &said, &log
		in, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		return cmd, in
	}
	armed := append(env[:len(env):len(env)], "STORY_CRASH="+point)
	other := map[string]string{"bot": "worker", "worker": "bot"}[role]
	victim, in := launch(role, armed)
	rest, restIn := launch(other, env)
	if role != "bot" {
		in = restIn
	}
	if _, err := io.WriteString(in, "roadmap.md\n"); err != nil {
		t.Fatal(err)
	}
	if err := victim.Wait(); err == nil || !strings.Contains(err.Error(), "killed") {
		t.Fatalf("%s was to be killed at %s: %v\n%s", role, point, err, log.String())
	}
	again, _ := launch(role, env)
	done := func() bool {
		out, err := start(t, dir, env, "status", "-json")
		return err == nil && strings.Contains(out, `"State":"completed"`) && strings.Contains(out, `"outbox":0`)
	}
	for end := time.Now().Add(patience); !done(); <-time.After(50 * time.Millisecond) {
		if time.Now().After(end) {
			out, err := start(t, dir, env, "status", "-json")
			t.Fatalf("the project never ended:\n%s%v\n%s", out, err, log.String())
		}
	}
	for _, cmd := range []*exec.Cmd{again, rest} {
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			t.Error(err)
		}
		if err := cmd.Wait(); err != nil {
			t.Errorf("%s: %v\n%s", cmd.Args[0], err, log.String())
		}
	}
	if out, err := start(t, dir, env, "export", "p1", "-out", "out"); err != nil {
		t.Fatalf("export: %v\n%s", err, out)
	}
	got := gather(t, dir, env, llm)
	if diff := cmp.Diff(want.document, got.document); diff != "" {
		t.Errorf("the document differs (- never killed, + killed):\n%s", diff)
	}
	if more := got.calls - want.calls; more < 0 || more > 1 {
		t.Errorf("%d calls of models, want %d or one more", got.calls, want.calls)
	}
	for _, line := range []string{"is done, next is Phase 2", "here's the plan for Phase 1", "here's the plan for Phase 2"} {
		if n := strings.Count(said.String(), line); n != 1 {
			t.Errorf("%q was said %d times:\n%s", line, n, said.String())
		}
	}
}

// syncBuffer is what two processes print into.
type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

// Write appends.
func (s *syncBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

// String returns what was printed so far.
func (s *syncBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// workdir is a folder for the test, in memory where there is room: every
// commit waits for the disk, and a story commits hundreds of times.
func workdir(t *testing.T) string {
	t.Helper()
	const memory, room = "/dev/shm", 2 << 30
	var fs unix.Statfs_t
	if err := unix.Statfs(memory, &fs); err != nil || fs.Bavail*uint64(fs.Bsize) < room {
		return t.TempDir()
	}
	dir, err := os.MkdirTemp(memory, "story") //nolint:usetesting // t.TempDir is on the disk
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	return dir
}
