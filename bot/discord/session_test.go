package discord_test

import (
	"testing"

	"github.com/frasier-cos/frasier/internal/testing/discordtest"
)

func TestAFounderIsHeardAndAnswered(t *testing.T) {
	t.Parallel()
	o := open(t, discordtest.Options{})
	o.start()
	o.ready()
	id := o.server.Say(o.Founder, o.Chief, "What is a term sheet?")
	o.reacted(id, "👀")
	m := o.answer("A summary of terms.")
	if m.Text != "What is a term sheet?" || m.Author != o.Founder || m.Origin != id {
		t.Errorf("heard %+v", m)
	}
	o.await("the reply", func(e discordtest.Effect) bool {
		return e.Kind == discordtest.KindMessage && e.Content == "A summary of terms."
	})
	o.reacted(id, "✅")
}
