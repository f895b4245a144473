package eval_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
	"github.com/frasier-cos/frasier/internal/testing/webtest"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/prompt"
)

// Gates of what a project takes.
const (
	// mostSent are the kilobytes of all prompts that no cache of prefixes serves:
	// what they were on 28 November 2026, when judges ceased to read whole what two
	// versions share. The share that a cache serves fell by that and with it the bill, so the
	// share is no measure.
	mostSent   = 648
	shareUpper = 0.42 // of the prompts of T2, what a cache can save
	stepCPU    = 1.5  // seconds of processor time for each step
	mostMemory = 150  // MB resident
)

// wholeProject is M10 and M15. Two processes, five hours apart, do the same project
// on the small web with a model that answers at once. Their prompts must be
// the same, byte for byte, before the block that changes with every call; and each may
// use so much of the machine and no more.
func wholeProject(ctx context.Context, t *testing.T) ([]result, error) {
	t.Helper()
	web, err := webtest.Serve(ctx, "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	t.Cleanup(web.Close)
	server, url := llmtest.Start(t, llmtest.Options{Rules: sentBack()})
	var used usageOf
	for name, late := range map[string]time.Duration{"today": 0, "later": 5 * time.Hour} {
		f := fate{Home: t.TempDir(), Model: url + "/~story=" + name, Roadmap: "testdata/study.md", Brave: web.BraveURL, Late: late}
		u, err := lived(ctx, f)
		if err != nil {
			return nil, fmt.Errorf("the project of %s: %w", name, err)
		}
		used.cpu, used.memory = max(used.cpu, u.cpu), max(used.memory, u.memory)
	}
	today, later := callsOf(server, "today"), callsOf(server, "later")
	const steps = 9 // six items, an assembly for each phase, the integrated one
	set, err := texts()
	if err != nil {
		return nil, err
	}
	// The pages of the small web fill a fifth of what evidence may take in a
	// prompt, so this share is taken of prompts that are full.
	upper, err := set.StepShare(org.T2)
	if err != nil {
		return nil, err
	}
	differing := apart(today, later)
	out := []result{
		most(fmt.Sprintf("prompts that change with process and clock, of %d", len(today)), len(differing), 0, differing),
		most("kilobytes of prompts that no cache serves", sent(today)/1000, mostSent, nil),
		least("prompts that a cache can serve: T2, full evidence", upper, shareUpper, nil),
		within("processor time of a step", used.cpu.Seconds()/steps, stepCPU, "s"), within("memory of a process with a project", used.memory, mostMemory, "MB"),
	}
	out[3].id, out[4].id = "M15", "M15"
	return out, nil
}

// sentBack lets the critic ask for one revision of four of the six items: 0.7
// for each step is what a real critic is expected to want.
func sentBack() []llmtest.Rule {
	var out []llmtest.Rule
	for _, title := range []string{"how many licensed cafes", "what shops pay", "what a rooftop", "executive report"} {
		out = append(out, llmtest.Rule{Stage: org.StageCritique, Title: title, Times: 1, Do: "low"})
	}
	return out
}

// within is a metric whose gate is a bound that may not be reached.
func within(name string, value, gate float64, unit string) result {
	return result{metric: name, value: fmt.Sprintf("%.2f %s", value, unit), gate: fmt.Sprintf("< %g %s", gate, unit), pass: value < gate && value > 0}
}

// usageOf is what a process took of the machine.
type usageOf struct {
	cpu    time.Duration
	memory float64 // MB resident at most
}

// lived has a process do a project from begin to end.
func lived(ctx context.Context, f fate) (usageOf, error) {
	c, err := child(ctx, f)
	if err != nil {
		return usageOf{}, err
	}
	c.Env = append(c.Env, "GOGC=100") // as the product runs: its memory is measured
	if words, err := c.CombinedOutput(); err != nil {
		return usageOf{}, fmt.Errorf("%w; it said %q", err, words)
	}
	// The system's own account of a child begins with its parent's memory, so the child tells of itself.
	peak, err := os.ReadFile(filepath.Join(f.Home, peakFile))
	if err != nil {
		return usageOf{}, err
	}
	kb, err := strconv.ParseFloat(string(peak), 64)
	if err != nil {
		return usageOf{}, fmt.Errorf("read what memory a process took: %w", err)
	}
	return usageOf{cpu: c.ProcessState.UserTime() + c.ProcessState.SystemTime(), memory: kb / 1024}, nil
}

// peakFile is where a process leaves how many kB it had resident at most.
const peakFile = "peak"

// tellPeak writes the peak of this process into its home.
func tellPeak(home string) error {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return err
	}
	m := regexp.MustCompile(`VmHWM:\s+(\d+) kB`).FindSubmatch(status)
	if m == nil {
		return errors.New("the system does not tell how much memory a process took")
	}
	return os.WriteFile(filepath.Join(home, peakFile), m[1], 0o600)
}

// apart lists the prompts of one run that the other one does not have. What
// may differ is left out: the block of the day, and the nonces, which are
// each database's own.
func apart(a, b []llmtest.Request) []string {
	have := map[string]int{}
	for _, r := range b {
		have[constant(r.Prompt)]++
	}
	var out []string
	for _, r := range a {
		text := constant(r.Prompt)
		if have[text] == 0 {
			out = append(out, fmt.Sprintf("call %d, %s %q: %s", r.Seq, r.Stage, r.Title, odd(text, b, r)))
			continue
		}
		have[text]--
	}
	if len(a) != len(b) {
		out = append(out, fmt.Sprintf("%d calls against %d", len(a), len(b)))
	}
	return out
}

// odd is where a text first leaves its counterpart.
func odd(text string, others []llmtest.Request, like llmtest.Request) string {
	i := slices.IndexFunc(others, func(o llmtest.Request) bool { return o.Stage == like.Stage && o.Title == like.Title })
	if i < 0 {
		return "nothing alike was asked"
	}
	other := constant(others[i].Prompt)
	n := 0
	for n < min(len(text), len(other)) && text[n] == other[n] {
		n++
	}
	return fmt.Sprintf("%q against %q", text[max(0, n-40):min(len(text), n+40)], other[max(0, n-40):min(len(other), n+40)])
}

func constant(text string) string {
	if at := strings.LastIndex(text, "\nToday is "); at >= 0 {
		text = text[:at]
	}
	return regexp.MustCompile(`<<<(data|text|end) [0-9a-f]{12}`).ReplaceAllString(text, "<<<$1 NONCE")
}

// sent is how many bytes of prompts no cache of prefixes can serve, which each model has for
// itself.
func sent(calls []llmtest.Request) int {
	by := map[string][][]llm.Block{}
	size := map[string]int{}
	for _, r := range calls {
		by[r.Model] = append(by[r.Model], []llm.Block{{Text: r.Prompt}})
		size[r.Model] += len(r.Prompt)
	}
	out := 0.0
	for m, list := range by {
		out += (1 - prompt.Share(list)) * float64(size[m])
	}
	return int(out)
}
