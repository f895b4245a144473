package store_test

import (
	"slices"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
)

func crm(kinds ...org.EventKind) outward.Webhook {
	return outward.Webhook{Name: "crm", Address: "https://crm.example.com/hooks", Kinds: kinds, Sealed: []byte{1}}
}

// nextPost is the event that is sent next; empty for none.
func nextPost(t *testing.T, o *instance) (outward.Post, string) {
	t.Helper()
	p, err := o.db.NextPost(t.Context(), time.Minute)
	if err == org.ErrNoWork { //nolint:errorlint // as it says
		return p, ""
	}
	o.ok(err)
	return p, string(p.Event.Kind)
}

// A webhook hears of what happens after it was added, of its kinds alone, in order, and of each once.
func TestAWebhookHearsOfEachEventOnce(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	o.start(org.NewProject{})
	o.ok(o.db.AddWebhook(ctx, crm(org.EventProjectCreated, org.EventConnection)))
	if p, kind := nextPost(t, o); kind != "" {
		t.Errorf("of what was before, or of itself: %+v", p)
	}
	first, second := o.start(org.NewProject{}), o.start(org.NewProject{})
	o.ok(o.db.Connect(ctx, github()))
	var heard []string
	for {
		p, kind := nextPost(t, o)
		if kind == "" {
			break
		}
		if _, again := nextPost(t, o); again != "" {
			t.Errorf("while one is in hand: %s", again)
		}
		heard = append(heard, kind+" "+string(p.Event.Project))
		o.ok(o.db.EndPost(ctx, p, outward.PostEnding{Sent: true}))
	}
	if want := []string{"project_created " + string(first), "project_created " + string(second), "connection "}; !slices.Equal(heard, want) {
		t.Errorf("heard %q, want %q", heard, want)
	}
	o.sound()
}

// What is not taken waits and holds back what comes after it; when it is given up, the founder is told once a day, the next goes on, and
// all that was missed can be sent again.
func TestAPostThatIsNotTaken(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	o.ok(o.db.AddWebhook(ctx, crm()))
	first := o.start(org.NewProject{})
	p, _ := nextPost(t, o)
	if p.Tries != 1 || p.Event.Project != first {
		t.Fatalf("first: %+v", p)
	}
	o.start(org.NewProject{})
	o.ok(o.db.EndPost(ctx, p, outward.PostEnding{Why: "it answered 500", Due: o.db.Now().Add(time.Hour)}))
	o.want(o.db.EndPost(ctx, outward.Post{Webhook: p.Webhook, Fence: 99}, outward.PostEnding{Sent: true}), org.ErrLeaseLost)
	if _, kind := nextPost(t, o); kind != "" {
		t.Error("before it is due")
	}
	o.clock.forward(time.Hour)
	again, _ := nextPost(t, o)
	if again.Tries != 2 || again.Event.Seq != p.Event.Seq || !again.Since.Equal(p.Since) {
		t.Errorf("again: %+v", again)
	}
	o.clock.forward(2 * time.Minute) // whoever had it died
	taken, _ := nextPost(t, o)
	o.want(o.db.EndPost(ctx, again, outward.PostEnding{Sent: true}), org.ErrLeaseLost)
	o.ok(o.db.EndPost(ctx, taken, outward.PostEnding{Dead: true, Why: "it answered 500"}))
	next, _ := nextPost(t, o)
	if next.Event.Seq == p.Event.Seq || next.Tries != 1 {
		t.Errorf("after one that was given up: %+v", next)
	}
	o.ok(o.db.EndPost(ctx, next, outward.PostEnding{Dead: true, Off: true, Why: "it answered 410 Gone"}))
	all, err := o.db.Webhooks(ctx)
	o.ok(err)
	if len(all) != 1 || all[0].On || all[0].Dead != 2 || all[0].Why != "it answered 410 Gone" {
		t.Errorf("off: %+v", all)
	}
	o.start(org.NewProject{})
	if _, kind := nextPost(t, o); kind != "" {
		t.Error("it is off")
	}
	n, err := o.db.ReplayPosts(ctx, "crm")
	o.ok(err)
	back, _ := nextPost(t, o)
	if n != 2 || back.Event.Seq != p.Event.Seq {
		t.Errorf("sent again: %d, %+v", n, back)
	}
	_, err = o.db.ReplayPosts(ctx, "nosuch")
	o.want(err, org.ErrNotFound)
	o.ok(o.db.RemoveWebhook(ctx, "crm"))
	o.want(o.db.RemoveWebhook(ctx, "crm"), org.ErrNotFound)
	o.want(o.db.EndPost(ctx, back, outward.PostEnding{Sent: true}), org.ErrLeaseLost)
	o.sound()
}

// There are so many webhooks, of each address one, and what ended is kept for a month.
func TestWebhooksAreBounded(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	o.ok(o.db.AddWebhook(ctx, crm()))
	twin := crm()
	twin.Name = "twin"
	o.want(o.db.AddWebhook(ctx, twin), org.ErrConflict)
	for i := range outward.WebhooksMost - 1 {
		o.ok(o.db.AddWebhook(ctx, outward.Webhook{Name: "w" + string(rune('a'+i)), Address: outward.HookAddress("https://example.com/" + string(rune('a'+i))), Sealed: []byte{1}}))
	}
	o.want(o.db.AddWebhook(ctx, outward.Webhook{Name: "more", Address: "https://example.com/more", Sealed: []byte{1}}), org.ErrConflict)
	o.ok(o.db.AddWebhook(ctx, crm(org.EventProjectCreated))) // in its own place
	o.start(org.NewProject{})
	for {
		p, kind := nextPost(t, o)
		if kind == "" {
			break
		}
		o.ok(o.db.EndPost(ctx, p, outward.PostEnding{Dead: true, Why: "away"}))
	}
	o.ok(o.db.PrunePosts(ctx))
	dead := func() (n int) {
		all, err := o.db.Webhooks(ctx)
		o.ok(err)
		for _, w := range all {
			n += w.Dead
		}
		return n
	}
	if dead() != outward.WebhooksMost {
		t.Errorf("%d posts are kept, want one of each", dead())
	}
	o.clock.forward(outward.PostsKept + time.Hour)
	o.ok(o.db.PrunePosts(ctx))
	if dead() != 0 {
		t.Errorf("%d posts are kept for longer than a month", dead())
	}
	o.sound()
}
