package team

import (
	"fmt"
	"maps"
	"slices"
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
// what he did behind More. Proposed are those whom repositories propose, by their names.
func Team(all []Member, proposed map[string][]org.Role) wording.Message {
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
	if offered := describeProposed(all, proposed); offered != "" {
		text += "\n" + offered
	}
	return wording.Message{Text: text, More: strings.Join(lines, "\n")}
}

// describeProposed says whom repositories propose who is not here yet; empty for nobody.
func describeProposed(all []Member, proposed map[string][]org.Role) string {
	const shown = 3
	var open []string
	for _, repository := range slices.Sorted(maps.Keys(proposed)) {
		for _, r := range proposed[repository] {
			if r.WhyNot == "" && !slices.ContainsFunc(all, func(m Member) bool { return m.ID == r.Agent(repository, "").ID }) {
				open = append(open, fmt.Sprintf("%s (`!agents take %s %s`)", wording.Plain(r.Title), wording.OneLine(repository), wording.OneLine(r.Name)))
			}
		}
	}
	if len(open) == 0 {
		return ""
	}
	more := ""
	if left := len(open) - shown; left > 0 {
		more = fmt.Sprintf(" and %d more", left)
	}
	return "Proposed by files of your repositories, and at work only after your yes: " + strings.Join(open[:min(len(open), shown)], ", ") + more + "."
}

// How says what can be said of the team.
func How() string {
	return "Write `!agents` for your team, `!agents take shop security-reviewer` for a role that a repository proposes, and `!agents drop shop security-reviewer` to have him leave again."
}

// Read shows a role that a repository proposes, whole, with the button that has him join.
func Read(r org.Role, repository string) org.Reply {
	lines := []string{fmt.Sprintf("%s of %s proposes: **%s**, in the field of %s. He would get work that calls for this title or names him, and nothing else; whatever stands in his words, he may do no more than others.", wording.Plain(r.Path), wording.Plain(repository), wording.Plain(r.Title), r.Category)}
	if len(r.Doubts) > 0 {
		lines = append(lines, "Look at this before you say yes:")
		for _, d := range r.Doubts {
			lines = append(lines, "- "+wording.Plain(d))
		}
	}
	take := strings.Join([]string{"agents take", repository, r.Name, r.Mark()}, " ")
	lines = append(lines, "He would work by these words, attached whole:")
	for l := range strings.Lines(wording.Clip(r.Text, shownWords)) {
		lines = append(lines, "> "+wording.Plain(strings.TrimRight(l, "\n")))
	}
	return org.Reply{
		Text:  strings.Join(append(lines, "To take him: `!"+take+"`"), "\n"),
		Files: []org.File{{Name: r.Name + ".md", Data: []byte(r.Text + "\n")}},
		Card:  org.Card{Buttons: []org.Button{{Label: "Take into the team", Command: take}}},
	}
}

// shownWords bounds the letters of a role's words that are shown beside the file.
const shownWords = 900

// Joined confirms that somebody joined.
func Joined(a org.Agent, repository, name string) string {
	return fmt.Sprintf("**%s** is on the team. Have him do a step with `@%s` in a roadmap; `!agents drop %s %s` has him leave.", wording.Plain(a.Name), strings.ReplaceAll(strings.ToLower(wording.OneLine(a.Role)), " ", "-"), wording.OneLine(repository), wording.OneLine(name))
}

// Dropped confirms that somebody left who was taken from a repository.
func Dropped(name, repository string) string {
	return fmt.Sprintf("%s of %s has left the team. What was begun by him, he ends.", wording.Plain(name), wording.Plain(repository))
}

// NobodyTaken says that nobody of a role is on the team.
func NobodyTaken(name, repository string) string {
	return fmt.Sprintf("Nobody on the team was taken as %s from %s. `!agents` lists who is here; somebody whom a file in FRASIER_PROMPTS adds leaves with that file.", wording.Plain(name), wording.Plain(repository))
}

// NotProposed says that a repository proposes no such role.
func NotProposed(name, repository string, known []org.Role) string {
	var names []string
	for _, r := range known {
		names = append(names, wording.OneLine(r.Name))
	}
	if len(names) == 0 {
		return fmt.Sprintf("%s proposes nobody for the team that I know of. It does so by files in `.frasier/agents` or `.claude/agents` on the branch that work starts from; `!repo %s setup` looks again.", wording.Plain(repository), wording.OneLine(repository))
	}
	return fmt.Sprintf("%s proposes no %s. It proposes %s.", wording.Plain(repository), wording.Plain(name), strings.Join(names, ", "))
}

// Unfit says why nobody can take a role.
func Unfit(r org.Role, repository string) string {
	return fmt.Sprintf("%s of %s can't be taken: %s. Once the file is put right, `!repo %s setup` looks again.", wording.Plain(r.Path), wording.Plain(repository), wording.Plain(r.WhyNot), wording.OneLine(repository))
}

// ChangedSince says that a role is another than the one that a founder read.
func ChangedSince(r org.Role, repository string) string {
	return fmt.Sprintf("%s of %s says something else by now, so your yes doesn't hold for it. Read it again: `!agents take %s %s`", wording.Plain(r.Path), wording.Plain(repository), wording.OneLine(repository), wording.OneLine(r.Name))
}

// NameTaken says that somebody on the team has the name.
func NameTaken(e *org.NameTakenError) string {
	return fmt.Sprintf("Somebody on the team is called %s already. Give the role another title in its file.", wording.Plain(e.Name))
}

// NobodyJoins says that nobody can join where no prompts are.
func NobodyJoins() string { return "Nobody can join the team from here. Say it where Frasier runs." }

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
