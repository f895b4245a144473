package discord

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// The minutes that a thread stays in the list without a word: a week, the longest.
const archiveAfter = 10080

// findTarget returns where a delivery is said: a project's in its thread, which is
// opened when there is none, or in the place of one that is gone; replies, what
// concerns a single task, and all else in their channel.
func (d *Session) findTarget(ctx context.Context, v reports.Delivery, gone string) (string, error) {
	if v.Project == "" || v.Kind == reports.DeliverReply {
		return v.Channel.ID, nil
	}
	if v.Thread != "" {
		return v.Thread, nil
	}
	if v.Single {
		return v.Channel.ID, nil
	}
	p, err := d.channelInfo(ctx, v.Channel.ID)
	if isUnusable(err) {
		return v.Channel.ID, nil // sending there fails, and the founder is told directly
	}
	if err != nil {
		return "", err
	}
	open := d.openThread
	switch p.Type {
	case channelForum:
		open = d.openPost
	case channelText, channelNews:
	default:
		return v.Channel.ID, nil // a thread or a direct message
	}
	thread, err := open(ctx, v, p, gone)
	if isModerated(err) { // a name without the founder's words
		v.Name = ""
		thread, err = open(ctx, v, p, gone)
	}
	return thread, err
}

// openThread posts a starter message and opens a thread from it. The starter
// carries a nonce and the thread has its id, so a try after a crash finds both.
func (d *Session) openThread(ctx context.Context, v reports.Delivery, p place, gone string) (string, error) {
	title := threadName(v.Name, v.Project)
	starter := parcel{text: fmt.Sprintf("**%s** (%s)", title, v.Project)}
	first := v
	first.Key, first.Card = "thread:"+string(v.Project)+gone+"/"+v.Key, org.Card{Silent: true}
	receipt, err := d.send(ctx, p.ID, first, []parcel{starter})
	if err != nil {
		if isUnusable(err) || isRefused(err) {
			return p.ID, nil
		}
		return "", err
	}
	_, ids := parseReceipt(receipt)
	body := map[string]any{"name": title, "auto_archive_duration": archiveAfter}
	made, err := d.createThread(ctx, v, p, ids[0], func() (string, error) {
		thread := channel{ID: ids[0]}
		err := d.rest.call(ctx, request{http.MethodPost, "/channels/" + p.ID + "/messages/" + ids[0] + "/threads", body, nil}, &thread)
		var api *apiError
		if errors.As(err, &api) && api.Code == codeThreaded {
			return ids[0], nil
		}
		return thread.ID, err
	})
	var api *apiError
	if errors.As(err, &api) && api.Status >= 400 && api.Status < 500 && api.Status != http.StatusTooManyRequests && !isModerated(err) && !isUnclear(err) {
		d.Log.WarnContext(ctx, "no thread could be opened", "channel", p.ID, "err", err)
		return p.ID, nil // no right to open threads: the channel will do
	}
	return made, err
}

// openPost opens a post in a forum, unless one of ours with that title that is
// no other project's is there already.
func (d *Session) openPost(ctx context.Context, v reports.Delivery, p place, _ string) (string, error) {
	title := threadName(v.Name, v.Project)
	if v.Attempts > 1 {
		self, err := d.getOwnID(ctx)
		if err != nil {
			return "", err
		}
		var active struct {
			Threads []struct {
				channel
				Owner string `json:"owner_id"`
			} `json:"threads"`
		}
		if err := d.rest.call(ctx, request{http.MethodGet, "/guilds/" + p.Guild + "/threads/active", nil, nil}, &active); err != nil {
			return "", err
		}
		since := buildSnowflake(v.CreatedAt.Add(-time.Minute))
		for _, t := range active.Threads {
			if t.ParentID != p.ID || t.Name != title || t.Owner != self || !isLater(t.ID, since) {
				continue
			}
			_, err := d.Records.ProjectOfThread(ctx, org.Channel{Transport: Transport, ID: t.ID})
			if err != nil && !errors.Is(err, org.ErrNotFound) {
				return "", err
			}
			if err != nil { // nobody's yet: another project of that title may have been faster
				return d.createThread(ctx, v, p, t.ID, func() (string, error) { return t.ID, nil })
			}
		}
	}
	starter := parcel{text: fmt.Sprintf("**%s** (%s)", title, v.Project)}.buildBody("", 0)
	body := map[string]any{"name": title, "auto_archive_duration": archiveAfter, "message": map[string]any{
		"content": starter.Content, "allowed_mentions": starter.Mentions, "flags": starter.Flags,
	}}
	if tags := chooseFirstTags(p, v.Card.Tag); len(tags) > 0 {
		body["applied_tags"] = tags
	}
	return d.createThread(ctx, v, p, "", func() (string, error) {
		var thread channel
		err := d.rest.call(ctx, request{http.MethodPost, "/channels/" + p.ID + "/threads", body, nil}, &thread)
		return thread.ID, err
	})
}

// createThread opens a project's thread, records it and puts it into the founders'
// lists. An empty starter is the thread's own message.
func (d *Session) createThread(ctx context.Context, v reports.Delivery, p place, starter string, open func() (string, error)) (string, error) {
	thread, err := d.recordThread(ctx, v, p, starter, open)
	if err != nil {
		return "", err
	}
	d.addFounders(ctx, thread)
	return thread, nil
}

// addFounders puts a thread into the founders' lists. A server that cannot do that is
// not asked again.
func (d *Session) addFounders(ctx context.Context, thread string) {
	for _, f := range slices.Clone(d.Rules.Founders) {
		d.mu.Lock()
		never := d.noThreadMembers
		d.mu.Unlock()
		if never {
			return
		}
		err := d.rest.call(ctx, request{http.MethodPut, "/channels/" + thread + "/thread-members/" + f, nil, nil}, nil)
		if err == nil {
			continue
		}
		d.Log.WarnContext(ctx, "a founder was not added to a project's thread", "thread", thread, "err", err)
		var api *apiError
		if errors.As(err, &api) && (api.Status == http.StatusMethodNotAllowed || api.Status == http.StatusNotFound && (api.Code < 10000 || api.Code > 10099)) { // what Discord itself does not know has such a code
			d.mu.Lock()
			d.noThreadMembers = true
			d.mu.Unlock()
		}
	}
}

// recordThread opens a thread and records whose it is. A message in a thread of that
// channel waits for it meanwhile: founders write faster than Discord answers.
func (d *Session) recordThread(ctx context.Context, v reports.Delivery, p place, starter string, open func() (string, error)) (string, error) {
	defer d.openings.begin(p.ID)()
	thread, err := open()
	if err != nil {
		return "", err
	}
	if thread == "" {
		return "", errors.New("discord opened a thread and gave no id for it")
	}
	if starter == "" {
		starter = thread
	}
	if err := d.Records.OpenThread(ctx, v.Project, v.Channel, thread, starter); err != nil {
		return "", err
	}
	kind := channelPublicThread
	d.cacheChannels(p.Guild, channel{ID: thread, GuildID: p.Guild, ParentID: p.ID, Type: &kind})
	d.advanceCursor(thread, thread) // it is looked through for missed messages from here on
	return thread, nil
}

// openings are the threads that are being opened, by their channel. The zero
// value is ready; its methods may be called at once.
type openings struct {
	mu   sync.Mutex
	list map[string]*opening
}

type opening struct {
	sync.Mutex               // held by who opens a thread
	done       chan struct{} // closed when it is open; nil while none is being opened
}

// begin waits until no other thread of the channel is being opened, and returns
// what ends this opening.
func (o *openings) begin(channel string) (end func()) {
	o.mu.Lock()
	if o.list == nil {
		o.list = map[string]*opening{}
	}
	this := o.list[channel]
	if this == nil {
		this = &opening{}
		o.list[channel] = this
	}
	o.mu.Unlock()
	this.Lock()
	done := make(chan struct{})
	o.setOpening(this, done)
	return func() {
		o.setOpening(this, nil)
		close(done)
		this.Unlock()
	}
}

func (o *openings) setOpening(this *opening, done chan struct{}) {
	o.mu.Lock()
	defer o.mu.Unlock()
	this.done = done
}

// wait waits until the thread that is being opened in a channel is open, if
// there is one.
func (o *openings) wait(ctx context.Context, channel string) {
	o.mu.Lock()
	var done chan struct{}
	if this := o.list[channel]; this != nil {
		done = this.done
	}
	o.mu.Unlock()
	if done == nil {
		return
	}
	select {
	case <-ctx.Done():
	case <-done:
	}
}
