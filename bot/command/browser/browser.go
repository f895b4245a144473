// Package browser gives people the link that opens the dashboard in their browser.
package browser

import (
	"context"

	"github.com/frasier-cos/frasier/bot/command/noun"
)

// programTransport is the transport of programs with a token: they read the API, and a browser's session would outlive the token.
const programTransport = "api"

// Link makes a link that signs who in to the dashboard, once; empty when there is no dashboard. via is where it was asked
// for; anywhere says whether other machines than Frasier's own can open it.
type Link func(ctx context.Context, who, via string) (link string, anywhere bool, err error)

// New returns the noun: the command dashboard. A nil link is that of no dashboard.
func New(link Link) noun.Noun {
	return noun.Noun{Commands: []noun.Command{{
		Name: "dashboard", Summary: "a link that opens everything in your browser", Example: "dashboard", Aliases: []string{"cockpit", "web"},
		Secret: true, Run: link.giveLink,
	}}}
}

// giveLink gives whoever asked a link of his own, in private. It is no command that acts, so that the link stands in no
// record.
func (l Link) giveLink(ctx context.Context, in noun.Input) (noun.View, error) {
	if in.Channel.Transport == programTransport {
		return noun.View{Reply: DashboardRefused()}, nil
	}
	link, anywhere := "", false
	if l != nil {
		var err error
		if link, anywhere, err = l(ctx, in.Author, in.Channel.Transport); err != nil {
			return noun.View{}, err
		}
	}
	return noun.View{Reply: Dashboard(link, anywhere)}, nil
}
