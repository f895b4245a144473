package agent_test

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/agenttest"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/worker/agent"
	"github.com/frasier-cos/frasier/worker/broker"
	"github.com/frasier-cos/frasier/worker/fence"
	"github.com/frasier-cos/frasier/worker/rehearsal/script"
)

// The same program is what runs inside, and the agent.
//
//nolint:forbidigo // it is the main function of three programs
func TestMain(m *testing.M) {
	if code, was := fence.Inside(os.Args[1:], os.Stderr); was {
		os.Exit(code)
	}
	if filepath.Base(os.Args[0]) == agenttest.Program {
		os.Exit(agenttest.Run(context.Background()))
	}
	os.Exit(m.Run())
}

// ledger holds what an agent's calls were.
type ledger struct {
	mu           sync.Mutex
	begun, ended int
}

func (l *ledger) BeginCall(_ context.Context, c org.ModelCall) (org.CallEnd, bool, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.begun++
	return org.CallEnd{Key: c.Key, Try: 1}, false, nil
}

func (l *ledger) EndCall(context.Context, org.CallEnd) (org.ModelHealth, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ended++
	return org.ModelHealth{}, nil
}

// bench is where an agent works.
type bench struct {
	dir, tree string
	ledger    *ledger
	door      *broker.Door
	task      agent.Task
	looks     int
}

const mostCalls = 20

// seat builds a place for the agent of the tests, which misbehaves.
func seat(t *testing.T, misbehave string) *bench {
	t.Helper()
	f, err := fence.New()
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Check(t.Context()); err != nil {
		t.Fatal(err)
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{dir: t.TempDir(), ledger: &ledger{}}
	b.tree = filepath.Join(b.dir, "tree")
	shelf := agent.Shelf{Dir: filepath.Join(b.dir, "agents")}
	if err := agenttest.Install(shelf.Dir, program, misbehave); err != nil {
		t.Fatal(err)
	}
	for _, at := range []string{"scratch", "way", "cache"} {
		if err := os.Mkdir(filepath.Join(b.dir, at), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	put(t, filepath.Join(b.tree, "kept.txt"), "kept\n")
	put(t, filepath.Join(b.tree, ".claude/settings.json"), "planted\n")
	model := httptest.NewServer(script.New(func(a script.Ask) script.Act {
		if a.Results > 0 {
			return script.Act{Text: "It is done."}
		}
		return script.Act{Path: "made.txt", Text: "made\n"}
	}))
	t.Cleanup(model.Close)
	br := broker.Broker{URL: model.URL + "/v1", HTTP: &http.Client{}, Ledger: b.ledger, Now: time.Now, Log: slog.New(slog.DiscardHandler)}
	if b.door, err = br.Open(t.Context(), filepath.Join(b.dir, "way"), "n", broker.Run{Caller: llm.Caller{Step: "s1"}, Model: "m", Most: mostCalls}); err != nil {
		t.Fatal(err)
	}
	p, _ := agent.ProfileOf(coding.CoderOpenCode)
	in, err := shelf.Find(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	b.task = agent.Task{
		Fence: f, Profile: p, Installed: in, Work: b.tree, Scratch: filepath.Join(b.dir, "scratch"), Cache: filepath.Join(b.dir, "cache"), Socket: b.door.Path,
		Limit: 3 * time.Minute, Log: slog.New(slog.DiscardHandler),
	}
	return b
}

// work has the agent do its turn, and ends it. Whoever does not end by himself is given patience.
func (b *bench) work(ctx context.Context, patience time.Duration) error {
	ctx, stop := context.WithTimeoutCause(ctx, patience, errPatience)
	defer stop()
	s, err := agent.Start(ctx, b.task)
	if err != nil {
		return errors.Join(err, b.door.Close())
	}
	_, err = s.Say(ctx, "Write the file.", b.door.Refused(), func(context.Context, string) error { b.looks++; return nil })
	return errors.Join(err, s.Close(), b.door.Close())
}

var errPatience = errors.New("my patience is at its end")

// Whatever an agent does wrong, its run ends, nothing that it started is left, what it may not write is as it was, and each call is in
// the ledger with its end.
func TestMisbehavingAgentsDoNoHarm(t *testing.T) {
	t.Parallel()
	works := map[string]bool{}
	for _, name := range []string{
		"", agenttest.Floods, agenttest.Reports, agenttest.Bulky, agenttest.Unknown, agenttest.Asks, agenttest.Reaches, agenttest.Stays, agenttest.Strays, agenttest.Steals,
		agenttest.Mumbles, agenttest.Astray, agenttest.Deep, agenttest.Shouts, agenttest.Links, agenttest.Empties, agenttest.Lingers, agenttest.Twice, agenttest.Tarries,
	} {
		works[name] = true
	}
	fails := map[string]string{
		agenttest.Dies: "ended with the exit code 9", agenttest.Quits: "ended with the exit code 0", agenttest.Version: "speaks the protocol's version 99",
		agenttest.NoSession: "log in first", agenttest.Overlong: "stopped in the middle", agenttest.Endless: "stopped in the middle",
		agenttest.Stalls: errPatience.Error(), agenttest.Greedy: "no further call may be made", agenttest.Silent: errPatience.Error(), agenttest.Deaf: errPatience.Error(), agenttest.Mute: errPatience.Error(), agenttest.Closes: errPatience.Error(),
	}
	for _, name := range append(agenttest.Misbehaviours(), "") {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := seat(t, name)
			patience := 2 * time.Minute // it says when one hangs: 64 MB take their time where the machine is busy
			if fails[name] == errPatience.Error() {
				patience = 3 * time.Second
			}
			began := time.Now()
			err := b.work(t.Context(), patience)
			if took := time.Since(began); took > patience+20*time.Second {
				t.Errorf("it took %s", took)
			}
			switch why := fails[name]; {
			case name == agenttest.Lies:
				if err != nil || b.ledger.begun > 0 || exists(b.tree, "made.txt") {
					t.Errorf("it made %d calls: %v", b.ledger.begun, err)
				}
			case works[name]:
				if err != nil || !exists(b.tree, "made.txt") {
					t.Errorf("it does not work: %v", err)
				}
			case name == agenttest.Greedy && err != nil && strings.Contains(err.Error(), "it made all of the 20 model calls"): // it says so itself before it is stopped
			case err == nil || !strings.Contains(err.Error(), why):
				t.Errorf("it says %v", err)
			}
			b.look(t, name)
		})
	}
}

func exists(dir, name string) bool {
	_, err := os.Lstat(filepath.Join(dir, name))
	return err == nil
}

// look looks for what no agent may do.
func (b *bench) look(t *testing.T, name string) {
	t.Helper()
	if b.ledger.begun != b.ledger.ended || b.ledger.begun > mostCalls {
		t.Errorf("%d calls were begun and %d ended", b.ledger.begun, b.ledger.ended)
	}
	if b.looks > 100 {
		t.Errorf("its folder was looked at %d times", b.looks)
	}
	for _, at := range []string{"/usr", "/etc", "/tmp", b.dir, filepath.Join(b.dir, "agents", "opencode"), filepath.Join(b.tree, ".claude")} {
		for _, stray := range []string{"stray", "stray-reached"} {
			if exists(at, stray) {
				t.Errorf("there is %s in %s", stray, at)
			}
		}
	}
	if exists(b.tree, "stolen.txt") || name != agenttest.Empties && !exists(b.tree, "kept.txt") {
		t.Error("its folder holds what it should not, or lacks what was there")
	}
	if raw, err := os.ReadFile(filepath.Join(b.tree, ".claude/settings.json")); err != nil || string(raw) != "planted\n" {
		t.Errorf("what is hidden from it was changed: %q, %v", raw, err)
	}
	var first, second []string
	for _, all := range []*[]string{&first, &second} {
		*all = listFiles(t, b.tree)
		<-time.After(50 * time.Millisecond)
	}
	if strings.Join(first, "\n") != strings.Join(second, "\n") {
		t.Errorf("something goes on in its folder: %v, then %v", first, second)
	}
}

func listFiles(t *testing.T, dir string) (out []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(at string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err == nil {
			out = append(out, at+" "+info.ModTime().String())
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// One that lives on and says nothing is ended, and not for its patience's sake.
func TestASilentAgentIsEnded(t *testing.T) {
	t.Parallel()
	for _, name := range []string{agenttest.Silent, ""} {
		b := seat(t, name)
		b.task.Silence = 4 * time.Second
		err := b.work(t.Context(), 50*time.Second)
		if said := err != nil && strings.Contains(err.Error(), "said nothing for 4s, so I ended it"); said != (name != "") {
			t.Errorf("%q: it says %v", name, err)
		}
		b.look(t, name)
	}
}

// One of which nothing goes on any more is ended sooner, and told from one whose command takes its time.
func TestAnAgentThatStandsStillIsEnded(t *testing.T) {
	t.Parallel()
	for _, name := range []string{agenttest.Stalls, agenttest.Tarries, agenttest.Deaf, ""} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := seat(t, name)
			b.task.Silence, b.task.Still, b.task.Waits = time.Minute, agenttest.TarryTime/3, b.door.Waits
			err := b.work(t.Context(), 50*time.Second)
			var still *agent.StillError
			if stands := name == agenttest.Stalls || name == agenttest.Deaf; errors.As(err, &still) != stands || !stands && err != nil {
				t.Errorf("it says %v", err)
			}
			if name == agenttest.Stalls && !exists(b.tree, "made.txt") {
				t.Error("it made nothing before")
			}
			b.look(t, name)
		})
	}
}
