package discord_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/frasier-cos/frasier/bot/discord"
	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/testing/discordtest"
)

// A post's tag follows its project; what a founder tagged it with stays.
func TestAPostIsTagged(t *testing.T) {
	t.Parallel()
	o := open(t, discordtest.Options{})
	ids := map[string]string{}
	for _, tag := range o.server.Tags(o.Projects) {
		ids[tag.Name] = tag.ID
	}
	p := o.project(o.Projects, "Market study")
	for i, tag := range []string{messages.TagPlanning, messages.TagPlanning, messages.TagNeedsYou, messages.TagDelivered} {
		o.say(reports.Delivery{Channel: org.Channel{ID: o.Projects}, Project: p, Title: "Market study", Body: string(rune('a' + i)), Card: org.Card{Tag: tag}})
	}
	o.start()
	o.drained()
	var got [][]string
	for _, r := range o.server.Requests() {
		var body struct {
			Tags []string `json:"applied_tags"`
		}
		if err := json.Unmarshal(r.Body, &body); err == nil && len(body.Tags) > 0 {
			got = append(got, body.Tags)
		}
	}
	// The same tag may be put on once more while the gateway has not yet told of the post.
	got = slices.CompactFunc(got, slices.Equal[[]string])
	want := [][]string{{ids[messages.TagPlanning]}, {ids[messages.TagNeedsYou]}, {ids[messages.TagDelivered]}}
	if !slices.EqualFunc(got, want, slices.Equal[[]string]) {
		t.Errorf("tagged %v, want %v", got, want)
	}
	if len(o.posted(o.server.Threads(o.Projects)[0])) < 4 {
		t.Errorf("said %q in the post", o.posted(o.server.Threads(o.Projects)[0]))
	}
}

func TestTagsOfFoundersStay(t *testing.T) {
	t.Parallel()
	forum := map[string]string{"1": "running", "2": "Delivered", "3": "urgent"}
	for _, c := range []struct {
		applied []string
		state   string
		want    []string
		same    bool
	}{
		{nil, "Running", []string{"1"}, false},
		{[]string{"3", "1"}, "Delivered", []string{"2", "3"}, false},
		{[]string{"2", "3"}, "Delivered", []string{"2", "3"}, true},
		{[]string{"3"}, "Paused", []string{"3"}, true}, // the forum has no such tag
	} {
		got, same := discord.Tagged(forum, c.applied, c.state)
		if !slices.Equal(got, c.want) || same != c.same {
			t.Errorf("%v at %s: %v (the same: %v), want %v (%v)", c.applied, c.state, got, same, c.want, c.same)
		}
	}
}
