package keep

import (
	"fmt"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/reports"
)

// Extent counts what reading the pages of a document again comes to.
type Extent struct {
	Pages  int    // that it cites
	Read   int    // of them, that are read again
	Steps  int    // that a whole new version does again
	Effort string // which that takes
}

// First asks before the pages of a document are read again, and says what it comes to.
func First(p org.ProjectName, every reports.KeepEvery, e Extent) wording.Message {
	some := ""
	if e.Read < e.Pages {
		some = fmt.Sprintf(" (the first %d of them; more is too much for one look)", e.Read)
	}
	text := fmt.Sprintf("Read the %s that %s cites again %s%s, and tell you on one card which claims changed? Looking asks no model and costs nothing, as long as nothing changed it stays silent, and what robots.txt closes I leave alone. "+
		"When something changed I propose a new version: all of it would do %s again for %s, a part of it less. Nothing is made without your yes.",
		wording.Count(e.Pages, "page"), wording.NameProject(p), every, some, wording.Count(e.Steps, "step"), e.Effort)
	return wording.Message{Text: text, Buttons: []org.Button{{Label: "Yes, look " + string(every), Command: "keep " + org.SureMark + " " + string(p.ID) + " " + string(every), Style: org.StylePrimary}}}
}

// Set says when the pages are read again first.
func Set(p org.ProjectName, every reports.KeepEvery, first time.Time) wording.Message {
	buttons := []org.Button{}
	for _, other := range []reports.KeepEvery{reports.KeepDaily, reports.KeepWeekly, reports.KeepMonthly} {
		if other != every {
			buttons = append(buttons, org.Button{Label: prose.Capital(string(other)) + " instead", Command: "keep " + string(p.ID) + " " + string(other)})
		}
	}
	return wording.Message{
		Text:    fmt.Sprintf("I read the pages of %s again %s, the first time %s. You hear of it when something changed.", wording.NameProject(p), every, moment.Mark(first, moment.Minute)),
		Buttons: append(buttons, org.Button{Label: "Stop looking", Command: "keep " + string(p.ID) + " off"}),
	}
}

// List lists the documents that are kept, or tells all of one.
func List(all []reports.Keep, id org.ProjectID) wording.Message {
	if len(all) == 0 {
		if id != "" {
			return wording.Message{Text: fmt.Sprintf("I don't read the pages of %s again. `!keep %s weekly` has me do that; it says the price first.", id, id)}
		}
		return wording.Message{Text: "I read the pages of no document again. `!keep p3 weekly` has me do that; it says the price first."}
	}
	var lines []string
	var buttons []org.Button
	for _, k := range all {
		last := "not yet"
		if !k.Last.IsZero() {
			last = moment.Mark(k.Last, moment.Minute)
		}
		lines = append(lines, fmt.Sprintf("**%s** (%s): %s, next %s, last %s. %s", wording.OneLine(k.Title), k.Project, k.Every, moment.Mark(k.Due, moment.Minute), last, tally(k)))
		for _, c := range k.Changes {
			lines = append(lines, sayChange(c))
		}
		if len(k.Changes) > 0 && len(all) == 1 {
			buttons = append(buttons, org.Button{Label: "Make the new version", Command: "keep " + string(k.Project) + " take", Style: org.StylePrimary}, org.Button{Label: "Leave it as it is", Command: "keep " + string(k.Project) + " leave"})
		}
		if len(all) <= 3 {
			buttons = append(buttons, org.Button{Label: "Stop " + string(k.Project), Command: "keep " + string(k.Project) + " off"})
		}
	}
	return wording.Message{More: strings.Join(lines, "\n"), Buttons: buttons}
}

func sayChange(c reports.KeptChange) string {
	const most = 300
	now := "nothing of it"
	if c.Now != "" {
		now = "“" + wording.Clip(wording.Plain(c.Now), most) + "”"
	}
	return fmt.Sprintf("- %s\n  then: “%s”\n  now: %s <%s>", wording.Clip(wording.Plain(c.Claim), most), wording.Clip(wording.Plain(c.Quote), most), now, wording.ShowAddress(c.URL))
}

// tally counts the pages by how they were found.
func tally(k reports.Keep) string {
	count := map[reports.PageState]int{}
	for _, p := range k.Pages {
		count[p.State]++
	}
	var parts []string
	for _, one := range []struct {
		state reports.PageState
		words string
	}{
		{reports.PageSame, "as they were"}, {reports.PageChanged, "changed"}, {reports.PageGone, "gone"}, {reports.PageMoved, "moved"}, {reports.PageWalled, "closed"}, {reports.PageOther, "not to be compared"}, {reports.PageUnread, "not read"},
	} {
		if n := count[one.state]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, one.words))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "Pages: " + strings.Join(parts, ", ") + "."
}

// Ended confirms that the pages are read no more.
func Ended(p org.ProjectName) string {
	return fmt.Sprintf("I don't read the pages of %s again any more. The document stays as it is.", wording.NameProject(p))
}

// Left confirms that what changed is let be.
func Left(p org.ProjectName) string {
	return fmt.Sprintf("%s stays as it is. I say it again only when those pages change once more.", prose.Capital(wording.NameProject(p)))
}

// Taken says what is done for a new version; 0 when that was begun before.
func Taken(p org.ProjectName, steps int) string {
	if steps == 0 {
		return fmt.Sprintf("The new version of %s is under way.", wording.NameProject(p))
	}
	return fmt.Sprintf("The new version of %s is under way: %s done again, with what the pages say now. It comes in its thread.", wording.NameProject(p), wording.CountOf(steps, "step is", "steps are"))
}

// NotKept says that there is nothing to end.
func NotKept(p org.ProjectName) string {
	return fmt.Sprintf("I don't read the pages of %s again, so there's nothing to stop.", wording.NameProject(p))
}

// NothingWaits says that no change waits for a word.
func NothingWaits(p org.ProjectName) string {
	return fmt.Sprintf("Nothing that %s rests on has changed since you last looked, so there's nothing to decide. `!keep %s` says how its pages were found.", wording.NameProject(p), p.ID)
}

// NotNow says that a project is being worked on.
func NotNow(p org.ProjectName) string {
	return fmt.Sprintf("%s is being worked on right now. Ask again when that is done; what changed waits.", prose.Capital(wording.NameProject(p)))
}

// None says that there is nothing to keep.
func None(p org.ProjectName) string {
	return fmt.Sprintf("%s has no document yet, so there's nothing to keep true. Ask again when it's done.", prose.Capital(wording.NameProject(p)))
}

// NoPages says that a document cites no page of the web.
func NoPages(p org.ProjectName) string {
	return fmt.Sprintf("%s cites no page of the web, so there's nothing to read again.", prose.Capital(wording.NameProject(p)))
}

// TooMany says that as many documents are kept as may be.
func TooMany() string {
	return fmt.Sprintf("I keep %d documents true already, and that's the most. `!keep` lists them; end one with `!keep p3 off`.", reports.KeepsMost)
}

// How says what may stand behind the command.
func How(word string) string {
	return fmt.Sprintf("I don't know %s there. Write `daily`, `weekly` or `monthly`; `off` ends it.", wording.Quote(word))
}
