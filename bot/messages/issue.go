package messages

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/prose"
)

// IssueBegun says in the chat what was read at a forge, and what comes of it.
func IssueBegun(o outward.IssueOrder, items, joined, aside int) string {
	text := fmt.Sprintf("On it: %s **%s**, with the words that stand there now: %s", o.Name(), wording.Plain(o.Title), o.Link)
	if items > 1 {
		text += fmt.Sprintf("\nIt has %s.", prose.Count(items, "item"))
	}
	if joined > 0 {
		text += fmt.Sprintf("\n%s of people who may order there I took with it.", prose.Capital(prose.Count(joined, "comment")))
	}
	if aside > 0 {
		text += fmt.Sprintf("\n%s of others I read, and take no orders from.", prose.Capital(prose.Count(aside, "comment")))
	}
	return text
}

// IssueNoRepository says that the repository of an issue is gone.
func IssueNoRepository(o outward.IssueOrder) string {
	return fmt.Sprintf("The repository %s isn't here any more, so nothing comes of %s. To add it: `!repo add` and its address.", wording.Plain(o.Repository), o.Name())
}

// IssueReadOnly says that nothing may be changed there.
func IssueReadOnly(o outward.IssueOrder) string {
	return fmt.Sprintf("Nothing may be changed in %s, so nothing comes of %s. To allow it: `!repo %s level edit`.", wording.Plain(o.Repository), o.Name(), o.Repository)
}

// IssueNotConnected says that the forge of an issue cannot be read.
func IssueNotConnected(o outward.IssueOrder, host string) string {
	return fmt.Sprintf("I can't read %s: I'm not connected to %s. In a terminal: `frasier connect`.", o.Name(), host)
}

// IssueEdited says that an issue was changed after somebody ordered it by its label.
func IssueEdited(o outward.IssueOrder, by string) string {
	who := "somebody"
	if by != "" {
		who = wording.Plain(by)
	}
	return fmt.Sprintf("I didn't start on %s: %s, who may not order there, changed its words after the label was set. Read it once more; if it is what you want, take the label off, set it again, or say `!issue %s`.", o.Name(), who, o.Name())
}

// IssueIsPull says that a number is a pull request's.
func IssueIsPull(o outward.IssueOrder) string {
	return fmt.Sprintf("%s is a pull request, and I take orders from issues. Give me the number of an issue.", o.Name())
}

// IssueClosed says that an issue is closed.
func IssueClosed(o outward.IssueOrder) string {
	return fmt.Sprintf("%s is closed there. Open it again if it is still to be done, and give it to me once more.", o.Name())
}

// IssueUnread says that an issue could not be read, and why.
func IssueUnread(o outward.IssueOrder, why string) string {
	return fmt.Sprintf("I can't read %s: %s. Nothing was begun; give it to me again when that is mended.", o.Name(), strings.TrimRight(wording.Plain(why), "."))
}
