package messages

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/policy"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/reports"
)

// SettingLine is a setting as it is shown: what can be changed here has a
// meaning, what is read at the start has a source.
// A note says what the value stands for; WasScore is the score that an older program had in its place.
type SettingLine struct{ Name, Value, Note, WasScore, Otherwise, Meaning, Source string }

// Shown is the value with its note.
func (s SettingLine) Shown() string { return s.Value + s.note() }

func (s SettingLine) note() string {
	if s.Note == "" {
		return ""
	}
	return " (" + wording.Plain(s.Note) + ")"
}

// Settings lists what is set: what can be changed here first, the rest behind
// More.
func Settings(here, start []SettingLine, example string) wording.Message {
	var changed, all, fixed []string
	for _, s := range here {
		line := fmt.Sprintf("`%s` = %s: %s", s.Name, settingValue(s.Value, 40)+s.note(), s.Meaning)
		if s.Value != s.Otherwise {
			changed = append(changed, line)
		}
		all = append(all, line)
	}
	for _, s := range start {
		fixed = append(fixed, fmt.Sprintf("%s = %s (%s)", s.Name, wording.Clip(wording.Plain(s.Value), 80), s.Source))
	}
	text := "Everything you can change here is as it came."
	if len(changed) > 0 {
		const shown = 6
		text = "You have changed:\n- " + strings.Join(changed[:min(len(changed), shown)], "\n- ")
	}
	if was := wereScores(here); was != "" {
		text = was + "\n" + text
	}
	return wording.Message{
		Text: text + "\nChange one: `!" + example + "`",
		More: wording.JoinDetails(wording.ListBelow("You can change these here", all), wording.ListBelow("Set when I start, in the environment or .env", fixed)),
	}
}

// wereScores says which settings were scores in an older program, until he sets them
// himself; empty for none.
func wereScores(all []SettingLine) string {
	var was []string
	for _, s := range all {
		if s.WasScore != "" {
			was = append(was, fmt.Sprintf("your %s for `%s` is now %s", wording.Clip(wording.Plain(s.WasScore), 40), s.Name, settingValue(s.Value, 40)))
		}
	}
	if len(was) == 0 {
		return ""
	}
	return "I count points now in place of scores: " + wording.List(was) + "."
}

// Setting shows one setting.
func Setting(s SettingLine) string {
	return strings.TrimSpace(wereScores([]SettingLine{s}) + " " + showSetting(s))
}

func showSetting(s SettingLine) string {
	return fmt.Sprintf("`%s` (%s) is %s. Change it: `!settings %s %s`", s.Name, s.Meaning, settingValue(s.Value, 200)+s.note(), s.Name, s.Otherwise)
}

// settingValue is a value as it is shown: the stars of a cron expression are no marks
// of the chat's.
func settingValue(v string, most int) string {
	if strings.Contains(v, "*") && !strings.Contains(v, "`") {
		return "`" + wording.Clip(v, most) + "`"
	}
	return wording.Clip(wording.Plain(v), most)
}

// SettingChanged confirms a new value; was is the old one, or empty when that
// is not known.
func SettingChanged(s SettingLine, was string) string {
	if was == "" {
		return fmt.Sprintf("`%s` (%s) is now %s.", s.Name, s.Meaning, settingValue(s.Value, 200)+s.note())
	}
	return fmt.Sprintf("`%s` (%s) is now %s; it was %s.", s.Name, s.Meaning, settingValue(s.Value, 200)+s.note(), settingValue(was, 200))
}

// SettingUnknown says that there is no such setting here, and which is nearest.
func SettingUnknown(name, near string) string {
	return fmt.Sprintf("I don't know a setting %q. Did you mean `%s`? `!settings` lists them.", wording.Clip(wording.Plain(name), 40), near)
}

// SettingAtStart says that a setting is read at the start.
func SettingAtStart(s SettingLine) string {
	return fmt.Sprintf("%s is read when I start (now: %s, from %s). Change it in the environment or in .env, then start me again.", s.Name, s.Value, s.Source)
}

// SettingSwitch says that it takes on or off.
func SettingSwitch() string { return "Please say on or off." }

// SettingZone says that it takes a time zone.
func SettingZone() string {
	return "I don't know that one. Please give a time zone, like Europe/Berlin, America/New_York or UTC, or `machine` for that of the machine I run on."
}

// SettingHour says that it takes an hour.
func SettingHour() string { return "Please give an hour from 0 to 23, or off." }

// SettingDaily says that something is done once a day at most.
func SettingDaily() string {
	return "That's more than once a day. Please choose a time of a day or a week, like `0 8 * * 1`."
}

// SettingRefused says why a value does not do.
func SettingRefused(why string) string { return prose.Capital(strings.TrimSuffix(why, ".")) + "." }

// SettingMeaning says what a setting that can be changed in the chat does.
func SettingMeaning(name string) string {
	return map[string]string{
		policy.Gates:         "where every new project waits for your yes",
		policy.PlanAsk:       "price in dollars from which a plan waits for your yes",
		policy.Zone:          "your time zone",
		policy.QuietHours:    "no pings in these hours",
		policy.QuietPings:    "pings a day, then one digest",
		policy.Digest:        "hour of the daily digest",
		policy.WatchLimits:   "how long a piece of work may be silent before I worry",
		policy.WatchAct:      "how sure I must be to step in myself, from 0.9 to 1; at 1 I never do",
		policy.WatchSuggest:  "how sure I must be to suggest something at once; the rest waits for the digest",
		policy.CompanyReview: "when your directors look at everything, as a cron expression, once a day at most",
		policy.CompanyTier:   "how good a model your directors think with: usual, T1, T2 or T3",
		policy.CompanyReach:  "which projects Management may let rest: own, which departments opened, or all, yours too",
		policy.SearchMonth:   "web searches a month; after that only documents and pages I've read before",
		policy.WatchModel:    "let a model judge what my rules can't",
		policy.Prefer:        "sites that research reads first",
		policy.Distrust:      "sites that research reads last",
		policy.Autonomy:      "let good work pass without a reviewer",
		policy.AutoApprove:   "the points at which a draft passes without a reviewer: all, musts, a share like 80%, or never",
		policy.Crosscheck:    "have a model of another maker look at final work once more",
		policy.Router:        "let the choice of models learn from results",
		policy.Publish:       "put every finished document into the folder published: folder, or off",
		policy.QAOnly:        "the points at which one reviewer is enough: all, musts, a share like 60%, or never",
	}[name]
}

// Scheduled confirms that a project is run again and again.
func Scheduled(p org.ProjectName, s reports.Schedule) wording.Message {
	return wording.Message{
		Text:    fmt.Sprintf("%s runs again by `%s` (%s), first %s. Each run is a project of its own.", wording.NameProject(p), strings.ReplaceAll(s.Spec, "`", ""), s.Zone, due(s)),
		Buttons: []org.Button{{Label: "Stop it", Command: "schedule stop " + string(s.ID)}},
	}
}

func due(s reports.Schedule) string {
	if s.Due.IsZero() {
		return "never"
	}
	return "on " + moment.Mark(s.Due, moment.Minute)
}

// ScheduleFacts is one schedule with what its first run cost.
type ScheduleFacts struct {
	reports.Schedule
	First org.CostLine
}

// Schedules lists what runs again and again.
func Schedules(all []ScheduleFacts, example string) wording.Message {
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
		lines = append(lines, fmt.Sprintf("%s: %s by `%s` (%s)\n\u2003next %s, missed runs are %s, ran %s so far, the first run cost %s",
			t.ID, wording.NameProject(org.ProjectName{ID: t.Project, Title: t.Title}), strings.ReplaceAll(t.Spec, "`", ""), t.Zone, due(t.Schedule), missed, wording.CountTimes(t.Runs), wording.DescribeSpending(t.First)))
		if len(menu.Choices) < 25 {
			menu.Choices = append(menu.Choices, org.Choice{Label: wording.Clip(fmt.Sprintf("%s: %s %s", t.ID, t.Project, wording.Plain(t.Title)), 90), Value: string(t.ID)})
		}
	}
	return wording.Message{More: strings.Join(lines, "\n"), Menu: menu}
}

// ScheduleWhen asks for the time of a schedule.
func ScheduleWhen(example string) string {
	return "When? Say minute, hour, day, month and weekday, or @daily, @weekly, @monthly. For example: `!" + example + "`"
}

// ScheduleProject asks for its project.
func ScheduleProject(example string) string {
	return "Which project? Name it first: `!" + example + "`"
}

// ScheduleFields says what a time is made of.
func ScheduleFields() string {
	return "A time has five parts: minute, hour, day, month, weekday. For example, `0 8 * * 1` is Mondays at 8."
}

// ScheduleStopped confirms that nothing is run again.
func ScheduleStopped(id string) string {
	return fmt.Sprintf("Stopped %s. What it has already started carries on.", wording.Clip(wording.Plain(id), 20))
}

// ScheduleWhich asks which schedule to stop.
func ScheduleWhich() string { return "Which one? `!schedule` lists them; then `!schedule stop t1`." }

// ScheduleNone says that a project has no schedule.
func ScheduleNone(project string) string {
	return fmt.Sprintf("%s has no schedule. `!schedule` lists what there is.", wording.Clip(wording.Plain(project), 20))
}

// ScheduleUnknown says that there is no such schedule.
func ScheduleUnknown(id string) string {
	return fmt.Sprintf("I don't know a schedule %s. `!schedule` lists them.", wording.Clip(wording.Plain(id), 20))
}

// AgentFacts is one member of the team with what was spent on his work in 30
// days.
type AgentFacts struct {
	org.AgentView
	Spent org.CostLine
}

// Team lists who works for the founder: who is at work first, and each with
// what he did behind More.
func Team(all []AgentFacts) wording.Message {
	const shown = 5
	var busy, lines []string
	for _, a := range all {
		if a.Working != "" {
			busy = append(busy, fmt.Sprintf("%s: “%s”", wording.Name(a.Name), wording.Clip(wording.Plain(a.Working), 60)))
		}
		lines = append(lines, agentLine(a))
	}
	text := "Your team has " + wording.CountOf(len(all), "member", "members") + "; nobody is at work right now."
	if len(busy) > 0 {
		text = fmt.Sprintf("Your team has %s. At work now:\n%s", wording.CountOf(len(all), "member", "members"), strings.Join(busy[:min(len(busy), shown)], "\n"))
	}
	return wording.Message{Text: text, More: strings.Join(lines, "\n")}
}

func agentLine(a AgentFacts) string {
	line := fmt.Sprintf("**%s**, %s", wording.Plain(a.Name), wording.Plain(a.Role))
	if a.Team != "" {
		line += ", in the team for " + strings.ReplaceAll(strings.TrimPrefix(wording.Plain(a.Team), "team-"), "-", " ")
	}
	if a.Reviewer != "" {
		line += ", reviews"
	}
	if a.Why != "" {
		line += ", hired: " + wording.Clip(wording.Plain(a.Why), 80)
	}
	var did []string
	if a.Completed > 0 {
		did = append(did, wording.Count(a.Completed, "step")+" done")
	}
	if a.Points.Counted() {
		did = append(did, "drafts got "+a.Points.String())
	}
	if a.Rejected > 0 {
		did = append(did, "sent back "+wording.CountTimes(a.Rejected))
	}
	if a.Spent.Calls > 0 {
		did = append(did, wording.DescribeSpending(a.Spent)+" in 30 days")
	}
	if len(did) > 0 {
		line += "\n\u2003" + strings.Join(did, ", ")
	}
	if learnt := LearntOf(a.AgentView); learnt != "" {
		line += "\n\u2003" + learnt
	}
	return line
}

// LearntOf says what an agent's work called for most, and how often he was taught; empty
// when neither is known.
func LearntOf(a org.AgentView) string {
	const shown = 3
	var parts []string
	var skills []string
	for _, s := range a.Skills[:min(len(a.Skills), shown)] {
		skills = append(skills, fmt.Sprintf("%s (%s)", strings.ReplaceAll(wording.Plain(s.Name), "-", " "), wording.CountTimes(s.Used)))
	}
	if len(skills) > 0 {
		parts = append(parts, "called for most: "+strings.Join(skills, ", "))
	}
	if n := len(a.History); n > 0 && a.Version > 1 {
		_, last, _ := strings.Cut(a.History[n-1], ": ")
		parts = append(parts, fmt.Sprintf("taught %s, last: %s", wording.CountTimes(a.Version-1), wording.Clip(wording.Plain(last), 100)))
	}
	return strings.Join(parts, "; ")
}
