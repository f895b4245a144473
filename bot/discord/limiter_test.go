package discord_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/discord"
	"github.com/frasier-cos/frasier/bot/outbox"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/testing/discordtest"
)

// However many channels have something new, Discord gets 40 requests a second at
// most, where it allows 50, and every channel is read.
func TestManyChannelsStayBelowDiscordsLimit(t *testing.T) {
	t.Parallel()
	const channels, most = 201, 40
	o := open(t, discordtest.Options{Limits: map[string]discordtest.Limit{"global": {N: 50, Per: time.Second}}})
	o.rules.Channels = nil
	var ids []string
	for i := range channels {
		ids = append(ids, o.server.AddText(o.Guild, fmt.Sprintf("c%d", i)))
	}
	o.start()
	o.ready()
	o.still(o.Chief)
	o.close()
	o.inbox()
	for i, id := range ids {
		who := o.Stranger
		if i%50 == 0 {
			who = o.Founder
		}
		o.server.Say(who, id, "said while away")
	}
	o.start()
	o.ready()
	if got := o.received(5); !contains(got, "said while away") {
		t.Errorf("heard %q", got)
	}
	o.stays("every channel is read", func() bool { return len(o.histories()) >= channels })
	var times []time.Time
	for _, r := range o.server.Requests() {
		if r.Status == http.StatusTooManyRequests {
			t.Errorf("%s %s was one too many", r.Method, r.Path)
		}
		if !strings.HasPrefix(r.Path, "/interactions/") {
			times = append(times, r.Time)
		}
	}
	for i := range times {
		if i >= most && times[i].Sub(times[i-most]) < time.Second {
			t.Fatalf("%d requests in %v", most+1, times[i].Sub(times[i-most]))
		}
	}
}

// While so many requests are refused that Discord might ban us, founders are
// answered all the same: where the last message was taken, and by what answers a
// command.
func TestRefusalsElsewhereHoldBackNoAnswer(t *testing.T) {
	t.Parallel()
	o := open(t, discordtest.Options{Lax: true})
	session, err := discord.New(o.options())
	if err != nil {
		t.Fatal(err)
	}
	say := func(channel, key string) error {
		_, err := session.Publish(t.Context(), reports.Delivery{ID: org.DeliveryID(key), Key: key, Channel: org.Channel{Transport: discord.Transport, ID: channel}, Body: key, CreatedAt: time.Now()})
		return err
	}
	if err := say(o.Chief, "before"); err != nil {
		t.Fatal(err)
	}
	o.server.Break(discordtest.Fault{Holds: "/channels/" + o.General, Do: discordtest.DoError, Status: 403, Code: 50001, Text: "Missing Access"})
	o.server.Break(discordtest.Fault{Route: "/users/@me/channels", Do: discordtest.DoError, Status: 403, Code: 50007, Text: "Cannot send"})
	for i := range 130 { // each tries the channel and a direct message
		_ = say(o.General, fmt.Sprint("refused ", i)) //nolint:errcheck // that it is refused is the point
	}
	n := len(o.server.Requests())
	if err := say(o.General, "stopped"); err == nil || len(o.server.Requests()) != n {
		t.Errorf("%d requests after 200 refusals: %v", len(o.server.Requests())-n, err)
	}
	if err := say(o.Chief, "after"); err != nil || !contains(o.posted(o.Chief), "after") {
		t.Errorf("the channel that takes messages got %q: %v", o.posted(o.Chief), err)
	}
}

// What Discord says of a limit once is known for all that are under it, whoever
// asks.
func TestALimitIsLearntOnce(t *testing.T) {
	t.Parallel()
	o := open(t, discordtest.Options{Lax: true})
	session, err := discord.New(o.options())
	if err != nil {
		t.Fatal(err)
	}
	o.server.Break(discordtest.Fault{Method: "POST", Route: "/channels/{channel_id}/messages", Do: discordtest.Do429Global, Delay: time.Minute, Times: 1})
	for _, channel := range []string{o.Chief, o.General} {
		_, err := session.Publish(t.Context(), reports.Delivery{ID: "d", Key: "k" + channel, Channel: org.Channel{Transport: discord.Transport, ID: channel}, Body: "x", CreatedAt: time.Now()})
		if later := new(outbox.LaterError); !asLater(err, &later) || later.After < 50*time.Second {
			t.Errorf("%s: %v, want to come back in a minute", channel, err)
		}
	}
	posts := slices.DeleteFunc(o.server.Requests(), func(r discordtest.Request) bool { return r.Method != http.MethodPost })
	if len(posts) != 1 {
		t.Errorf("%d posts, want the one that was told to wait", len(posts))
	}
}

// Requests that wait for a limit to pass go on as many at a time as the limit
// allows, not all of them at once, and so does what came to wait behind them.
func TestWhatWaitsGoesOnWithinTheLimit(t *testing.T) {
	t.Parallel()
	const posts, each = 9, 5
	o := open(t, discordtest.Options{Lax: true, Limits: map[string]discordtest.Limit{
		"POST /channels/{channel_id}/messages": {N: each, Per: 2 * time.Second},
	}})
	session, err := discord.New(o.options())
	if err != nil {
		t.Fatal(err)
	}
	say := func(key string) error {
		_, err := session.Publish(t.Context(), reports.Delivery{ID: org.DeliveryID(key), Key: key, Channel: org.Channel{Transport: discord.Transport, ID: o.Chief}, Body: key, CreatedAt: time.Now()})
		return err
	}
	for i := range each { // by which the limit is known and used up
		if err := say(fmt.Sprint("first ", i)); err != nil {
			t.Fatal(err)
		}
	}
	var all sync.WaitGroup
	for i := range posts {
		all.Go(func() {
			if err := say(fmt.Sprint("then ", i)); err != nil {
				t.Errorf("%d: %v", i, err)
			}
		})
	}
	all.Wait()
	refused := 0
	for _, r := range o.server.Requests() {
		if r.Status == http.StatusTooManyRequests {
			refused++
		}
	}
	if refused > 0 {
		t.Errorf("%d posts were too many for the limit", refused)
	}
}
