package discord_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/bot/discord/discordtest"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// Whatever Discord answers to it, a result is not dropped: it comes in a plainer
// form, elsewhere or directly, and waits when nothing of that is taken. The codes
// are those of Discord's documentation that have no meaning of their own here.
func TestNoAnswerOfDiscordsDropsAResult(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ status, code int }{
		{400, 160005}, {400, 160006}, {400, 30033}, {400, 50024}, {400, 50035}, {400, 240000}, {405, 0}, {413, 40005}, {422, 0}, {451, 0},
	} {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			t.Parallel()
			o := open(t, discordtest.Options{})
			o.start()
			o.ready()
			o.server.Break(discordtest.Fault{
				Method: "POST", Route: "/channels/{channel_id}/messages", Holds: "custom_id", Do: discordtest.DoError, Status: c.status, Code: c.code, Text: "No",
			})
			o.say(reports.Delivery{Key: "k1", Channel: org.Channel{ID: o.Chief}, Kind: reports.DeliverResult, Body: "The document", Card: org.Card{
				Buttons: []org.Button{{Label: "Accept", Command: "accept p1"}},
			}})
			o.say(reports.Delivery{Key: "k2", Channel: org.Channel{ID: o.Chief}, Kind: reports.DeliverNotice, Body: "another matter"})
			o.await("the document", func(e discordtest.Effect) bool { return strings.HasSuffix(e.Content, "The document") })
			o.await("what comes behind it", func(e discordtest.Effect) bool { return strings.HasSuffix(e.Content, "another matter") })
			o.drained()
			if n := len(o.events(org.EventDeliveryDropped)); n != 0 {
				t.Errorf("%d were given up", n)
			}
		})
	}
}

// Words that Discord takes in no form and from nobody wait out of line.
func TestAResultThatIsRefusedForItsWordsHoldsUpNothing(t *testing.T) {
	t.Parallel()
	o := open(t, discordtest.Options{})
	o.start()
	o.ready()
	o.server.Break(discordtest.Fault{
		Method: "POST", Route: "/channels/{channel_id}/messages", Holds: "unlucky words", Do: discordtest.DoError, Status: 400, Code: 240000, Text: "Message blocked by harmful links filter",
	})
	o.say(reports.Delivery{Key: "k1", Channel: org.Channel{ID: o.Chief}, Kind: reports.DeliverResult, Body: "unlucky words"})
	o.say(reports.Delivery{Key: "k2", Channel: org.Channel{ID: o.Chief}, Kind: reports.DeliverResult, Body: "the next result"})
	o.await("the next one", func(e discordtest.Effect) bool { return strings.HasSuffix(e.Content, "the next result") })
	if n := len(o.events(org.EventDeliveryDropped)); n != 0 {
		t.Errorf("%d were given up", n)
	}
	o.server.Mend()
	o.await("the first one", func(e discordtest.Effect) bool { return strings.HasSuffix(e.Content, "unlucky words") })
	o.drained()
}
