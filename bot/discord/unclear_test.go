package discord_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/discord"
	"github.com/frasier-cos/frasier/bot/outbox"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/testing/discordtest"
)

// A refusal that names neither the place nor the words holds what is said in its place:
// it comes once and in order when it is over, and nothing of it directly.
func TestARefusalWithoutAReasonDropsAndMovesNothing(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		status, code int
		route        string
	}{
		{403, 40333, "/"},
		{403, 40004, "/channels/{channel_id}/messages"},
		{403, 0, "/"},
		{400, 0, "/channels/{channel_id}/messages"},
		{400, 400, "/channels/{channel_id}/messages"},
	} {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			t.Parallel()
			o := open(t, discordtest.Options{})
			o.start()
			o.ready()
			for _, m := range []string{"GET", "POST", "PATCH", "PUT"} {
				o.server.Break(discordtest.Fault{Method: m, Route: c.route, Do: discordtest.DoError, Status: c.status, Code: c.code, Text: "internal network error"})
			}
			o.say(reports.Delivery{Key: "k1", Channel: org.Channel{ID: o.Chief}, Kind: reports.DeliverNotice, Body: "first a notice"})
			o.say(reports.Delivery{Key: "k2", Channel: org.Channel{ID: o.Chief}, Kind: reports.DeliverResult, Body: "then the result"})
			o.stays("it is tried five times", func() bool { return len(o.events(org.EventDeliveryRetried)) >= 5 })
			o.server.Mend()
			o.drained()
			if got := o.posted(o.Chief); !slices.Equal(got, []string{"first a notice", "<@" + o.Founder + "> then the result"}) {
				t.Errorf("said in the channel: %q", got)
			}
			if n, direct := len(o.events(org.EventDeliveryDropped)), o.posted(o.DM); n != 0 || len(direct) != 0 {
				t.Errorf("%d given up, and directly: %q", n, direct)
			}
		})
	}
}

// What a server before Discord refuses for its buttons comes without them, in its place.
func TestABare400TakesThePlainForm(t *testing.T) {
	t.Parallel()
	o := open(t, discordtest.Options{})
	o.start()
	o.ready()
	o.server.Break(discordtest.Fault{Method: "POST", Route: "/channels/{channel_id}/messages", Holds: "custom_id", Do: discordtest.DoError, Status: 400, Text: "Bad Request"})
	o.say(reports.Delivery{Key: "k1", Channel: org.Channel{ID: o.Chief}, Kind: reports.DeliverNotice, Body: "Which one?", Card: org.Card{Buttons: []org.Button{{Label: "A", Command: "answer d1 a"}}}})
	if e := o.await("the plain form", func(e discordtest.Effect) bool { return e.Content == "Which one?" }); e.Channel != o.Chief {
		t.Errorf("sent to %s", e.Channel)
	}
	if n := len(o.events(org.EventDeliveryRetried)); n < 2 {
		t.Errorf("it was taken for a refusal of the buttons after %d answers, want 3", n+1)
	}
	o.drained()
}

// When it lasts, the founder gets it directly, with the reason; where that is refused
// too, it waits.
func TestALastingRefusalWithoutAReasonGoesToTheFounder(t *testing.T) {
	t.Parallel()
	o := open(t, discordtest.Options{})
	o.start()
	o.ready()
	break400 := func(holds string) {
		o.server.Break(discordtest.Fault{Method: "POST", Route: "/channels/{channel_id}/messages", Holds: holds, Do: discordtest.DoError, Status: 400, Text: "Bad Request"})
	}
	publish := func(id string, kind reports.DeliveryKind) (err error) {
		v := reports.Delivery{ID: org.DeliveryID(id), Key: id, Channel: org.Channel{Transport: discord.Transport, ID: o.Chief}, Kind: kind, Body: "odd words", CreatedAt: time.Now(), Attempts: 50}
		for range 3 {
			_, err = o.session.Publish(t.Context(), v)
		}
		return err
	}
	break400("odd words")
	var later *outbox.LaterError
	var unreached *outbox.UnreachedError
	if err := publish("d901", reports.DeliverNotice); !errors.As(err, &later) {
		t.Errorf("a notice that is refused everywhere: %v", err)
	}
	if err := publish("d902", reports.DeliverResult); !errors.As(err, &unreached) {
		t.Errorf("a result that is refused everywhere: %v", err)
	}
	o.server.Mend()
	break400("/channels/" + o.Chief + "/")
	if err := publish("d903", reports.DeliverNotice); err != nil {
		t.Error(err)
	}
	if got := o.posted(o.DM); len(got) != 1 || !strings.Contains(got[0], "odd words") || !strings.Contains(got[0], "<#"+o.Chief+">") {
		t.Errorf("directly: %q", got)
	}
}

// At last it comes without its file, with a word about it.
func TestALastingRefusalOfAFileLeavesTheFile(t *testing.T) {
	t.Parallel()
	o := open(t, discordtest.Options{})
	o.start()
	o.ready()
	o.server.Break(discordtest.Fault{Method: "POST", Route: "/channels/{channel_id}/messages", Holds: `"The survey is done."`, Do: discordtest.DoError, Status: 400, Text: "Bad Request"})
	v := reports.Delivery{ID: "d904", Key: "k4", Channel: org.Channel{Transport: discord.Transport, ID: o.Chief}, Kind: reports.DeliverResult, Body: "The survey is done.", Files: []org.File{{Name: "survey.md", Data: []byte("words")}}, CreatedAt: time.Now(), Attempts: 50}
	for range 3 {
		if receipt, err := o.session.Publish(t.Context(), v); err == nil && receipt != "" {
			break
		}
	}
	if got := o.posted(o.Chief); len(got) != 1 || !strings.HasPrefix(got[0], "The survey is done.") || !strings.Contains(got[0], "survey.md") {
		t.Errorf("said: %q", got)
	}
}

// The check says in words that it is not the place that refuses.
func TestTheCheckNamesARefusalOfAllRequests(t *testing.T) {
	t.Parallel()
	o := open(t, discordtest.Options{})
	o.start()
	o.ready()
	o.server.Break(discordtest.Fault{Method: "GET", Route: "/users/@me", Do: discordtest.DoError, Status: 403, Code: 40333, Text: "internal network error"})
	if got := o.session.Check(t.Context()); len(got) != 1 || got[0].OK || !strings.Contains(got[0].Detail, "refuses the requests of this machine") {
		t.Errorf("checked: %+v", got)
	}
}
