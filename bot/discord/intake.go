package discord

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot"
	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// created deals with a new message, live or fetched.
func (in *intake) created(ctx context.Context, m message) {
	m, p, ok := in.admit(ctx, m, kindMessage)
	if ok {
		in.accept(ctx, m, p)
	}
	if ctx.Err() == nil {
		in.handled(m.ChannelID, m.ID)
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
	if !in.Rules.admits(self, ev) {
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
	return m, p, in.Rules.admits(self, ev)
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

// me is our own id, asked for when the gateway has not told it yet.
func (d *Session) me(ctx context.Context) (string, error) {
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
	a := address{us: slices.ContainsFunc(m.Mentions, func(u user) bool { return u.ID == self })}
	a.others = len(m.Mentions) > 0 && !a.us
	if r := m.Referenced; r != nil && r.Author != nil {
		a.us = a.us || r.Author.ID == self
		a.others = a.others || r.Author.ID != self && r.Author.ID != m.Author.ID
	}
	if p.thread() {
		in.openings.wait(ctx, p.Parent) // it may be a project's, and is recorded in a moment
	}
	if p.thread() && !in.Rules.addressed(p, a) {
		in.retry(ctx, "look for a project's thread", func(ctx context.Context) error {
			_, err := in.Records.ProjectOfThread(ctx, org.Channel{Transport: Transport, ID: m.ChannelID})
			a.ours = err == nil
			return ignoreTooLate(err)
		})
	}
	return in.Rules.addressed(p, a)
}

// accept stores an admitted message when it is addressed to us.
func (in *intake) accept(ctx context.Context, m message, p place) {
	if !in.addressesUs(ctx, m, p) {
		return
	}
	self, ch := in.selfID(), org.Channel{Transport: Transport, ID: m.ChannelID}
	in.retry(ctx, "store message "+m.ID, func(ctx context.Context) error {
		known, err := in.Records.Heard(ctx, ch, m.ID)
		if err != nil || known {
			return err
		}
		if empty(m) {
			return in.Records.Say(ctx, reports.Delivery{Key: "discord-unreadable:" + m.ChannelID, Channel: ch, Kind: reports.DeliverNotice, Body: unreadableText(m)})
		}
		if in.Commands.Typed != nil {
			if line, ok := in.Commands.Typed(org.Message{Text: text(m, self), Attachments: make([]org.Attachment, len(m.Attachments))}); ok {
				return in.typed(ctx, m, line)
			}
		}
		said := org.Message{
			Channel: ch, Origin: m.ID, Marked: true, Author: m.Author.ID, SaidAt: saidAt(m.ID),
			Text: text(m, self), RepliesTo: m.repliesTo(), Attachments: bot.Limit(in.files(ctx, m)),
		}
		if err := in.store(ctx, said); err != nil {
			return err
		}
		in.typing.begin(ctx, in.rest, m.ChannelID)
		return nil
	})
}

// empty reports whether there is nothing in a message that can be read.
func empty(m message) bool {
	return (m.Content == nil || *m.Content == "") && len(m.Attachments) == 0 && len(m.Snapshots) == 0
}

// unreadableText says why, once in each channel.
func unreadableText(m message) string {
	if len(m.Stickers) > 0 || len(m.Poll) > 0 {
		return messages.DiscordOnlyText()
	}
	return messages.DiscordNoText()
}

// text is what a message says: without the mention of us, with what it
// forwards.
func text(m message, self string) string {
	var b strings.Builder
	if m.Content != nil {
		b.WriteString(strings.NewReplacer("<@"+self+">", "", "<@!"+self+">", "").Replace(*m.Content))
	}
	for _, s := range m.Snapshots {
		if s.Message.Content != "" {
			b.WriteString("\n\n> " + strings.ReplaceAll(strings.TrimSpace(s.Message.Content), "\n", "\n> "))
		}
	}
	return strings.TrimSpace(b.String())
}

// retry tries something again until it works or ctx ends: nothing that a
// founder said may be lost because a disk was full.
func (in *intake) retry(ctx context.Context, what string, do func(context.Context) error) {
	for pause := time.Second; ctx.Err() == nil; pause = min(2*pause, mostWait) {
		err := do(ctx)
		if err == nil || ctx.Err() != nil {
			return
		}
		in.Log.ErrorContext(ctx, "cannot "+what, "err", err, "again_in", pause) //nolint:sloglint // the thing is named
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
	}
}

// edited gives an unhandled message its new text. Whoever edits one that is
// being handled, or was, is told what came of its first words.
func (in *intake) edited(ctx context.Context, m message) {
	if m.Edited == "" || m.Content == nil {
		return // a preview was added, not a word changed
	}
	m, _, ok := in.admit(ctx, m, kindEdit)
	if !ok {
		return
	}
	ch := org.Channel{Transport: Transport, ID: m.ChannelID}
	now := org.Message{Text: text(m, in.selfID()), Attachments: make([]org.Attachment, len(m.Attachments))}
	if in.Commands.Meant != nil {
		now = in.Commands.Meant(now)
	}
	in.retry(ctx, "store an edit", func(ctx context.Context) error {
		return ignoreTooLate(in.Records.Reword(ctx, ch, m.ID, now.Text))
	})
}

// deleted withdraws a message that waits; of one that is being worked on it is
// said how to stop that. Discord does not say whose it was,
// so the inbox is asked: only a founder's stands there.
func (in *intake) deleted(ctx context.Context, m message) {
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
