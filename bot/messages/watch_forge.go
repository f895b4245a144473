package messages

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
)

// WatchRefused says that a repository at a forge cannot be looked at, for a reason that does not pass by itself.
func WatchRefused(p outward.Place, why string) string {
	return fmt.Sprintf("I can't see what happens at %s: %s. Its checks, reviews and labels reach me no more until that is mended; I look again by myself.", wording.Plain(p.String()), strings.TrimRight(wording.Plain(why), "."))
}

// WatchFails says that a forge has not answered for a while.
func WatchFails(p outward.Place, why string) string {
	return fmt.Sprintf("For half an hour now I can't see what happens at %s: %s. I go on trying, and nothing is lost by it.", wording.Plain(p.String()), strings.TrimRight(wording.Plain(why), "."))
}

// PullNews says in a project's thread what became of its pull request. ok is false for what is worth no line.
func PullNews(e org.Event) (text string, ok bool) {
	name, link, what := e.Data["pull"], e.Data["link"], wording.Plain(e.Data["what"])
	by := ""
	if what != "" {
		by = " by " + what
	}
	switch outward.PullNewsKind(e.Data["news"]) {
	case outward.NewsMerged:
		return fmt.Sprintf("%s is merged there%s: %s", name, by, link), true
	case outward.NewsClosed:
		return fmt.Sprintf("%s was closed there, without being merged: %s", name, link), true
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
