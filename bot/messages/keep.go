package messages

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/reports"
)

// KeepNews says what the pages of a document say now, and proposes a new version that waits for a yes.
func KeepNews(p org.Project, f reports.KeepFacts) org.Reply {
	const most = 200 // letters of a quote
	id := string(p.ID)
	var b strings.Builder
	fmt.Fprintf(&b, "I read the pages of **%s** again (%s).", wording.OneLine(p.Title), prose.Count(f.Pages, "page"))
	if n := len(f.Changes) + f.More; n > 0 {
		verb := "rest"
		if n == 1 {
			verb = "rests"
		}
		fmt.Fprintf(&b, " %s of it %s on words that are not there any more:\n", prose.Capital(prose.Count(n, "claim")), verb)
	} else {
		b.WriteString(" Nothing that it says has changed, as far as I can see.\n")
	}
	for _, c := range f.Changes {
		fmt.Fprintf(&b, "- %s\n  then: “%s”\n", wording.ShortenLine(wording.Plain(c.Claim), most), wording.ShortenLine(wording.Plain(c.Quote), most))
		if c.Now == "" {
			b.WriteString("  now: nothing of it")
		} else {
			fmt.Fprintf(&b, "  now: “%s”", wording.ShortenLine(wording.Plain(c.Now), most))
		}
		fmt.Fprintf(&b, " <%s>\n", wording.ShowAddress(c.URL))
	}
	if f.More > 0 {
		fmt.Fprintf(&b, "- and %d more: `!keep %s` lists them all\n", f.More, id)
	}
	b.WriteString(tellOthers(f.Others))
	if len(f.Changes) == 0 {
		return org.Reply{Text: b.String()}
	}
	fmt.Fprintf(&b, "A new version does %s again with what the pages say now; that costs %s. Nothing is done without your yes", prose.Count(f.Steps, "step"), f.Effort)
	if f.Shared {
		b.WriteString(", and the page that you share stays as it is until then")
	}
	b.WriteString(".\n")
	return org.Reply{Text: b.String(), Card: org.Card{Buttons: []org.Button{
		{Label: "Make the new version", Command: "keep " + id + " take", Style: org.StylePrimary},
		{Label: "Leave it as it is", Command: "keep " + id + " leave"},
		{Label: "Stop looking", Command: "keep " + id + " off"},
	}}}
}

// tellOthers names the pages that could not be compared, by what kept that.
func tellOthers(all []reports.KeptPage) string {
	const most = 3
	var b strings.Builder
	for _, kind := range []struct {
		state reports.PageState
		words string
	}{
		{reports.PageGone, "gone"}, {reports.PageMoved, "moved"}, {reports.PageWalled, "not open to me any more"}, {reports.PageOther, "so different that I can't compare it"}, {reports.PageUnread, "not readable just now"},
	} {
		var names []string
		for _, p := range all {
			if p.State == kind.state {
				names = append(names, "<"+wording.ShowAddress(p.URL)+">")
			}
		}
		if n := len(names); n > 0 {
			more := ""
			if n > most {
				names, more = names[:most], fmt.Sprintf(" and %d more", n-most)
			}
			fmt.Fprintf(&b, "%s (%s): %s%s. What the document says from there I can't check.\n", prose.Capital(prose.Count(n, "page")), kind.words, strings.Join(names, ", "), more)
		}
	}
	return b.String()
}
