package discord

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/retry"
)

// handleCreate deals with a new message, live or fetched; then are those that are known to
// follow it in its channel.
func (in *intake) handleCreate(ctx context.Context, m message, then ...message) {
	m, p, ok := in.admit(ctx, m, kindMessage)
	if ok {
		in.accept(ctx, m, p, then)
	}
	if ctx.Err() == nil {
		in.noteHandled(m.ChannelID, m.ID)
	}
}

// admit asks the rules about a message, and fetches the whole of one that came
// without its author. A look-up that fails is tried until it works, so that a
// fault of Discord's loses nothing that a founder said.
func (in *intake) admit(ctx context.Context, m message, k kind) (message, place, bool) {
	if m.Author == nil || m.Author.ID == "" {
		whole := message{}
		in.retry(ctx, "fetch a message that came without its author", func(ctx context.Context) error {
			err := in.rest.call(ctx, request{http.MethodGet, "/channels/" + m.ChannelID + "/messages/" + m.ID, nil, nil}, &whole)
			if refusedForGood(err) {
				in.Log.WarnContext(ctx, "a message came without its author and cannot be fetched", "message", m.ID, "err", err)
				return nil
			}
			return err
		})
		if whole.Author == nil {
			return m, place{}, false
		}
		whole.ChannelID, whole.GuildID = m.ChannelID, m.GuildID
		m = whole
	}
	ev := event{kind: k, author: m.Author.ID, bot: m.Author.Bot, webhook: m.WebhookID != "", typ: m.Type, guild: m.GuildID}
	self := in.selfID()
	if !in.Rules.isAdmitted(self, ev) {
		return m, place{}, false
	}
	p := in.placeOf(ctx, m)
	if ctx.Err() != nil {
		return m, p, false
	}
	if p.Guild == "" {
		p.Guild = m.GuildID
	}
	ev.guild = p.Guild // what REST gives names no server
	return m, p, in.Rules.isAdmitted(self, ev)
}

// placeOf looks up a message's channel. One that may not be looked at is taken
// for a plain channel of the server that the event names.
func (in *intake) placeOf(ctx context.Context, m message) (p place) {
	in.retry(ctx, "look up a channel", func(ctx context.Context) (err error) {
		if p, err = in.channelInfo(ctx, m.ChannelID); !refusedForGood(err) {
			return err
		}
		p = place{ID: m.ChannelID, Guild: m.GuildID}
		if p.Guild == "" {
			p.Type = channelDirect
		}
		return nil
	})
	return p
}

func (d *Session) selfID() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.self
}

// getOwnID returns our own id, asked for when the gateway has not told it yet.
func (d *Session) getOwnID(ctx context.Context) (string, error) {
	if id := d.selfID(); id != "" {
		return id, nil
	}
	var me user
	if err := d.rest.call(ctx, request{http.MethodGet, "/users/@me", nil, nil}, &me); err != nil {
		return "", fmt.Errorf("ask who we are: %w", err)
	}
	if me.ID == "" {
		return "", errors.New("discord does not say who we are")
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.self = me.ID
	return me.ID, nil
}

// addressesUs reports whether an admitted message is meant for us.
func (in *intake) addressesUs(ctx context.Context, m message, p place) bool {
	self := in.selfID()
	ours := in.ownRoles(p.Guild)
	a := address{us: slices.ContainsFunc(m.Mentions, func(u user) bool { return u.ID == self }) ||
		slices.ContainsFunc(m.Roles, func(id string) bool { return slices.Contains(ours, id) })}
	a.others = len(m.Mentions) > 0 && !a.us
	if r := m.Referenced.message; r != nil && r.Author != nil {
		a.us = a.us || r.Author.ID == self
		a.others = a.others || r.Author.ID != self && r.Author.ID != m.Author.ID
	}
	if p.isThread() {
		in.openings.wait(ctx, p.Parent) // it may be a project's, and is recorded in a moment
	}
	if p.isThread() && !in.Rules.isAddressed(p, a) {
		in.retry(ctx, "look for a project's thread", func(ctx context.Context) error {
			_, err := in.Records.ProjectOfThread(ctx, org.Channel{Transport: Transport, ID: m.ChannelID})
			a.ours = err == nil
			return ignoreTooLate(err)
		})
	}
	return in.Rules.isAddressed(p, a)
}

// accept stores an admitted message when it is addressed to us.
func (in *intake) accept(ctx context.Context, m message, p place, then []message) {
	w := in.wordsOf(m, p.Guild)
	if m.isBare(w) {
		in.forwards.keep(m) // the words that follow may speak to us
	}
	if !in.addressesUs(ctx, m, p) {
		return
	}
	known := false
	in.retry(ctx, "look for message "+m.ID, func(ctx context.Context) (err error) {
		known, err = in.isHeard(ctx, m)
		return err
	})
	if known && w.own != "" {
		in.forwards.takeForwards(m) // read once more: what it was about is not about later words
	}
	if known || ctx.Err() != nil {
		return
	}
	if whole := in.completeReply(ctx, m); whole.Referenced != m.Referenced {
		m, w = whole, in.wordsOf(whole, p.Guild)
	}
	if in.Commands.Typed != nil && w.own != "" {
		if line, ok := in.Commands.Typed(org.Message{Text: w.own, Attachments: make([]org.Attachment, len(m.Attachments))}); ok {
			in.runTyped(ctx, m, w, line)
			return
		}
	}
	if m.isBare(w) && in.awaitWords(ctx, m, then) || ctx.Err() != nil {
		return
	}
	if say, more := wordsBack(m, w, in.Hears); say.Body != "" {
		say.Channel = org.Channel{Transport: Transport, ID: m.ChannelID}
		in.retry(ctx, "answer message "+m.ID, func(ctx context.Context) error { return in.Records.Say(ctx, say) })
		if !more {
			return
		}
	}
	in.hear(ctx, m, in.withLinked(ctx, in.withForwards(m, w, p.Guild), p, m.Author.ID))
}

// completeReply returns a message with the one that it replies to, which a server may have left
// out of the event.
func (in *intake) completeReply(ctx context.Context, m message) message {
	id := m.repliesTo()
	if id == "" || m.Referenced.message != nil || m.Referenced.gone {
		return m
	}
	var to message
	err := in.rest.call(ctx, request{http.MethodGet, "/channels/" + m.ChannelID + "/messages/" + id, nil, nil}, &to)
	switch {
	case err == nil && to.ID != "":
		m.Referenced.message = &to
	case isGone(err):
		m.Referenced.gone = true
	case err != nil:
		in.Log.InfoContext(ctx, "the message that another replies to is not read", "message", id, "err", err)
	}
	return m
}

// hear stores a message for whoever answers it.
func (in *intake) hear(ctx context.Context, m message, w words) {
	said := org.Message{
		Channel: org.Channel{Transport: Transport, ID: m.ChannelID}, Origin: m.ID, Marked: true, Author: m.Author.ID, SaidAt: saidAt(m.ID),
		Text: w.own, RepliesTo: m.repliesTo(), Attachments: in.listAttachments(ctx, m, w),
	}
	if m.isGone() {
		said.RepliesTo = "" // it points at nothing
	}
	in.retry(ctx, "store message "+m.ID, func(ctx context.Context) error {
		if err := in.store(ctx, said); err != nil {
			return err
		}
		in.typing.begin(ctx, in.rest, m.ChannelID)
		return nil
	})
}

// A message that cannot be heard as it stands is answered at once; an empty body says nothing.
// more says that the message is heard all the same, and hears that recordings are listened to. It
// is pure.
func wordsBack(m message, w words, hears bool) (say reports.Delivery, more bool) {
	nothing := w.own == "" && len(m.Attachments) == 0
	switch {
	case m.isVoice() && !hears:
		return reports.Delivery{Key: "discord-voice:" + m.ChannelID, Kind: reports.DeliverNotice, Body: messages.DiscordNoVoice()}, w.own != ""
	case nothing && w.carriesVoice() && w.joinAll() == "":
		if hears {
			return reports.Delivery{}, true // what is said in it is shown, and orders nothing
		}
		return reports.Delivery{Key: typedKey(m), Kind: reports.DeliverReply, Body: messages.DiscordForwardVoice(false)}, false
	case nothing && len(w.quotes) > 0:
		return reports.Delivery{Key: typedKey(m), Kind: reports.DeliverReply, Body: messages.DiscordForwarded(), Card: org.Card{Buttons: []org.Button{
			{Label: messages.DiscordForwardRun(), Command: forwardRun + " " + m.ID}, {Label: messages.DiscordForwardKeep(), Command: forwardKeep + " " + m.ID},
		}}}, false
	case nothing && m.Content != nil && *m.Content != "":
		return reports.Delivery{Key: typedKey(m), Kind: reports.DeliverReply, Body: messages.DiscordYes()}, false
	case nothing:
		return reports.Delivery{Key: "discord-unreadable:" + m.ChannelID, Kind: reports.DeliverNotice, Body: unreadableText(m)}, false
	}
	return reports.Delivery{}, true
}

// unreadableText says why, once in each channel.
func unreadableText(m message) string {
	if len(m.Stickers) > 0 {
		return messages.DiscordOnlyText()
	}
	return messages.DiscordNoText()
}

// retry tries something again until it works or ctx ends: nothing that a
// founder said may be lost because a disk was full.
func (in *intake) retry(ctx context.Context, what string, do func(context.Context) error) {
	_ = retry.Run(ctx, retry.Policy{Most: mostWait}, retry.Clock{Random: rand.Float64}, do, func(a retry.Attempt) { //nolint:errcheck // only the end of ctx ends it with one
		if a.Err != nil {
			in.Log.ErrorContext(ctx, "cannot "+what, "err", a.Err, "again_in", a.Wait) //nolint:sloglint // the thing is named
		}
	})
}

// handleEdit gives an unhandled message its new text. Whoever edits one that is
// being handled, or was, is told what came of its first words.
func (in *intake) handleEdit(ctx context.Context, m message) {
	if m.Edited == "" || m.Content == nil {
		return // a preview was added, not a word changed
	}
	m, p, ok := in.admit(ctx, m, kindEdit)
	if !ok {
		return
	}
	ch := org.Channel{Transport: Transport, ID: m.ChannelID}
	now := org.Message{Text: in.wordsOf(m, p.Guild).own, Attachments: make([]org.Attachment, len(m.Attachments))}
	if in.Commands.Meant != nil {
		now = in.Commands.Meant(now)
	}
	in.retry(ctx, "store an edit", func(ctx context.Context) error {
		return ignoreTooLate(in.Records.Reword(ctx, ch, m.ID, now.Text))
	})
}

// handleDelete withdraws a message that waits; of one that is being worked on it is
// said how to stop that. Discord does not say whose it was,
// so the inbox is asked: only a founder's stands there.
func (in *intake) handleDelete(ctx context.Context, m message) {
	ch := org.Channel{Transport: Transport, ID: m.ChannelID}
	in.retry(ctx, "withdraw a message", func(ctx context.Context) error {
		return ignoreTooLate(in.Records.Withdraw(ctx, ch, m.ID)) // org.ErrNotFound when it was never received
	})
}

// ignoreTooLate passes over what cannot be changed any more: work on the message has
// begun, or it was never ours.
func ignoreTooLate(err error) error {
	if errors.Is(err, org.ErrConflict) || errors.Is(err, org.ErrNotFound) {
		return nil
	}
	return err
}
