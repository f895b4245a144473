package discord_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/testing/discordtest"
)

// Whoever was away says so, where something was said meanwhile, once and
// before the answers.
func TestAnAbsenceIsExcused(t *testing.T) {
	t.Parallel()
	o := open(t, discordtest.Options{})
	o.start()
	o.ready()
	o.still(o.Chief)
	o.close()
	o.inbox()
	away := 5 * time.Minute
	o.server.Advance(away)
	o.now = func() time.Time { return time.Now().Add(away) }
	o.server.Say(o.Stranger, o.Chief, "noise")
	o.server.Say(o.Founder, o.Chief, "first")
	o.server.Say(o.Founder, o.Chief, "second")
	o.server.Say(o.Stranger, o.General, "noise elsewhere")
	o.server.Say(o.Founder, o.General, "to my team")
	o.server.Advance(2 * time.Second)
	o.now = func() time.Time { return time.Now().Add(away + 2*time.Second) }
	o.start()
	o.ready()
	o.answer("one")
	o.answer("two")
	o.await("the last answer", func(e discordtest.Effect) bool { return e.Content == "two" })
	o.server.Cut()
	o.still(o.Chief)
	o.drained()
	got := o.posted(o.Chief)
	excuse := regexp.MustCompile(`^I was offline <t:\d+:t> to <t:\d+:t>\. Catching up on your 2 messages now\.$`)
	if len(got) != 3 || !excuse.MatchString(got[0]) || got[1] != "one" || got[2] != "two" {
		t.Errorf("said %q, want one excuse and then the answers", got)
	}
	if got := o.posted(o.General); len(got) != 0 {
		t.Errorf("said %q where nothing was meant for us", got)
	}
	if v := o.server.Violations(); len(v) > 0 {
		t.Errorf("violations: %s", strings.Join(v, "\n"))
	}
}
