package setting

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/policy"
	"github.com/frasier-cos/frasier/internal/prose"
)

// Line is a setting as it is shown: what can be changed here has a
// meaning, what is read at the start has a source.
// A note says what the value stands for; WasScore is the score that an older program had in its place.
type Line struct{ Name, Value, Note, WasScore, Otherwise, Meaning, Source string }

// Shown is the value with its note.
func (s Line) Shown() string { return s.Value + s.note() }

func (s Line) note() string {
	if s.Note == "" {
		return ""
	}
	return " (" + wording.Plain(s.Note) + ")"
}

// Settings lists what is set: what can be changed here first, the rest behind
// More.
func Settings(here, start []Line, example string) wording.Message {
	var changed, all, fixed []string
	for _, s := range here {
		line := fmt.Sprintf("`%s` = %s: %s", s.Name, showValue(s.Value, 40)+s.note(), s.Meaning)
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
func wereScores(all []Line) string {
	var was []string
	for _, s := range all {
		if s.WasScore != "" {
			was = append(was, fmt.Sprintf("your %s for `%s` is now %s", wording.Clip(wording.Plain(s.WasScore), 40), s.Name, showValue(s.Value, 40)))
		}
	}
	if len(was) == 0 {
		return ""
	}
	return "I count points now in place of scores: " + wording.List(was) + "."
}

// Setting shows one setting.
func Setting(s Line) string {
	return strings.TrimSpace(wereScores([]Line{s}) + " " + describeOne(s))
}

func describeOne(s Line) string {
	return fmt.Sprintf("`%s` (%s) is %s. Change it: `!settings %s %s`", s.Name, s.Meaning, showValue(s.Value, 200)+s.note(), s.Name, s.Otherwise)
}

// showValue is a value as it is shown: the stars of a cron expression are no marks
// of the chat's.
func showValue(v string, most int) string {
	if strings.Contains(v, "*") && !strings.Contains(v, "`") {
		return "`" + wording.Clip(v, most) + "`"
	}
	return wording.Clip(wording.Plain(v), most)
}

// Changed confirms a new value; was is the old one, or empty when that
// is not known.
func Changed(s Line, was string) string {
	if was == "" {
		return fmt.Sprintf("`%s` (%s) is now %s.", s.Name, s.Meaning, showValue(s.Value, 200)+s.note())
	}
	return fmt.Sprintf("`%s` (%s) is now %s; it was %s.", s.Name, s.Meaning, showValue(s.Value, 200)+s.note(), showValue(was, 200))
}

// Unknown says that there is no such setting here, and which is nearest.
func Unknown(name, near string) string {
	return fmt.Sprintf("I don't know a setting %q. Did you mean `%s`? `!settings` lists them.", wording.Clip(wording.Plain(name), 40), near)
}

// AtStart says that a setting is read at the start.
func AtStart(s Line) string {
	return fmt.Sprintf("%s is read when I start (now: %s, from %s). Change it in the environment or in .env, then start me again.", s.Name, s.Value, s.Source)
}

// Switch says that it takes on or off.
func Switch() string { return "Please say on or off." }

// Zone says that it takes a time zone.
func Zone() string {
	return "I don't know that one. Please give a time zone, like Europe/Berlin, America/New_York or UTC, or `machine` for that of the machine I run on."
}

// Hour says that it takes an hour.
func Hour() string { return "Please give an hour from 0 to 23, or off." }

// Daily says that something is done once a day at most.
func Daily() string {
	return "That's more than once a day. Please choose a time of a day or a week, like `0 8 * * 1`."
}

// Refused says why a value does not do.
func Refused(why string) string { return prose.Capital(strings.TrimSuffix(why, ".")) + "." }

// Meaning says what a setting that can be changed in the chat does.
func Meaning(name string) string {
	return map[string]string{
		policy.Gates:         "where every new project waits for your yes",
		policy.PlanAsk:       "price in dollars from which a plan waits for your yes",
		policy.Zone:          "your time zone",
		policy.QuietHours:    "no pings in these hours",
		policy.QuietPings:    "pings a day, then one list of the rest",
		policy.Digest:        "hour of the brief on your day",
		policy.WatchLimits:   "how long a piece of work may be silent before I worry",
		policy.WatchAct:      "how sure I must be to step in myself, from 0.9 to 1; at 1 I never do",
		policy.WatchSuggest:  "how sure I must be to suggest something at once; the rest waits for the brief",
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
