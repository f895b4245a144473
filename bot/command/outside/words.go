package outside

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
)

func sayWords(s outward.Sink) string {
	return map[outward.Sink]string{
		outward.SinkPulls: "Pull requests are opened, with the mark of proof", outward.SinkReady: "Drafts become ready for review", outward.SinkMerges: "Pull requests are merged or closed",
		outward.SinkBranches: "Branches are deleted once they are merged", outward.SinkAnswers: "Issues and remarks are answered", outward.SinkReviews: "Findings are said at pull requests of others",
		outward.SinkNotion: "Its document stands in Notion", outward.SinkGoogle: "Its document stands in Google Docs", outward.SinkLinear: "It stands in Linear as it stands here",
	}[s]
}

func sayLevel(l outward.Level) string {
	return map[outward.Level]string{outward.LevelAllowed: "By itself.", outward.LevelAsk: "After your yes.", outward.LevelOff: "Off."}[l]
}

func labelLevel(l outward.Level) string {
	return map[outward.Level]string{outward.LevelAllowed: "By itself", outward.LevelAsk: "Ask me first", outward.LevelOff: "Off"}[l]
}

// Rules shows what a project may do outside, with the buttons of what is not off.
func Rules(p org.ProjectName, all []Rule) wording.Message {
	lines := []string{fmt.Sprintf("What **%s** (%s) may do outside:", wording.Plain(p.Title), p.ID)}
	const shown = 10
	m := wording.Message{}
	var more []string
	for i, r := range all {
		if i >= shown {
			more = append(more, describe(r))
			continue
		}
		lines = append(lines, describe(r))
		if len(m.Buttons) < 4 && r.Level == outward.LevelAllowed {
			m.Buttons = append(m.Buttons, org.Button{Label: "Ask first: " + string(r.Sink), Command: fmt.Sprintf("outside %s %s ask", p.ID, r.Sink)})
		}
	}
	m.Text = strings.Join(append(lines, fmt.Sprintf("`!outside %s pulls ask` changes one: allowed, ask, off, or default. `!dry %s` shows what comes of it.", p.ID, p.ID)), "\n")
	m.More = strings.Join(more, "\n")
	return m
}

func describe(r Rule) string {
	return fmt.Sprintf("- **%s** %s: %s (%s)", wording.Plain(string(r.Sink)), wording.StartLower(wording.Plain(r.Words)), wording.StartLower(strings.TrimSuffix(r.State, ".")), wording.Plain(r.Source))
}

// Foreseen shows all that a project does outside, done or not.
func Foreseen(p org.ProjectName, all []Effect) wording.Message {
	if len(all) == 0 {
		return wording.Message{Text: fmt.Sprintf("**%s** does nothing outside: all of it stays here.", wording.Plain(p.Title))}
	}
	const shown = 8
	lines := []string{fmt.Sprintf("What **%s** does outside, in this order:", wording.Plain(p.Title))}
	for _, e := range all {
		line := "- "
		if e.Action != "" {
			line += "**" + string(e.Action) + "** "
		}
		line += e.Words + " " + e.State
		if e.Source != "" {
			line += " (" + wording.Plain(e.Source) + ")"
		}
		lines = append(lines, line)
	}
	m := wording.Message{Text: strings.Join(lines[:min(shown, len(lines))], "\n")}
	if len(lines) > shown {
		m.More = strings.Join(lines[shown:], "\n")
	}
	return m
}

func foreseenState(r Rule) string {
	switch {
	case r.Level == outward.LevelOff:
		return "That is off, so it will not happen."
	case r.Sink == outward.SinkMerges:
		return "Not yet."
	case r.Level == outward.LevelAsk:
		return "Not yet, and not before your yes."
	}
	return "Not yet; by itself."
}

func ofAction(a outward.Action) Effect {
	first, _, _ := strings.Cut(a.Effect, "\n")
	e := Effect{Action: a.ID, Words: wording.Plain(strings.TrimSuffix(first, ":")) + ".", Source: a.AllowedBy}
	e.Words = strings.ReplaceAll(e.Words, "..", ".")
	switch a.State {
	case outward.Proposed:
		e.State = "It waits for your yes."
	case outward.Allowed, outward.Doing:
		e.State = "It comes next."
	case outward.Done:
		if e.State = "Done."; a.Undone != "" {
			e.State = "Done, and taken back."
		}
	case outward.Refused:
		e.State = "Not done: " + wording.Plain(a.Why) + "."
	case outward.Dropped:
		if e.State = "Left out."; a.Why != "" {
			e.State = "Left out: " + wording.Plain(a.Why) + "."
		}
	}
	return e
}

// SaidBy says who set a level, and when.
func SaidBy(p outward.Permit) string {
	if p.At.IsZero() {
		return p.By
	}
	if p.Project == "" {
		return fmt.Sprintf("of all projects: %s, on %s", p.By, moment.Mark(p.At, moment.Day))
	}
	return fmt.Sprintf("%s, on %s", p.By, moment.Mark(p.At, moment.Day))
}

// HooksHear says that addresses hear of the project.
func HooksHear(n int) string {
	return fmt.Sprintf("%s of what happens to it.", prefix(n))
}

func prefix(n int) string {
	return wording.CountOf(n, "address of yours hears", "addresses of yours hear")
}

// How refuses what is no kind of effect or no level.
func How(what, how string) string {
	return fmt.Sprintf("I don't know %s there. Say which effects (pulls, ready, merges, branches, answers, reviews, notion, google, linear, or a tool as server/tool) and how: allowed, ask, off, or default. For example: `!outside p3 pulls ask`.", wording.Quote(strings.TrimSpace(what+" "+how)))
}

// WhichTool refuses a server without a tool: each is asked about by itself.
func WhichTool(server, how string) string {
	return fmt.Sprintf("Name one tool of %[1]s, as in `!outside p3 %[1]s/search %[2]s`: I set none of them by that. `!tools show %[1]s` lists what it offers.", wording.Plain(server), wording.Plain(how))
}

// UnseenTool refuses a tool of which the founder has not seen what its server says now.
func UnseenTool(server, tool string) string {
	return fmt.Sprintf("%[1]s says something else of %[2]s than you saw before, so I changed nothing. `!tools show %[1]s %[2]s` shows what it says now, and what to say to use it.", wording.Plain(server), wording.Plain(tool))
}
