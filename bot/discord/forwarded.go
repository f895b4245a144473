package discord

import (
	"context"
	"net/http"
	"strings"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/org"
)

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
	said := org.Message{Channel: org.Channel{Transport: Transport, ID: i.ChannelID}, Origin: id, Marked: true, Author: i.author().ID, SaidAt: saidAt(i.ID)}
	if isRun { // now it is the founder's order
		said.Text, said.Explicit, said.Attachments = w.whole(), true, in.ordered(ctx, m, w)
		reply.Text = messages.DiscordForwardRuns()
	} else {
		said.Text, said.Attachments = messages.DiscordForwardKeep(), in.attachments(ctx, m, w)
		reply.Text = messages.DiscordForwardKept()
	}
	in.retry(ctx, "store message "+id, func(ctx context.Context) error { return in.store(ctx, said) })
	return true, in.reply(ctx, i, reply, acknowledged)
}

// ordered are the files of a message that a founder made his own order.
func (in *intake) ordered(ctx context.Context, m message, w words) []org.Attachment {
	files := m.Attachments
	for _, q := range w.quotes {
		files = append(files, q.files...)
	}
	return in.files(ctx, files)
}
