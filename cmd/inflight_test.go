package cmd_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/testing/discordtest"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
)

// atOnce is how many messages the bot answers side by side.
const atOnce = 8

// TestKilledWithMessagesInFlight kills the bot with kill -9 while it answers
// eight messages of eight channels, half of them questions and half orders, and
// starts it again. Each message has one answer and each order one project; a
// call whose reply had been written down is not made again, and one that the
// kill cut off is made once more.
func TestKilledWithMessagesInFlight(t *testing.T) {
	t.Parallel()
	for name, reached := range map[string]func(n int) string{
		"while they are classified":    func(int) string { return org.StageClassify },
		"while the chief answers them": func(int) string { return org.StageChief },
		"each somewhere else":          func(n int) string { return []string{org.StageClassify, org.StageChief, ""}[n%3] },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := &flight{t: t, reached: reached, open: make(chan struct{}), held: map[int]bool{}}
			f.fly()
		})
	}
}

// flight is eight messages that are answered at once.
type flight struct {
	t        *testing.T
	reached  func(n int) string // the stage whose call for message n is held; empty: none is
	open     chan struct{}      // closed when no call is held any longer
	mu       sync.Mutex
	held     map[int]bool // messages with a call that is held
	model    *llmtest.Server
	server   *discordtest.Server
	scene    discordtest.Scene
	channels []string
	messages []string // ids
	log      syncBuffer
	dir      string
	env      []string
}

// text is what message n says.
func text(n int) string {
	if n%2 == 0 {
		return fmt.Sprintf("How are you, and what is number %d up to?", n)
	}
	return fmt.Sprintf("Compare Linear and Jira for team number %d", n)
}

// which is the message that a call is about, -1 for none.
func which(r llmtest.Request) int {
	if r.Stage != org.StageClassify && r.Stage != org.StageChief {
		return -1
	}
	_, message, _ := strings.Cut(r.Prompt, "\nThe message:\n")
	for n := range atOnce {
		if strings.Contains(message, text(n)) {
			return n
		}
	}
	return -1
}

// answer holds the call at which its message has to be when the bot is killed.
func (f *flight) answer(r llmtest.Request) (llmtest.Reply, bool) {
	if n := which(r); n >= 0 && f.reached(n) == r.Stage {
		f.mu.Lock()
		f.held[n] = true
		f.mu.Unlock()
		select {
		case <-f.open:
		case <-time.After(patience):
		}
	}
	return llmtest.Reply{}, false
}

// fly says the messages, kills the bot where they are to be, starts it again and
// looks what came of them.
func (f *flight) fly() {
	f.t.Helper()
	var url string
	f.model, url = llmtest.Start(f.t, llmtest.Options{Answer: f.answer})
	f.discord()
	f.dir = workdir(f.t)
	f.env = []string{
		"HOME=" + f.dir, "PATH=" + os.Getenv("PATH"), "FRASIER_LLM_URL=" + url, "OPENROUTER_API_KEY=a key", "FRASIER_POLL=30ms", "FRASIER_LISTEN=",
		"STORY_WAIT=2ms", "STORY_PATIENCE=20s", "FRASIER_DISCORD_URL=" + f.server.API(), "DISCORD_TOKEN=" + f.server.Token(),
		"FRASIER_FOUNDERS=" + f.scene.Founder, "FRASIER_CHANNELS=" + strings.Join(f.channels, ","),
	}
	first := f.bot(1)
	for n, ch := range f.channels {
		id := f.server.Say(f.scene.Founder, ch, text(n))
		if id == "" {
			f.t.Fatalf("message %d was not said", n)
		}
		f.messages = append(f.messages, id)
	}
	f.until("all messages are where they are to be", func() bool {
		f.mu.Lock()
		defer f.mu.Unlock()
		for n := range atOnce {
			if f.reached(n) != "" && !f.held[n] || f.reached(n) == "" && len(f.answers()[n]) == 0 {
				return false
			}
		}
		return true
	})
	if err := first.Process.Kill(); err != nil {
		f.t.Fatal(err)
	}
	if err := first.Wait(); !wasKilled(err) {
		f.t.Fatalf("the bot ended with %v", err)
	}
	close(f.open)
	second := f.bot(2)
	f.until("every message is answered", func() bool {
		return len(f.answers()) == atOnce && strings.Contains(f.run("status", "-json"), `"outbox":0`)
	})
	if err := second.Process.Signal(os.Interrupt); err != nil {
		f.t.Fatal(err)
	}
	if err := second.Wait(); err != nil {
		f.t.Errorf("the bot ended with %v\n%s", err, f.log.String())
	}
	f.landed()
}

// discord opens a Discord with eight channels.
func (f *flight) discord() {
	f.t.Helper()
	s, err := discordtest.New(discordtest.Options{Answer: patience})
	if err != nil {
		f.t.Fatal(err)
	}
	stop, err := s.Serve(context.WithoutCancel(f.t.Context()), "127.0.0.1:0")
	if err != nil {
		f.t.Fatal(err)
	}
	f.t.Cleanup(stop)
	f.server, f.scene = s, s.Scene()
	for n := range atOnce {
		f.channels = append(f.channels, s.AddText(f.scene.Guild, fmt.Sprint("team-", n)))
	}
}

// bot starts the bot and waits until it was ready so many times.
func (f *flight) bot(times int) *exec.Cmd {
	f.t.Helper()
	path, err := exec.LookPath("bot")
	if err != nil {
		f.t.Fatal(err)
	}
	cmd := exec.CommandContext(f.t.Context(), path)
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = f.dir, f.env, &f.log, &f.log
	if err := cmd.Start(); err != nil {
		f.t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(f.t.Context(), patience)
	defer stop()
	if err := f.server.WaitOp(ctx, "ready", times); err != nil {
		f.t.Fatalf("the bot is not ready: %v\n%s", err, f.log.String())
	}
	return cmd
}

func (f *flight) until(what string, done func() bool) {
	f.t.Helper()
	for end := time.Now().Add(patience); !done(); <-time.After(20 * time.Millisecond) {
		if time.Now().After(end) {
			f.t.Fatalf("not reached: %s; answers %v\n%s", what, f.answers(), f.log.String())
		}
	}
}

// answers are the bot's replies, by the message they reply to.
func (f *flight) answers() map[int][]string {
	out := map[int][]string{}
	for _, e := range f.server.History() {
		if n := slices.Index(f.messages, e.Reply); n >= 0 && e.Bot && e.Kind == discordtest.KindMessage {
			out[n] = append(out[n], e.Content)
		}
	}
	return out
}

func (f *flight) run(args ...string) string {
	f.t.Helper()
	out, err := start(f.t, f.dir, f.env, args...)
	if err != nil {
		f.t.Fatalf("frasier %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return out
}

// landed compares what there is with what was said.
func (f *flight) landed() {
	f.t.Helper()
	for n, all := range f.answers() {
		if len(all) != 1 {
			f.t.Errorf("message %d has %d answers, want one: %q", n, len(all), all)
		}
	}
	var events []org.Event
	for line := range strings.Lines(f.run("watch", "-n", "1000", "-json")) {
		var e org.Event
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			f.t.Fatalf("watch -json wrote %q: %v", line, err)
		}
		events = append(events, e)
	}
	count := func(kind org.EventKind) (n int) {
		for _, e := range events {
			if e.Kind == kind {
				n++
			}
		}
		return n
	}
	for kind, want := range map[org.EventKind]int{
		org.EventMessageReceived: atOnce, org.EventMessageHandled: atOnce, org.EventMessageIgnored: 0, org.EventProjectCreated: atOnce / 2,
	} {
		if got := count(kind); got != want {
			f.t.Errorf("%d times %s, want %d", got, kind, want)
		}
	}
	f.paid()
}

// paid compares the calls that were made, and the ledger, with where the bot was
// killed.
func (f *flight) paid() {
	f.t.Helper()
	made := map[string]int{}
	for _, r := range f.model.Requests() {
		if n := which(r); n >= 0 {
			made[fmt.Sprint(r.Stage, " ", n)]++
		}
	}
	for n := range atOnce {
		for _, stage := range []string{org.StageClassify, org.StageChief} {
			want := 1
			if f.reached(n) == stage {
				want = 2 // it was cut off
			}
			if got := made[fmt.Sprint(stage, " ", n)]; got != want {
				f.t.Errorf("message %d, %s: %d calls, want %d", n, stage, got, want)
			}
		}
	}
	var reports []struct {
		Report reports.CostReport `json:"report"`
	}
	if err := json.Unmarshal([]byte(f.run("costs", "-json")), &reports); err != nil || len(reports) == 0 {
		f.t.Fatalf("costs -json: %d reports, %v", len(reports), err)
	}
	compared := 0
	for _, line := range reports[0].Report.ByPurpose {
		if line.Name != org.StageClassify && line.Name != org.StageChief {
			continue
		}
		compared++
		n, calls := 0, 0
		for k, c := range made {
			if strings.HasPrefix(k, line.Name+" ") {
				calls += c
			}
		}
		for i := range atOnce {
			if f.reached(i) == line.Name {
				n++
			}
		}
		if line.Calls != calls || line.Unknown != n {
			f.t.Errorf("the ledger has %d calls of %s, %d of them of unknown cost; %d were made and %d cut off", line.Calls, line.Name, line.Unknown, calls, n)
		}
	}
	if compared != 2 {
		f.t.Errorf("the ledger has %d of the two stages", compared)
	}
}
