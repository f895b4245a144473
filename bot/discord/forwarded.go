package discord

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/org"
)

const (
	// What was forwarded without a word waits this long for words: Discord's client sends those that
	// are typed with it as a message of their own, 2 to 4 s later.
	forwardWait = 6 * time.Second
	// Words that come later still are about it for this long.
	forwardKept = 10 * time.Minute
	// So many messages of others are kept for the same words, and for so many people, each channel
	// counted for itself.
	mostForwards   = 5
	mostForwarders = 1000
)

// forwards are the messages in which founders passed on matter of others without a
// word, by channel and author, oldest first. The zero value is ready; its methods may
// be called at once.
type forwards struct {
	mu   sync.Mutex
	list map[string][]message
}

func forwarderOf(m message) string { return m.ChannelID + "/" + m.Author.ID }

// keep keeps a message for the words that may follow it.
func (f *forwards) keep(m message) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.list == nil || len(f.list) > mostForwarders {
		f.list = map[string][]message{}
	}
	who := forwarderOf(m)
	kept := slices.DeleteFunc(f.list[who], func(o message) bool { return o.ID == m.ID || saidAt(m.ID).Sub(saidAt(o.ID)) > forwardKept })
	kept = append(kept, m)
	f.list[who] = kept[max(0, len(kept)-mostForwards):]
}

// takeForwards hands out what a message with words is about, once. What was forwarded after it
// stays for other words.
func (f *forwards) takeForwards(m message) (about []message) {
	f.mu.Lock()
	defer f.mu.Unlock()
	who := forwarderOf(m)
	var stays []message
	for _, o := range f.list[who] {
		switch {
		case isLater(o.ID, m.ID):
			stays = append(stays, o)
		case saidAt(m.ID).Sub(saidAt(o.ID)) <= forwardKept:
			about = append(about, o)
		}
	}
	delete(f.list, who)
	if len(stays) > 0 {
		f.list[who] = stays
	}
	return about
}

// isBare reports whether a message passes on matter of others without a word or a file
// of its author's.
func (m message) isBare(w words) bool {
	return w.own == "" && len(m.Attachments) == 0 && len(w.quotes) > 0
}

// awaitWords waits for words of its author's about a message that has none, and reports
// whether there are some. then are the messages that are known to follow it.
func (in *intake) awaitWords(ctx context.Context, m message, then []message) bool {
	if slices.ContainsFunc(then, func(o message) bool { return in.speaksAfter(m, o) }) {
		return true
	}
	wait := time.NewTimer(min(forwardWait, saidAt(m.ID).Add(forwardWait).Sub(in.Now())))
	defer wait.Stop()
	for {
		said, more := in.waitsWords(m)
		if said {
			return true
		}
		select {
		case <-ctx.Done():
			return false
		case <-wait.C:
			return false
		case <-more:
		}
	}
}

// waitsWords reports whether such words wait in the queue of their channel, and gives
// what tells of more.
func (in *intake) waitsWords(m message) (bool, <-chan struct{}) {
	in.mu.Lock()
	defer in.mu.Unlock()
	q := in.queues[m.ChannelID]
	if q == nil {
		return false, nil
	}
	return slices.ContainsFunc(q.waiting, func(e errand) bool { return in.speaksAfter(m, e.m) }), q.more
}

// speaksAfter reports whether a message has words of the one who forwarded another
// before it. A command is about nothing else, and what speaks to somebody else is not
// for us.
func (in *intake) speaksAfter(m, o message) bool {
	if o.Author == nil || o.Author.ID != m.Author.ID || !isLater(o.ID, m.ID) || o.Content == nil || strings.TrimSpace(*o.Content) == "" {
		return false
	}
	if in.Commands.Typed != nil {
		if _, typed := in.Commands.Typed(org.Message{Text: *o.Content}); typed {
			return false
		}
	}
	self := in.selfID()
	return len(o.Mentions) == 0 || slices.ContainsFunc(o.Mentions, func(u user) bool { return u.ID == self })
}

// withForwards are the words of a message together with what was forwarded before it
// without any.
func (in *intake) withForwards(m message, w words, guild string) words {
	if w.own == "" {
		return w
	}
	var before []quote
	for _, f := range in.forwards.takeForwards(m) {
		before = append(before, in.wordsOf(f, guild).quotes...)
	}
	w.quotes = append(before, w.quotes...)
	return w
}

// What the buttons under a forwarded message stand for, before its id.
const (
	forwardRun  = "forwarded run"
	forwardKeep = "forwarded keep"
)

// takeForwarded deals with a press on what was asked about a forwarded message: by
// it the founder orders what others wrote, or has it kept. done says that the
// press was one.
func (in *intake) takeForwarded(ctx context.Context, i interaction) (done bool, err error) {
	run, isRun := strings.CutPrefix(i.Data.CustomID, forwardRun+" ")
	keep, isKeep := strings.CutPrefix(i.Data.CustomID, forwardKeep+" ")
	id := run
	if isKeep {
		id = keep
	}
	if i.Type != useComponent || !isRun && !isKeep || !isID(id) {
		return false, nil
	}
	in.acknowledge(ctx, i)
	var m message
	reply := org.Reply{Text: messages.DiscordForwardGone(), Card: org.Card{Private: true}}
	err = in.rest.call(ctx, request{http.MethodGet, "/channels/" + i.ChannelID + "/messages/" + id, nil, nil}, &m)
	if err != nil && !refusedForGood(err) {
		return true, in.reply(ctx, i, failedReply(err), acknowledged)
	}
	if err != nil {
		return true, in.reply(ctx, i, reply, acknowledged)
	}
	w := in.wordsOf(m, i.GuildID)
	said := org.Message{Channel: org.Channel{Transport: Transport, ID: i.ChannelID}, Origin: id, Marked: true, Author: i.getAuthor().ID, SaidAt: saidAt(i.ID)}
	switch {
	case isRun && w.joinAll() == "" && w.carriesVoice(): // nobody saw yet what is said in it
		said.Attachments = in.listAttachments(ctx, m, w)
		reply.Text = messages.DiscordForwardVoice(in.Hears)
	case isRun: // now it is the founder's order
		said.Text, said.Explicit, said.Attachments = w.joinAll(), true, in.listOrderFiles(ctx, m, w)
		reply.Text = messages.DiscordForwardRuns()
	default:
		said.Text, said.Attachments = messages.DiscordForwardKeep(), in.listAttachments(ctx, m, w)
		reply.Text = messages.DiscordForwardKept()
	}
	in.retry(ctx, "store message "+id, func(ctx context.Context) error { return in.store(ctx, said) })
	return true, in.reply(ctx, i, reply, acknowledged)
}

// listOrderFiles returns the files of a message that a founder made his own order. What he saw is
// his; what somebody says in a recording is nobody's order, whoever passes it on.
func (in *intake) listOrderFiles(ctx context.Context, m message, w words) []org.Attachment {
	list := slices.Clone(m.Attachments)
	for _, q := range w.quotes {
		list = append(list, q.files...)
	}
	out := in.downloadAll(ctx, list)
	for i := len(m.Attachments); i < len(out); i++ {
		if out[i].Sense == org.SenseSound {
			out[i] = out[i].AsQuoted()
		}
	}
	return out
}
