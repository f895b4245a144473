package discord_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/testing/discordtest"
)

// With several founders, he who asked for a project is called for it, and told
// directly when its channel is gone.
func TestWhoAskedIsCalled(t *testing.T) {
	t.Parallel()
	o := open(t, discordtest.Options{})
	first := o.server.AddUser("first")
	o.rules.Founders = []string{first, o.Founder}
	o.start()
	o.ready()
	p := o.project(o.Chief, "Market study") // o.Founder asks
	ping := reports.Delivery{Channel: org.Channel{ID: o.Chief}, Project: p, Kind: reports.DeliverResult, Body: "It is finished.", Card: org.Card{Ping: true}}
	const dress = 15 * time.Second // a delivery waits so long for its full form, and here nobody gives it one
	o.say(ping)
	o.pass(dress)
	e := o.await("the result", func(e discordtest.Effect) bool { return strings.HasSuffix(e.Content, "It is finished.") })
	if !slices.Equal(e.Pings, []string{o.Founder}) {
		t.Errorf("called %v, want who asked (%s), not the first founder", e.Pings, o.Founder)
	}
	for _, c := range append(o.server.Threads(o.Chief), o.Chief) {
		if err := o.server.DeleteChannel(c); err != nil {
			t.Fatal(err)
		}
	}
	o.say(reports.Delivery{Channel: org.Channel{ID: o.Chief}, Project: p, Kind: reports.DeliverFailure, Body: "It failed."})
	o.pass(dress)
	o.await("the fallback", func(e discordtest.Effect) bool { return e.Channel == o.DM && strings.Contains(e.Content, "It failed.") })
}
