package discord_test

import (
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/testing/discordtest"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
)

// What founders say while Discord is away is taken up within 20 s of its return, and
// within as many of being said where only the gateway is away. In make proof it is
// away for 25 s.
func TestAfterAnOutageFoundersAreHeardSoon(t *testing.T) {
	t.Parallel()
	away, within := time.Duration(testlevel.Count(2, 5, 25))*time.Second, 20*time.Second
	for name, cut := range map[string]func(s *discordtest.Server, off bool){
		"all of Discord": (*discordtest.Server).Offline,
		"the gateway":    (*discordtest.Server).CloseGateway,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := open(t, discordtest.Options{})
			o.start()
			o.ready()
			o.still(o.Chief)
			cut(o.server, true)
			began := time.Now()
			<-time.After(away / 2)
			said := []string{o.server.Say(o.Founder, o.Chief, "one"), o.server.Say(o.Founder, o.DM, "two")}
			<-time.After(away - time.Since(began))
			cut(o.server, false)
			back := time.Now()
			for _, message := range said {
				o.reacted(message, "👀")
			}
			if took := time.Since(back); took > within {
				t.Errorf("heard %s after it came back, want %s", took, within)
			} else {
				t.Logf("heard %s after it came back", took)
			}
			o.stays("connected", func() bool { return o.session.Disconnected() == "" })
		})
	}
}
