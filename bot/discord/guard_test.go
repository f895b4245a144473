package discord_test

import (
	"errors"
	"net/http"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/discord"
	"github.com/frasier-cos/frasier/bot/outbox"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/testing/discordtest"
)

// clock is moved by the test.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) forward(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// Discord bans an address after 10 000 invalid requests in 10 minutes; we
// stop at 200, and at once when the token is not accepted.
func TestInvalidRequestsAreBounded(t *testing.T) {
	t.Parallel()
	for status, most := range map[int]int{http.StatusForbidden: 200, http.StatusTooManyRequests: 200, http.StatusUnauthorized: 1} {
		t.Run(strconv.Itoa(status), func(t *testing.T) {
			t.Parallel()
			o := open(t, discordtest.Options{Lax: true})
			do := discordtest.Fault{Do: discordtest.DoError, Status: status, Code: 0, Text: "no"}
			if status == http.StatusTooManyRequests {
				do = discordtest.Fault{Do: discordtest.Do429}
			}
			o.server.Break(do)
			c := &clock{now: time.Now()}
			options := o.options()
			options.Now = c.Now
			session, err := discord.New(options)
			if err != nil {
				t.Fatal(err)
			}
			v := reports.Delivery{ID: "d1", Key: "k", Channel: org.Channel{Transport: discord.Transport, ID: o.Chief}, Body: "again", CreatedAt: c.Now()}
			for range 400 {
				if _, err = session.Publish(t.Context(), v); err == nil {
					t.Fatal("it was sent")
				}
				c.forward(1200 * time.Millisecond)
			}
			if n := len(o.server.Requests()); n > most+2 || n < min(most, 100) {
				t.Errorf("%d requests in 10 minutes, want about %d", n, most)
			}
			var later *outbox.LaterError
			if !errors.As(err, &later) {
				t.Errorf("the last error is %v, want a LaterError: nothing is lost meanwhile", err)
			}
			if status == http.StatusUnauthorized {
				return
			}
			o.server.Mend()
			c.forward(10 * time.Minute)
			if _, err := session.Publish(t.Context(), v); err != nil {
				t.Errorf("after the pause: %v", err)
			}
		})
	}
}

// other bots, webhooks and we ourselves are never answered, so there is
// nothing to volley with.
func TestBotsAreNotAnswered(t *testing.T) {
	t.Parallel()
	o := open(t, discordtest.Options{})
	o.rules.Channels = nil // everything is listened to
	o.start()
	o.ready()
	for i := range 1000 {
		o.server.Say(o.Other, o.Chief, "<@"+o.server.Bot()+"> echo "+strconv.Itoa(i))
	}
	o.server.Say(o.server.Bot(), o.Chief, "what I said myself")
	o.still(o.Chief)
	if got := o.received(1); got[0] != "last" {
		t.Errorf("heard %q", got)
	}
	for _, e := range o.server.History() {
		if e.Bot && e.Kind == discordtest.KindMessage && e.Content != "what I said myself" {
			t.Errorf("said %q", e.Content)
		}
	}
}
