package store_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
)

// What an answer stood on is let go after a while; what a plan stood on stays.
func TestStagesAreKept(t *testing.T) {
	o := newInstance(t)
	say := func(text, output string) org.MessageID {
		m := o.hear(text)
		_, err := o.db.SaveTurn(t.Context(), org.Turn{
			Message: m, Route: org.ActionResponse, Reply: "Yes.", Stages: []org.StageResult{{Stage: org.StageContext, Output: `"` + output + `"`}, {Stage: org.StageChief, Output: `"c"`}},
		})
		o.ok(err)
		return m
	}
	kept := func(name string) []string {
		all, err := o.db.Traces(t.Context(), name)
		o.ok(err)
		var out []string
		for _, t := range all {
			out = append(out, t.Results[0].Output+" "+t.Request+t.Message.Text)
		}
		return out
	}
	p := o.start(org.NewProject{})
	job, err := o.db.ClaimMission(t.Context(), "planner", time.Minute)
	o.ok(err)
	o.ok(o.db.SavePlan(t.Context(), job.Lease, work.Plan{
		Steps: []work.PlannedStep{piece("a")}, Stages: []org.StageResult{{Stage: org.StageContext, Output: `"job"`}},
	}))
	first := say("one", "first")
	if got := kept(string(first)); !cmp.Equal(got, []string{`"first" one`}) {
		t.Errorf("kept of the first answer: %q", got)
	}
	o.clock.forward(org.AnswerStagesFor)
	say("two", "second")
	if got := kept(string(first)); len(got) != 1 {
		t.Errorf("after %v the first answer has %q, want its stages still", org.AnswerStagesFor, got)
	}
	o.clock.forward(time.Second)
	last := say("three", "third")
	if got := kept(string(first)); len(got) != 0 {
		t.Errorf("a little later the first answer has %q, want nothing", got)
	}
	if got := kept(string(last)); !cmp.Equal(got, []string{`"third" three`}) {
		t.Errorf("kept of the last answer: %q", got)
	}
	for _, name := range []string{string(p), string(job.Mission.ID), "Compare queues"} {
		if got := kept(name); len(got) != 1 || got[0] != `"job" `+job.Request {
			t.Errorf("kept of the plan by %s: %q, want its job with %q", name, got, job.Request)
		}
	}
	if _, err := o.db.Traces(t.Context(), "m99"); err == nil {
		t.Error("an unknown message has traces")
	}
	_, err = o.db.Traces(t.Context(), "n99")
	o.want(err, org.ErrNotFound)
	o.sound()
}
