package stagelog_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/stagelog"
)

// journey is work of three stages, the second of them twice; each adds the one
// before it to its word.
func journey(l *stagelog.Log, words map[string]string) (string, error) {
	last, err := stagelog.Do(l, org.StageContext, 0, func() (string, error) { return words["context"], nil })
	for _, s := range []org.StageResult{{Stage: "plan"}, {Stage: "plan", Seq: 1}, {Stage: "review"}} {
		if err != nil {
			return "", err
		}
		before := last
		last, err = stagelog.Do(l, s.Stage, s.Seq, func() (string, error) { return before + words[s.Slot()], nil })
	}
	return last, err
}

func TestStagesAreDoneAgain(t *testing.T) {
	words := map[string]string{"context": "c", "plan/0": "p", "plan/1": "q", "review/0": "r"}
	var log stagelog.Log
	if got, err := journey(&log, words); got != "cpqr" || err != nil {
		t.Fatalf("the work gives %q, %v", got, err)
	}
	want := []org.StageResult{
		{Stage: "context", Output: `"c"`}, {Stage: "plan", Output: `"cp"`}, {Stage: "plan", Seq: 1, Output: `"cpq"`}, {Stage: "review", Output: `"cpqr"`},
	}
	if diff := cmp.Diff(want, log.Results); diff != "" {
		t.Fatalf("noted stages (-want +got):\n%s", diff)
	}
	for _, c := range []struct {
		name  string
		words map[string]string // of the second time
		slot  string
		bytes string
		same  bool
	}{
		{"plan", words, "plan/0", `"cp"`, true},
		{"plan/1", words, "plan/1", `"cpq"`, true},
		{"plan/1", map[string]string{"plan/0": "x", "plan/1": "q"}, "plan/1", `"cpq"`, true}, // others are read, not done
		{"review", map[string]string{"review/0": "s"}, "review/0", `"cpqs"`, false},
		{"context", nil, "context/0", `"c"`, true}, // what it began with is never looked up anew
	} {
		again, err := stagelog.Retrace(log.Results, c.name)
		if err != nil {
			t.Fatal(err)
		}
		_, err = journey(again, c.words)
		got, err := again.Replay(err)
		if diff := cmp.Diff(stagelog.Replay{Stage: c.slot, Bytes: c.bytes, Same: c.same}, got); diff != "" || err != nil {
			t.Errorf("%s again: %v (-want +got):\n%s", c.name, err, diff)
		}
	}
	if _, err := stagelog.Retrace(log.Results, "plan/2"); !errors.Is(err, stagelog.ErrNoStage) {
		t.Errorf("a stage that was not done: %v, want ErrNoStage", err)
	}
	again, err := stagelog.Retrace(log.Results, "review")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := again.Replay(nil); err == nil {
		t.Error("work that does not come to the stage passes for having done it again")
	}
}
