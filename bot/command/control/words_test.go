package control_test

import (
	"slices"
	"testing"

	"github.com/frasier-cos/frasier/bot/command/control"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/nountest"
)

func TestWords(t *testing.T) {
	all := slices.Concat(commandExamples(), projectCommandExamples(), companyExamples(), converseExamples())
	nountest.Golden(t, all...)
	nountest.Marked(t, all...)
}

func commandExamples() []nountest.Example {
	p := lisbon()
	return []nountest.Example{
		{Name: "CancelFirst: nothing planned", Message: control.CancelFirst(p, 0, 0)},
		{Name: "CancelFirst: nothing finished", Message: control.CancelFirst(p, 0, 7)},
		{Name: "CancelFirst: some finished", Message: control.CancelFirst(p, 2, 7)},
		{Name: "CancelAllFirst", Message: control.CancelAllFirst(3, 0)},
		{Name: "CancelAllFirst: some stopped", Message: control.CancelAllFirst(3, 2)},
		{Name: "EndStoppedFirst", Message: control.EndStoppedFirst(8)},
		{Name: "EndFirst", Message: control.EndFirst(p, "e4")},
		{Name: "EndFirst: nothing asked", Message: control.EndFirst(p, "")},
		{Name: "ProjectStopped", Message: control.ProjectStopped(p, "e4")},
		{Name: "ProjectStopped: nothing asked", Message: control.ProjectStopped(p, "")},
		{Name: "Cancelled", Message: control.Cancelled([]org.ProjectName{p}, 0)},
		{Name: "Cancelled: steps were running", Message: control.Cancelled([]org.ProjectName{p}, 2)},
		{Name: "Cancelled: several", Message: control.Cancelled([]org.ProjectName{p, {ID: "p2"}}, 0)},
		{Name: "NothingOpenTo", Message: control.NothingOpenTo("pause")},
		{Name: "Paused: nothing running", Message: control.Paused([]org.ProjectName{p}, 0)},
		{Name: "Paused: steps running", Message: control.Paused([]org.ProjectName{p}, 2)},
		{Name: "Paused: several projects", Message: control.Paused([]org.ProjectName{p, {ID: "p2"}}, 1)},
		{Name: "Resumed", Message: control.Resumed([]org.ProjectName{p})},
	}
}

func projectCommandExamples() []nountest.Example {
	p, done := lisbon(), org.ProjectName{ID: "p1", Title: "Lisbon launch", State: org.ProjectCompleted}
	fourth := org.StepName{ID: "s4", Title: "Find where oats are grown"}
	return []nountest.Example{
		{Name: "ProjectEnded", Message: control.ProjectEnded(done, "pause")},
		{Name: "GateSet", Message: control.GateSet(p, []string{"after planning", "before the document"})},
		{Name: "GateSetAfterStep", Message: control.GateSetAfterStep(p, "after “Find the price”")},
		{Name: "GateWhere", Message: control.GateWhere(p, "\"later\" is no place to stop: write after planning, after each phase or before the document")},
		{Name: "GateWhichStep", Message: control.GateWhichStep("p1", "find", "s3")},
		{Name: "GateStepEnded", Message: control.GateStepEnded(fourth)},
		{Name: "GateProjectEnded", Message: control.GateProjectEnded(done)},
		{Name: "GateWhich", Message: control.GateWhich("p1")},
		{Name: "GatesDropped", Message: control.GatesDropped(p, 2)},
		{Name: "GatesDropped: none", Message: control.GatesDropped(p, 0)},
		{Name: "Gates", Message: control.Gates(p, []org.Gate{{Name: "after planning", Open: "e1"}, {Name: "before the document"}})},
		{Name: "Gates: none", Message: control.Gates(p, nil)},
	}
}

func companyExamples() []nountest.Example {
	oats := org.ProjectName{ID: "p3", Title: "Oats", State: org.ProjectCompleted}
	return []nountest.Example{
		{Name: "Deleted", Message: control.Deleted(oats)},
		{Name: "Undeleted", Message: control.Undeleted(oats)},
		{Name: "DeleteOpen", Message: control.DeleteOpen(oats)},
		{Name: "DeleteReserved", Message: control.DeleteReserved()},
		{Name: "DeleteWhich", Message: control.DeleteWhich("delete")},
	}
}

func converseExamples() []nountest.Example {
	return []nountest.Example{
		{Name: "StepHeld", Message: control.StepHeld("s1", "Launch plan")},
		{Name: "StepReleased", Message: control.StepReleased("s1", "Launch plan")},
	}
}

func lisbon() org.ProjectName {
	return org.ProjectName{ID: "p1", Title: "Lisbon launch", State: org.ProjectActive}
}
