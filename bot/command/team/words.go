package team

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/org"
)

// Member is one member of the team with what was spent on his work in 30
// days.
type Member struct {
	org.AgentView
	Spent org.CostLine
}

// Team lists who works for the founder: who is at work first, and each with
// what he did behind More.
func Team(all []Member) wording.Message {
	const shown = 5
	var busy, lines []string
	for _, a := range all {
		if a.Working != "" {
			busy = append(busy, fmt.Sprintf("%s: “%s”", wording.Name(a.Name), wording.Clip(wording.Plain(a.Working), 60)))
		}
		lines = append(lines, describeMember(a))
	}
	text := "Your team has " + wording.CountOf(len(all), "member", "members") + "; nobody is at work right now."
	if len(busy) > 0 {
		text = fmt.Sprintf("Your team has %s. At work now:\n%s", wording.CountOf(len(all), "member", "members"), strings.Join(busy[:min(len(busy), shown)], "\n"))
	}
	return wording.Message{Text: text, More: strings.Join(lines, "\n")}
}

func describeMember(a Member) string {
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
