package discord

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
)

// flagMustTag marks a forum that takes no post without a tag;
// discord.com/developers, Channel Flags.
const flagMustTag = 1 << 4

// A post may have no more tags; discord.com/developers, Channel.
const tagsMost = 5

// label is one tag of a forum.
type label struct{ ID, Name string }

// chooseTags returns the tags of a post that stands at a state: those that the
// founders gave it stay, that of its last state goes. Ours are the forum's tags
// that are called as a state is. Same says that nothing changes. It is pure.
func chooseTags(forum []label, applied []string, state string) (tags []string, same bool) {
	want := ""
	var ours []string
	for _, t := range forum {
		if slices.ContainsFunc(forumTags(), func(s string) bool { return strings.EqualFold(s, t.Name) }) {
			ours = append(ours, t.ID)
		}
		if want == "" && strings.EqualFold(t.Name, state) {
			want = t.ID
		}
	}
	if want == "" || slices.Contains(applied, want) && !slices.ContainsFunc(applied, func(id string) bool { return id != want && slices.Contains(ours, id) }) {
		return applied, true
	}
	tags = []string{want}
	for _, id := range applied {
		if !slices.Contains(ours, id) && len(tags) < tagsMost {
			tags = append(tags, id)
		}
	}
	return tags, false
}

func chooseFirstTags(forum place, state string) []string {
	tags, same := chooseTags(forum.Tags, nil, state)
	if same && forum.Tagged && len(forum.Tags) > 0 {
		return []string{forum.Tags[0].ID}
	}
	return tags
}

// showTags shows on a project's post in a forum how the project stands. It is an
// ornament: what goes wrong is noted, and the next delivery tries again.
func (d *Session) showTags(ctx context.Context, thread, state string) {
	d.mu.Lock()
	refused := d.untaggable[thread]
	d.mu.Unlock()
	if state == "" || refused {
		return
	}
	post, err := d.channelInfo(ctx, thread)
	if err != nil || !post.isThread() || post.Parent == "" {
		return
	}
	forum, err := d.channelInfo(ctx, post.Parent)
	if err != nil || forum.Type != channelForum {
		return
	}
	tags, same := chooseTags(forum.Tags, post.Applied, state)
	if same {
		return
	}
	err = d.rest.call(ctx, request{http.MethodPatch, "/channels/" + thread, map[string]any{"applied_tags": tags}, nil}, nil)
	var api *apiError
	if err != nil {
		d.Log.DebugContext(ctx, "a post was not tagged", "post", thread, "tag", state, "err", err)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if errors.As(err, &api) && api.Status == http.StatusForbidden && isClosedCode(api.Code) { // a founder's own post, and we may not manage it
		d.untaggable[thread] = true
	}
	if err == nil {
		post.Applied = tags
		d.channels[thread] = post
	}
}
