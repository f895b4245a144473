package schedule

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// Scheduled confirms that a project is run again and again.
func Scheduled(p org.ProjectName, s reports.Schedule) wording.Message {
	return wording.Message{
		Text:    fmt.Sprintf("%s runs again by `%s` (%s), first %s. Each run is a project of its own.", wording.NameProject(p), strings.ReplaceAll(s.Spec, "`", ""), s.Zone, describeDue(s)),
		Buttons: []org.Button{{Label: "Stop it", Command: "schedule stop " + string(s.ID)}},
	}
}

func describeDue(s reports.Schedule) string {
	if s.Due.IsZero() {
		return "never"
	}
	return "on " + moment.Mark(s.Due, moment.Minute)
}

// Facts is one schedule with what its first run cost.
type Facts struct {
	reports.Schedule
	First org.CostLine
}

// Schedules lists what runs again and again.
func Schedules(all []Facts, example string) wording.Message {
	if len(all) == 0 {
		return wording.Message{Text: "Nothing is scheduled. For example: `!" + example + "`"}
	}
	menu := &org.Menu{Label: "Stop one", Command: "schedule stop"}
	var lines []string
	for _, t := range all {
		missed := "made up for once"
		if t.Missed == reports.MissedSkip {
			missed = "skipped"
		}
		name, price := wording.NameProject(org.ProjectName{ID: t.Project, Title: t.Title}), "the first run cost "+wording.DescribeSpending(t.First)
		if t.Order != "" {
			name, price = "“"+wording.Clip(wording.Plain(t.Title), 120)+"”", "at most "+wording.Limit(t.Cap)+" each time"
		}
		lines = append(lines, fmt.Sprintf("%s: %s by `%s` (%s)\n\u2003next %s, missed runs are %s, ran %s so far, %s",
			t.ID, name, strings.ReplaceAll(t.Spec, "`", ""), t.Zone, describeDue(t.Schedule), missed, wording.CountTimes(t.Runs), price))
		if len(menu.Choices) < 25 {
			menu.Choices = append(menu.Choices, org.Choice{Label: wording.Clip(string(t.ID)+": "+strings.TrimSpace(string(t.Project)+" "+wording.Plain(t.Title)), 90), Value: string(t.ID)})
		}
	}
	return wording.Message{More: strings.Join(lines, "\n"), Menu: menu}
}

// When asks for the time of a schedule.
func When(example string) string {
	return "When? Say minute, hour, day, month and weekday, or @daily, @weekly, @monthly. For example: `!" + example + "`"
}

// Project asks for its project.
func Project(example string) string {
	return "Which project? Name it first: `!" + example + "`"
}

// Fields says what a time is made of.
func Fields() string {
	return "A time has five parts: minute, hour, day, month, weekday. For example, `0 8 * * 1` is Mondays at 8."
}

// Stopped confirms that nothing is run again.
func Stopped(id string) string {
	return fmt.Sprintf("Stopped %s. What it has already started carries on.", wording.Clip(wording.Plain(id), 20))
}

// Which asks which schedule to stop.
func Which() string { return "Which one? `!schedule` lists them; then `!schedule stop t1`." }

// None says that a project has no schedule.
func None(project string) string {
	return fmt.Sprintf("%s has no schedule. `!schedule` lists what there is.", wording.Clip(wording.Plain(project), 20))
}

// Unknown says that there is no such schedule.
func Unknown(id string) string {
	return fmt.Sprintf("I don't know a schedule %s. `!schedule` lists them.", wording.Clip(wording.Plain(id), 20))
}
