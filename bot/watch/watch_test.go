package watch_test

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/watch"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/policy"
	"github.com/frasier-cos/frasier/internal/reports"
)

// midnight is when every log begins.
var midnight = time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)

// want is one thing that must be seen, and when.
type want struct {
	at     time.Duration
	signal string
}

// tale is one labelled log.
type tale struct {
	name   string
	events []org.Event
	wants  []want
	until  time.Duration
}

func duration(t *testing.T, text string) time.Duration {
	t.Helper()
	var m, s int
	if _, err := fmt.Sscanf(text, "%d:%d", &m, &s); err != nil {
		t.Fatalf("time %q: %v", text, err)
	}
	return time.Duration(m)*time.Minute + time.Duration(s)*time.Second
}

// tales reads a file of logs.
func tales(t *testing.T, path string) []tale {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var out []tale
	for _, part := range strings.Split(string(raw), "== ")[1:] {
		lines := strings.Split(strings.TrimSpace(part), "\n")
		s := tale{name: lines[0]}
		for _, line := range lines[1:] {
			f := strings.Fields(line)
			switch f[0] {
			case "until":
				s.until = duration(t, f[1])
			case "bad":
				s.wants = append(s.wants, want{duration(t, f[1]), strings.Join(f[2:], " ")})
			default:
				s.events = append(s.events, entries(t, midnight.Add(duration(t, f[0])), f[1], f[2:])...)
			}
		}
		out = append(out, s)
	}
	return out
}

// entries are the journal's lines for one line of a log.
func entries(t *testing.T, at time.Time, word string, args []string) []org.Event {
	t.Helper()
	e := org.Event{At: at, Project: "p1", Text: word, Data: map[string]string{}}
	of := func(kind org.EventKind, mission org.MissionID) org.Event {
		e := e
		e.Kind, e.Mission = kind, mission
		return e
	}
	about := func(kind org.EventKind, step string) org.Event {
		e := of(kind, "n1")
		e.Step, e.Agent = org.StepID(step), "agent-ada"
		return e
	}
	plan := func(mission org.MissionID) []org.Event {
		out := []org.Event{of(org.EventMissionPlanned, mission)}
		for _, s := range args {
			e := about(org.EventStepReady, s)
			e.Mission = mission
			out = append(out, e)
		}
		return out
	}
	whole := map[string]org.Event{
		"mission": of(org.EventMissionCompleted, "n1"), "mission2": of(org.EventMissionCompleted, "n2"), "missionfail": of(org.EventMissionFailed, "n1"),
		"missioncancel": of(org.EventMissionCancelled, "n1"), "project": of(org.EventProjectCompleted, ""), "projectfail": of(org.EventProjectFailed, ""),
		"projectcancel": of(org.EventProjectCancelled, ""), "pause": of(org.EventProjectPaused, ""), "resume": of(org.EventProjectResumed, ""),
		"replan": of(org.EventMissionReplanned, "n1"), "next": of(org.EventMissionPlanning, "n2"), "steer": of(org.EventSteering, ""),
		"reopened": of(org.EventProjectReopened, ""), "dropped": of(org.EventDeliveryDropped, ""), "retried": of(org.EventDeliveryRetried, ""),
	}
	kinds := map[string]org.EventKind{
		"ready": org.EventStepReady, "start": org.EventStepStarted, "done": org.EventStageDone, "review": org.EventStepInReview, "reject": org.EventStepRejected,
		"complete": org.EventStepCompleted, "fail": org.EventStepFailed, "cancel": org.EventStepCancelled, "hold": org.EventStepHeld, "lift": org.EventHoldLifted,
		"release": org.EventStepGivenBack, "lose": org.EventStepGivenBack, "reopen": org.EventStepReopened, "ghost": org.EventUnparsed, "downgrade": org.EventDowngrade, "escalation": org.EventEscalation,
	}
	switch word {
	case "begin":
		return []org.Event{of(org.EventProjectCreated, ""), of(org.EventMissionPlanning, "n1")}
	case "plan":
		return plan("n1")
	case "plan2":
		return plan("n2")
	case "end":
		return []org.Event{of(org.EventMissionCompleted, "n1"), of(org.EventProjectCompleted, "")}
	case "sent":
		e := of(org.EventDeliverySent, "")
		e.Data = map[string]string{"kind": string(reports.DeliverResult)}
		return []org.Event{e}
	case "quiet":
		e := of(org.EventDeliveryHeld, "")
		minutes, err := strconv.Atoi(args[0])
		if err != nil {
			t.Fatal(err)
		}
		e.Data = map[string]string{"kind": string(reports.DeliverResult), "until": e.At.Add(time.Duration(minutes) * time.Minute).Format(time.RFC3339)}
		return []org.Event{e}
	}
	if e, ok := whole[word]; ok {
		return []org.Event{e}
	}
	kind, ok := kinds[word]
	if !ok || len(args) == 0 {
		t.Fatalf("%s %v is no line of a log", word, args)
	}
	step := about(kind, args[0])
	switch {
	case word == "lose":
		step.Data = map[string]string{"claim": org.ClaimExpired}
	case word == "release":
		step.Data = map[string]string{"claim": org.ClaimReleased}
	case len(args) > 1:
		step.Data = map[string]string{"stage": args[1], "purpose": args[1]}
		if len(args) > 2 {
			step.Data["seq"] = args[2]
		}
	}
	return []org.Event{step}
}

// seen plays a log second by second and returns what was raised and when.
func (s tale) seen() (alerts []reports.Alert, when []time.Duration) {
	v := &watch.View{}
	next := 0
	for at := time.Duration(0); at <= s.until; at += time.Second {
		now := midnight.Add(at)
		var found []reports.Alert
		for next < len(s.events) && !s.events[next].At.After(now) {
			found = append(found, v.Hear(s.events[next])...)
			next++
		}
		for _, a := range append(found, v.Look(now)...) {
			alerts, when = append(alerts, a), append(when, at)
		}
	}
	return alerts, when
}

// No healthy log raises anything.
func TestHealthyLogs(t *testing.T) {
	t.Parallel()
	all := tales(t, "testdata/healthy.txt")
	if len(all) < 30 {
		t.Fatalf("%d healthy logs, want 30 at least", len(all))
	}
	for _, s := range all {
		alerts, when := s.seen()
		for i, a := range alerts {
			t.Errorf("%s: false alarm at %s: %s: %s", s.name, when[i], a.Signal, a.Text)
		}
	}
}

// Each sick log raises what is wrong with it within a second of when it can be
// seen, and nothing before.
func TestSickLogs(t *testing.T) {
	t.Parallel()
	all := tales(t, "testdata/sick.txt")
	if len(all) < 30 {
		t.Fatalf("%d sick logs, want 30 at least", len(all))
	}
	for _, s := range all {
		alerts, when := s.seen()
		for i, a := range alerts {
			if when[i] < s.wants[0].at {
				t.Errorf("%s: too early, at %s: %s: %s", s.name, when[i], a.Signal, a.Text)
			}
			if len(a.Evidence) == 0 || a.Key == "" || a.Text == "" || a.Project == "" {
				t.Errorf("%s: an alert without evidence, key, text or project: %+v", s.name, a)
			}
		}
		for _, w := range s.wants {
			signal, act, _ := strings.Cut(w.signal, " pause")
			_ = act
			ok := false
			for i, a := range alerts {
				acts := !strings.HasSuffix(w.signal, " pause") || a.Remedy == reports.RemedyPause
				ok = ok || string(a.Signal) == signal && acts && when[i] >= w.at && when[i] <= w.at+time.Second
			}
			if !ok {
				t.Errorf("%s: want %s at %s; raised %v at %v", s.name, w.signal, w.at, signals(alerts), when)
			}
		}
	}
}

func signals(alerts []reports.Alert) []reports.Signal {
	var out []reports.Signal
	for _, a := range alerts {
		out = append(out, a.Signal)
	}
	return out
}

// A watcher that begins anew in the middle reads the log again and comes to
// the same view, and one whose machine slept sees no silence in that.
func TestBeginningAnew(t *testing.T) {
	t.Parallel()
	for _, s := range tales(t, "testdata/sick.txt") {
		full, _ := s.seen()
		again, _ := s.seen()
		for i, a := range full {
			if i >= len(again) || again[i].Key != a.Key {
				t.Fatalf("%s: read twice, the keys differ: %q and %q", s.name, a.Key, again[i].Key)
			}
		}
	}
	v := &watch.View{}
	for _, e := range append(entries(t, midnight, "begin", nil), append(entries(t, midnight.Add(time.Minute), "plan", []string{"a"}), entries(t, midnight.Add(time.Minute), "start", []string{"a"})...)...) {
		v.Hear(e)
	}
	for _, at := range []time.Duration{2 * time.Minute, 9 * time.Hour, 9*time.Hour + time.Minute, time.Hour, time.Hour + time.Minute} {
		if found := v.Look(midnight.Add(at)); len(found) > 0 {
			t.Errorf("looked at after %s, though nobody looked in between: %v", at, signals(found))
		}
	}
}

// What is said about a project that ended long ago makes it none that is open.
func TestWordsAfterTheEnd(t *testing.T) {
	t.Parallel()
	v := &watch.View{}
	for _, e := range []org.Event{{Kind: org.EventAccepted, Project: "p9", At: midnight, Text: "Accepted"}, {Kind: org.EventDecided, Project: "p9", At: midnight, Text: "Decided"}} {
		v.Hear(e)
	}
	for at := time.Duration(0); at < 10*time.Minute; at += 10 * time.Second {
		if found := v.Look(midnight.Add(at)); len(found) > 0 {
			t.Fatalf("after %s: %v, want nothing", at, signals(found))
		}
	}
}

func TestLimits(t *testing.T) {
	t.Parallel()
	set, err := policy.ParseStageLimits("research:20m, CODE=1h p3.write:15m")
	if err != nil {
		t.Fatal(err)
	}
	if l := watch.For("p3", set); l["research"] != 20*time.Minute || l["code"] != time.Hour || l["write"] != 15*time.Minute {
		t.Errorf("limits of p3: %v", l)
	}
	if l := watch.For("p4", set); l["research"] != 20*time.Minute || l["write"] != org.SynthesizeLimit {
		t.Errorf("limits of p4: %v", l)
	}
	for _, bad := range []string{"nonsense", "write:0s", "write:", ":5m", "write:48h"} {
		if _, err := policy.ParseStageLimits(bad); err == nil {
			t.Errorf("%q was taken as a limit", bad)
		}
	}
	var known []string
	for stage := range watch.Defaults() {
		known = append(known, stage)
	}
	slices.Sort(known)
	if may := slices.Sorted(slices.Values(policy.WatchedStages())); !slices.Equal(known, may) {
		t.Errorf("a limit may be set for %v, and the watcher has %v", may, known)
	}
}

// A founder's limit holds for all that belongs to its stage, whatever the
// worker calls the part.
func TestALimitHoldsForAllOfAStage(t *testing.T) {
	t.Parallel()
	for done, stage := range map[string]string{
		"context": "research", "gap": "research", "debug": "research", "outline": "write", "section": "write", "support": "critique", "synthesize": "critique",
		"compare": "review", "expert": "review", "crosscheck": "review", "tiebreak": "review", "turn": "code",
	} {
		v := &watch.View{}
		v.Limit([]policy.StageLimit{{Stage: stage, Limit: 2 * time.Minute}})
		for _, word := range [][]string{{"begin"}, {"plan", "a"}, {"start", "a"}, {"done", "a", done}} {
			for _, e := range entries(t, midnight, word[0], word[1:]) {
				v.Hear(e)
			}
		}
		first := time.Duration(0)
		for at := time.Duration(0); at < 4*time.Minute && first == 0; at += time.Second {
			if len(v.Look(midnight.Add(at))) > 0 {
				first = at
			}
		}
		if first != 2*time.Minute+time.Second {
			t.Errorf("after %s the limit of %s is reached at %s, want 2m1s", done, stage, first)
		}
	}
}
