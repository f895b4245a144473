package discord_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/testing/discordtest"
)

// While Discord takes nothing in one thread, the others and the channel go on;
// what that thread missed comes in its order when it is well again.
func TestOneThreadThatFailsHoldsUpNoOther(t *testing.T) {
	t.Parallel()
	o := open(t, discordtest.Options{})
	barley, oats := o.project(o.Chief, "Barley"), o.project(o.Chief, "Oats")
	chief := org.Channel{ID: o.Chief}
	tell := func(p org.ProjectID, title string, words ...string) {
		for _, w := range words {
			o.say(reports.Delivery{Key: w, Channel: chief, Project: p, Title: title, Body: w, Card: org.Card{As: "Desk"}})
		}
	}
	said := func(words string) func(discordtest.Effect) bool {
		return func(e discordtest.Effect) bool { return strings.Contains(e.Content, words) }
	}
	o.start()
	tell(barley, "Barley", "barley 0")
	tell(oats, "Oats", "oats 0")
	ill := o.await("the thread of the first", said("barley 0")).Channel
	well := o.await("the thread of the second", said("oats 0")).Channel
	o.server.Break(discordtest.Fault{Holds: "/channels/" + ill + "/messages", Do: discordtest.Do503})
	tell(barley, "Barley", "barley 1", "barley 2")
	if _, err := o.server.WaitRequest(o.within(), 0, func(r discordtest.Request) bool { return strings.Contains(string(r.Body), "barley 1") }); err != nil {
		t.Fatal(err)
	}
	tell(oats, "Oats", "oats 1", "oats 2")
	o.say(reports.Delivery{Channel: chief, Body: "to the channel"})
	o.await("the second project's words", said("oats 2"))
	o.await("the channel's words", said("to the channel"))
	if got := o.posted(ill); len(got) != 1 {
		t.Errorf("the thread that fails holds %q, want the first message alone", got)
	}
	o.server.Mend()
	o.drained()
	for thread, want := range map[string][]string{
		ill:  {"**Desk**: barley 0", "**Desk**: barley 1", "**Desk**: barley 2"},
		well: {"**Desk**: oats 0", "**Desk**: oats 1", "**Desk**: oats 2"},
	} {
		if d := cmp.Diff(want, o.posted(thread)); d != "" {
			t.Errorf("a thread reads (-want +got):\n%s", d)
		}
	}
}

// Two projects of one title in a forum have a post each, also when nobody knows
// which of them was opened.
func TestEqualTitlesInAForumHaveAPostEach(t *testing.T) {
	t.Parallel()
	o := open(t, discordtest.Options{})
	o.rules.Channels = []string{o.Projects}
	o.server.Break(discordtest.Fault{Method: "POST", Route: "/channels/{channel_id}/threads", Do: discordtest.Do502, After: true, Times: 2})
	for _, p := range []org.ProjectID{o.project(o.Projects, "Oats here"), o.project(o.Projects, "Oats there")} {
		o.say(reports.Delivery{Key: "of " + string(p), Channel: org.Channel{ID: o.Projects}, Project: p, Title: "Oats", Body: "I work on " + string(p) + " of Oats."})
	}
	o.start()
	o.drained()
	posts := o.server.Threads(o.Projects)
	if len(posts) != 2 {
		t.Fatalf("posts: %v, want 2", posts)
	}
	for _, post := range posts {
		words := slices.DeleteFunc(o.posted(post), func(s string) bool { return !strings.HasPrefix(s, "I work on") })
		if len(words) != 1 {
			t.Errorf("post %s holds %q, want the words of one project", post, words)
		}
	}
}
