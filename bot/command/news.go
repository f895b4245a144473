package command

import (
	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// SayNews gives what a noun has to say its words. News of a noun that is not known, which a newer
// program stored, are said to be there.
func SayNews(n reports.News) (org.Reply, error) {
	for _, of := range new(Handler).Nouns() {
		for _, notice := range of.Notices {
			if notice.Name == n.Noun {
				return notice.Say(n.Figures)
			}
		}
	}
	return org.Reply{Text: messages.NewsUnknown(n.Noun)}, nil
}
