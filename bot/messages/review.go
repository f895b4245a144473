package messages

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/outward"
)

// ReviewBegun says in the chat that a pull request of somebody else is read.
func ReviewBegun(o outward.Reading) string {
	asked := ""
	if id, ok := strings.CutPrefix(o.By, outward.AskedBy); ok {
		asked = fmt.Sprintf("The account %s asked me there for a review. ", wording.Plain(id))
	}
	return asked + fmt.Sprintf("I read %s **%s** by %s, as it stands there now: %s\nWhat I find I show you first, each with what shows it. Nothing is said there before your yes, and I never approve.", o.Name(), wording.Plain(o.Title), wording.Plain(o.Author), o.Link)
}

// ReviewNoRepository says that the repository of a pull request is gone.
func ReviewNoRepository(o outward.Reading) string {
	return fmt.Sprintf("The repository %s isn't here any more, so I can't read %s. To add it: `!repo add` and its address.", wording.Plain(o.Repository), o.Name())
}

// ReviewNotConnected says that the forge of a pull request cannot be read.
func ReviewNotConnected(o outward.Reading, host string) string {
	return fmt.Sprintf("I can't read %s: I'm not connected to %s. In a terminal: `frasier connect`.", o.Name(), host)
}

// ReviewNotOpen says that a pull request has ended.
func ReviewNotOpen(o outward.Reading) string {
	return fmt.Sprintf("%s is not open any more, so there's nothing to review.", o.Name())
}

// ReviewUnread says that a pull request could not be read, and why.
func ReviewUnread(o outward.Reading, why string) string {
	return fmt.Sprintf("I can't read %s: %s. Nothing was begun; say it again when that is mended.", o.Name(), strings.TrimRight(wording.Plain(why), "."))
}
