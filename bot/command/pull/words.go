package pull

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
)

// List shows pull requests with what each waits for, and the buttons of the first that is open.
func List(all []Shown) wording.Message {
	if len(all) == 0 {
		return wording.Message{Text: "There is no pull request of mine. `!repo NAME pr draft` has the branches of a repository become some."}
	}
	const shown, buttons = 6, 4
	m := wording.Message{}
	var lines []string
	several := false
	for i, p := range all {
		several = several || i > 0 && all[i-1].Project == p.Project
	}
	for _, p := range all {
		line := "- " + wording.PullLine(p.PullRequest)
		if waits := wording.PullWaits(p.PullRequest, p.Missing); waits != "" {
			line += "\n  " + waits
		}
		lines = append(lines, line)
		if p.State != outward.PullOpen || len(p.Missing) > 0 || len(m.Buttons) == buttons {
			continue
		}
		number := ""
		if several {
			number = fmt.Sprintf(" %d", p.Number)
		}
		if p.Draft {
			m.Buttons = append(m.Buttons, org.Button{Label: fmt.Sprintf("#%d is ready", p.Number), Command: fmt.Sprintf("pr %s ready%s", p.Project, number), Style: org.StylePrimary})
			continue
		}
		m.Buttons = append(m.Buttons, org.Button{Label: fmt.Sprintf("Merge #%d", p.Number), Command: fmt.Sprintf("merge %s%s", p.Project, number), Style: org.StylePrimary})
	}
	m.Text = strings.Join(lines[:min(shown, len(lines))], "\n")
	if len(lines) > shown {
		m.More = strings.Join(lines[shown:], "\n")
	}
	return m
}

// NotConnected says that no forge is connected, so that there is no pull request.
func NotConnected() string {
	return "There is no pull request of mine, and I'm connected to no forge. On the machine, `frasier connect github` (or `frasier connect gitea https://git.example.com`) says what it needs; then `!repo NAME push on` and `!repo NAME pr draft` have the branches of a repository become pull requests."
}

// Effect says what will be seen at the forge.
func Effect(p outward.PullRequest, kind outward.Kind, wait bool) string {
	name := wording.Plain(p.Name())
	switch {
	case kind == outward.MarkReady:
		return fmt.Sprintf("The pull request %s is marked as ready for review.", name)
	case kind == outward.ClosePull:
		return fmt.Sprintf("The pull request %s is closed without being merged. Its branch stays.", name)
	case wait:
		return fmt.Sprintf("The pull request %s is merged into %s once its checks passed.", name, wording.Plain(p.Goal()))
	}
	return fmt.Sprintf("The pull request %s is merged into %s.", name, wording.Plain(p.Goal()))
}

// Ordered confirms that something is done with a pull request.
func Ordered(a outward.Action, p outward.PullRequest, wait bool) string {
	what := map[outward.Kind]string{outward.MarkReady: "I mark %s as ready for review", outward.ClosePull: "I close %s without merging it", outward.MergePull: "I merge %s into " + wording.Plain(p.Goal())}[a.Kind]
	text := fmt.Sprintf(what, wording.Plain(p.Name()))
	if wait {
		text += ", or have it merged there once its checks passed"
	}
	return fmt.Sprintf("%s now (%s), and say here when that's done.", text, a.ID)
}

// Missing refuses what is not proven, or what people hold.
func Missing(p outward.PullRequest, kind outward.Kind, missing []string) string {
	what := "ready for review"
	if kind == outward.MergePull {
		what = "to be merged"
	}
	lines := []string{fmt.Sprintf("%s isn't %s. What's missing:", wording.Plain(p.Name()), what)}
	for _, m := range missing {
		lines = append(lines, "- "+wording.Plain(m))
	}
	return strings.Join(append(lines, "Once that is there, say it again. At the forge itself you can do it all the same: "+p.Link), "\n")
}

// OnAnother refuses to merge what is on the branch of another one that is not merged.
func OnAnother(p, below outward.PullRequest) string {
	text := fmt.Sprintf("%s is on the branch `%s`", wording.Plain(p.Name()), wording.Plain(p.Base))
	if below.Number > 0 {
		return fmt.Sprintf("%s of %s, which isn't merged. Merge that first: `!merge %s %d`", text, wording.Plain(below.Name()), p.Project, below.Number)
	}
	return fmt.Sprintf("%s, which has no pull request of mine. Move it onto `%s` at the forge, and say it again: %s", text, wording.Plain(p.Onto), p.Link)
}

// ReadyAlready says that a pull request is no draft.
func ReadyAlready(p outward.PullRequest) string {
	return fmt.Sprintf("%s is ready for review already: %s", wording.Plain(p.Name()), p.Link)
}

// None refuses a project that has no pull request.
func None(p org.ProjectName) string {
	return fmt.Sprintf("**%s** has no pull request. `!actions %s` says whether one waits for your yes, and `!repo` which repositories open some.", wording.Plain(p.Title), p.ID)
}

// NoneOpen refuses a project whose pull requests have ended, or a number that none of them has.
func NoneOpen(all []outward.PullRequest, number string) string {
	var lines []string
	for _, p := range all {
		lines = append(lines, "- "+wording.PullLine(p))
	}
	first := "It has none that is open:"
	if number != "" {
		first = fmt.Sprintf("It has none that is open with the number %s:", wording.Quote(number))
	}
	return first + "\n" + strings.Join(lines, "\n")
}

// Several refuses a project with more than one that is open.
func Several(all []outward.PullRequest) string {
	var lines []string
	for _, p := range all {
		lines = append(lines, "- "+wording.PullLine(p))
	}
	return "It has several. Say which, by its number behind the rest:\n" + strings.Join(lines, "\n")
}

// How refuses a word that says nothing that can be done.
func How(word string) string {
	return fmt.Sprintf("I don't know %s there. `!pr p3 ready` has a project's pull request marked as ready for review, `!pr p3 close` closes it, `!merge p3` merges it.", wording.Quote(word))
}

// Off refuses what somebody switched off for the project.
func Off(p org.ProjectName, by outward.Permit) string {
	return fmt.Sprintf("That's off for **%s**: %s said so. `!outside %s %s ask` switches it on again.", wording.Plain(p.Title), wording.Plain(by.By), p.ID, by.Sink)
}
