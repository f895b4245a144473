package schedule_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/command/schedule"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/testing/nountest"
)

func TestWords(t *testing.T) {
	all := slices.Concat(examples(), saidExamples())
	nountest.Golden(t, all...)
	nountest.Marked(t, all...)
}

func examples() []nountest.Example {
	return []nountest.Example{
		{Name: "Schedules: none", Message: schedule.Schedules(nil, "schedule p3 @daily")},
		{Name: "ScheduleWhen", Message: schedule.When("schedule p3 @daily")},
		{Name: "ScheduleProject", Message: schedule.Project("schedule p3 @daily")},
		{Name: "ScheduleFields", Message: schedule.Fields()},
		{Name: "ScheduleStopped", Message: schedule.Stopped("t1")},
		{Name: "ScheduleWhich", Message: schedule.Which()},
		{Name: "ScheduleNone", Message: schedule.None("p3")},
		{Name: "ScheduleUnknown", Message: schedule.Unknown("t9")},
	}
}

// eachDay is the hour of what repeats, which is no moment.
const eachDay = "the hour at which it repeats in the zone that stands with it"

func saidExamples() []nountest.Example {
	at := time.Date(2026, 12, 7, 8, 0, 0, 0, time.UTC)
	offer := schedule.Offer{
		Matter: "look at the prices of oats", Order: "m13", Spec: "0 8 * * 1", Zone: "Europe/Berlin", First: at, Cap: 2 * org.Dollar,
		Said: "every Monday at 8 look at the prices of oats",
	}
	usual, one, long, again := offer, offer, offer, offer
	usual.Costs, usual.Dawn = []org.NanoUSD{org.Dollar, org.Dollar / 2, org.Dollar / 4}, true
	one.Costs = []org.NanoUSD{org.Dollar}
	long.Said = strings.Repeat("every Monday at 8 look at the prices of oats ", 3)
	again.Project, again.Costs, again.Cap = org.ProjectName{ID: "p3", Title: "Oats"}, []org.NanoUSD{org.Dollar}, 0
	capped := again
	capped.Cap = 2 * org.Dollar
	order := reports.Schedule{ID: "t3", Order: "m13", Title: "look at the prices of oats", Cap: 2 * org.Dollar, Spec: "0 8 * * 1", Zone: "Europe/Berlin", Due: at, Runs: 2}
	project := order
	project.Order, project.Project, project.Title = "", "p3", "Oats"
	return []nountest.Example{
		{Name: "offered", Written: eachDay, Message: schedule.Proposed(offer)},
		{Name: "offered after others", Written: eachDay, Message: schedule.Proposed(usual)},
		{Name: "offered after one other", Written: eachDay, Message: schedule.Proposed(one)},
		{Name: "offered in many words", Written: eachDay, Message: schedule.Proposed(long)},
		{Name: "offered for a project", Written: eachDay, Message: schedule.Proposed(again)},
		{Name: "offered for a project with a limit", Written: eachDay, Message: schedule.Proposed(capped)},
		{Name: "agreed", Written: eachDay, Message: schedule.Agreed(order)},
		{Name: "moved, of a project", Written: eachDay, Message: schedule.Agreed(project)},
		{Name: "an order in the list", Message: schedule.Schedules([]schedule.Facts{{Schedule: order}}, "")},
		{Name: "no order", Message: schedule.NoOrder()},
		{Name: "no such time", Message: schedule.UnreadTime("every other Monday")},
		{Name: "no limit", Message: schedule.NoLimit("0")},
		{Name: "order gone", Message: schedule.GoneOrder()},
	}
}
