package messages

import (
	"fmt"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/prose"
)

// WatchRefused says that a repository at a forge cannot be looked at, for a reason that does not pass by itself.
func WatchRefused(p outward.Place, why string) string {
	return fmt.Sprintf("I can't see what happens at %s: %s. Its checks, reviews and labels reach me no more until that is mended; I look again by myself.", wording.Plain(p.String()), strings.TrimRight(wording.Plain(why), "."))
}

// WatchFails says that a forge has not answered for a while.
func WatchFails(p outward.Place, why string) string {
	return fmt.Sprintf("For half an hour now I can't see what happens at %s: %s. I go on trying, and nothing is lost by it.", wording.Plain(p.String()), strings.TrimRight(wording.Plain(why), "."))
}

// WatchPauses says that a forge wants to be left alone for more than an hour.
func WatchPauses(p outward.Place, why string, until time.Time) string {
	return fmt.Sprintf("%s wants me to leave it alone until %s: %s. What happens there reaches me after that; nothing is lost by it.", wording.Plain(p.String()), moment.Mark(until, moment.Minute), strings.TrimRight(wording.Plain(why), "."))
}

// WatchStillFails says that a forge has not answered for weeks, with the newest reason.
func WatchStillFails(p outward.Place, why string, weeks int) string {
	return fmt.Sprintf("For %s now I haven't seen what happens at %s: %s. I look once a day by now. If it won't come back, remove its repository (`!repo remove NAME`), and I'll stop.", wording.CountOf(weeks, "week", "weeks"), wording.Plain(p.String()), strings.TrimRight(wording.Plain(why), "."))
}

// PullNews says in a project's thread what became of its pull request. ok is false for what is worth no line.
func PullNews(e org.Event) (text string, ok bool) {
	name, link, what := e.Data["pull"], e.Data["link"], wording.Plain(e.Data["what"])
	by := ""
	if what != "" {
		by = " by " + what
	}
	switch outward.PullNewsKind(e.Data["news"]) { //nolint:exhaustive // what is said of it has buttons, and what is begun is told as an order
	case outward.NewsMerged:
		return fmt.Sprintf("%s is merged there%s: %s", name, by, link), true
	case outward.NewsClosed:
		return fmt.Sprintf("%s was closed there, without being merged: %s", name, link), true
	case outward.NewsBranch:
		return fmt.Sprintf("Somebody deleted the branch of %s there, which closed it. Its commits are here still; to go on with it, restore the branch there and open it again: %s", name, link), true
	case outward.NewsReopened:
		return fmt.Sprintf("%s was opened again there. I look at it as before: %s", name, link), true
	case outward.NewsTaken:
		return fmt.Sprintf("%s was closed there, and its base has just what it had, since commit %.10s. I take it for merged: %s", name, what, link), true
	case outward.NewsGone:
		return fmt.Sprintf("%s isn't there any more: %s", name, link), true
	case outward.NewsForced:
		return fmt.Sprintf("Somebody else changed the branch of %s: it is at %.10s there now, and that is not where I left it. I write nothing over it, and change nothing more there: %s", name, what, link), true
	case outward.NewsChanges:
		return fmt.Sprintf("%s asks for changes at %s: %s", what, name, link), true
	case outward.NewsApproved:
		return fmt.Sprintf("%s says yes to %s: %s", what, name, link), true
	case outward.NewsStuck:
		return fmt.Sprintf("The check %s of %s has not ended for two hours. Somebody should look at it there: %s", wording.Quote(what), name, link), true
	case outward.NewsChecked:
		return fmt.Sprintf("The checks of %s there: %s.", name, what), true
	}
	return "", false
}

// PullRemark shows in a project's thread what somebody said of its pull request, or that a check fails still, with a button that has it settled.
// ok is false for other news.
func PullRemark(e org.Event) (r org.Reply, ok bool) {
	const most = 1200 // letters: it stands in one message
	name, by, link := e.Data["pull"], wording.Plain(e.Data["by"]), e.Data["link"]
	quote := ""
	if text := strings.TrimSpace(e.Data["what"]); text != "" {
		quote = "\n> " + strings.ReplaceAll(wording.Clip(wording.Plain(text), most), "\n", "\n> ")
	}
	if link != "" {
		link = "\n" + link
	}
	label := "Take it as an order"
	switch outward.PullNewsKind(e.Data["news"]) { //nolint:exhaustive // as above
	case outward.NewsRemark:
		r.Text = fmt.Sprintf("%s says of %s, which orders nothing by itself:%s%s", by, name, quote, link)
	case outward.NewsEnough:
		label = "Try once more"
		r.Text = fmt.Sprintf("The check %s of %s fails still, after I mended its checks %d times. What it wrote last:%s%s\nLook at it, and tell me what to do; or I try once more.", wording.Quote(e.Data["by"]), name, outward.RoundsMost, quote, link)
	case outward.NewsMoved:
		label = "Try once more"
		r.Text = fmt.Sprintf("%s conflicts with %s again, after I brought them together %d times. It isn't ready until somebody does that.%s", name, by, outward.RoundsMost, link)
	default:
		return r, false
	}
	r.Card.Buttons = []org.Button{{Label: label, Command: "take " + e.Data["remark"], Style: org.StylePrimary}}
	return r, true
}

// RoundBegun says what was said of a pull request that is settled now.
func RoundBegun(d outward.DueRound) string {
	first := d.Remarks[0]
	if first.Kind == outward.SaidByCheck {
		names := make([]string, 0, len(d.Remarks))
		for _, k := range d.Remarks {
			names = append(names, wording.Quote(k.By))
		}
		return fmt.Sprintf("At %s %s failed: %s. I mend it now, on its branch (%d of at most %d times): %s", d.Pull.Name(), prose.Count(len(names), "check"), strings.Join(names, ", "), d.Before+1, outward.RoundsMost, d.Pull.Link)
	}
	if first.Kind == outward.SaidByBase {
		return fmt.Sprintf("%s moved on, and %s conflicts with it now. I bring both together on its branch and prove it anew; nothing that stands there is written over. Until then it isn't ready: %s", wording.Plain(first.By), d.Pull.Name(), d.Pull.Link)
	}
	return fmt.Sprintf("%s said something of %s. I settle it now, on its branch, %s with a proof of its own: %s", wording.Plain(first.By), d.Pull.Name(), prose.Count(len(d.Remarks), "change"), d.Pull.Link)
}
