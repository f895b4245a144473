package journal_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/internal/journal"
	"github.com/frasier-cos/frasier/internal/org"
)

func sample() org.Event {
	return org.Event{
		Seq: 7, At: time.Date(2026, 1, 2, 3, 4, 5, 6000, time.UTC), Kind: org.EventStepFailed,
		Project: "p3", Mission: "n4", Step: "s31", Agent: "agent-ada", Attempt: 2,
		Text: "Third rejection:\n<no> \x1b[31msources\x1b[0m", Data: map[string]string{"why": "x"},
	}
}

func TestLine(t *testing.T) {
	got := journal.Line(sample())
	want := "2026-01-02T03:04:05Z  p3/s31     step_failed            Third rejection: <no> [31msources[0m [agent-ada]"
	if got != want {
		t.Errorf("Line:\n got %q\nwant %q", got, want)
	}
	if got := journal.Line(org.Event{Kind: org.EventUnparsed}); !strings.Contains(got, "  -  ") {
		t.Errorf("Line of an event about nothing: %q", got)
	}
}

func TestPair(t *testing.T) {
	got, err := journal.Pair(sample())
	if err != nil {
		t.Fatal(err)
	}
	want := `{"ts":"2026-01-02T03:04:05.000006Z","cmd":"work","phase":"step","event":"FAILED","agent":"agent-ada",` +
		`"data":{"attempt":"2","error":"Third rejection:\n<no> \u001b[31msources\u001b[0m","kind":"step_failed","mission":"n4","parent":"n4",` +
		`"phase":"step","project":"p3","recoverable":"true","seq":"7","step":"s31","suggestion":"frasier why s31","why":"x"}}` + "\n" +
		"# WORK:STEP:FAILED - Third rejection: <no> [31msources[0m\n"
	if d := cmp.Diff(want, string(got)); d != "" {
		t.Errorf("Pair (-want +got):\n%s", d)
	}
}

func TestEntryOfNamesEachEvent(t *testing.T) {
	for kind, want := range map[org.EventKind]string{
		org.EventMessageReceived: "converse message START", org.EventProjectCreated: "project project START",
		org.EventMissionPlanning: "plan mission PHASE_START", org.EventMissionCompleted: "plan mission PHASE_COMPLETE",
		org.EventStepStarted: "work step AGENT_SPAWN", org.EventStageDone: "work research MILESTONE",
		org.EventStepCompleted: "work step AGENT_COMPLETE", org.EventStepRejected: "work review MILESTONE",
		org.EventDowngrade: "model claims MILESTONE", org.EventDeliveryDropped: "deliver delivery FAILED",
		org.EventProjectCompleted: "project project COMPLETE", org.EventProjectFailed: "project project FAILED",
	} {
		e := org.Event{Kind: kind, Text: "text", Project: "p1", Data: map[string]string{"stage": "research"}}
		if kind == org.EventDowngrade {
			e.Data = map[string]string{"purpose": "claims"}
		}
		got := journal.EntryOf(e)
		if have := got.Cmd + " " + got.Phase + " " + got.Event; have != want {
			t.Errorf("EntryOf(%s): got %q, want %q", kind, have, want)
		}
		need := map[string][]string{
			journal.Failed: {"error", "phase", "recoverable", "suggestion"}, journal.Start: {"args", "context"},
			journal.Milestone: {"description", "metrics"}, journal.Complete: {"outputs", "next_suggested"},
		}
		for _, field := range need[got.Event] {
			if _, there := got.Data[field]; !there {
				t.Errorf("EntryOf(%s): %s has no %s", kind, got.Event, field)
			}
		}
	}
}

func TestWatch(t *testing.T) {
	var plain, lines bytes.Buffer
	e := sample()
	if err := journal.Watch(&plain, false)(t.Context(), e); err != nil {
		t.Fatal(err)
	}
	if err := journal.Watch(&lines, true)(t.Context(), e); err != nil {
		t.Fatal(err)
	}
	if plain.String() != journal.Line(e)+"\n" {
		t.Errorf("Watch: got %q, want its line", plain.String())
	}
	var back org.Event
	if err := json.Unmarshal(lines.Bytes(), &back); err != nil || strings.Count(lines.String(), "\n") != 1 {
		t.Fatalf("Watch as JSON: %q, %v", lines.String(), err)
	}
	if d := cmp.Diff(e, back); d != "" {
		t.Errorf("Watch as JSON (-want +got):\n%s", d)
	}
}
