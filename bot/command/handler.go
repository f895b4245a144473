// Package command is the one command language: slash commands, typed "!"
// lines, buttons, menus and context menus all come as one line and are carried
// out here, by rules alone. Only founders' words get here; the doors see to
// that, and nothing that a model wrote is ever read as a command.
//
// A command that acts is recorded with the id of what carried it before it
// acts, and its reply after it, so that one delivered twice acts once.
package command

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot"
	"github.com/frasier-cos/frasier/bot/command/browser"
	"github.com/frasier-cos/frasier/bot/command/bundle"
	"github.com/frasier-cos/frasier/bot/command/mail"
	"github.com/frasier-cos/frasier/bot/command/meeting"
	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/command/reminder"
	"github.com/frasier-cos/frasier/bot/command/setting"
	"github.com/frasier-cos/frasier/bot/command/team"
	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/store"
)

// Log is the record of commands. It stands apart from the rest of the store so
// that a test can lose what it holds.
type Log interface {
	BeginCommand(ctx context.Context, c org.Command, acts bool) (org.Begun, error)
	EndCommand(ctx context.Context, c org.Command, r org.Reply) error
	// CommandGiven returns the line of a command, and the message that it was used on.
	CommandGiven(ctx context.Context, ch org.Channel, origin, author string) (org.Command, error)
	// DoneSince returns the journal's lines of a kind since a command began
	// (org.Begun.Since).
	DoneSince(ctx context.Context, began time.Time, kind org.EventKind) ([]org.Event, error)
}

// New returns a Handler over a database.
func New(db *store.DB, now func() time.Time) *Handler {
	return &Handler{Log: db, Store: db, Now: now}
}

// Handler carries out commands; get one from New. Settings, Checks, Price and Link may
// be left out. It may be used by many goroutines.
type Handler struct {
	Log      Log
	Store    *store.DB
	Settings []setting.Fixed
	// NoModel says that no model is set up, so that nobody can think.
	NoModel bool
	// GiveBack ends the access of a connection at its service; nil where nobody can.
	GiveBack func(context.Context, outward.Connection) error
	// StillPublic waits a moment and reports whether a page of a project that is
	// shared no more is still on the public site; nil when nobody knows.
	StillPublic func(context.Context) bool
	// Checks say whether the surroundings of the process are well. A check's
	// Detail holds what is wrong and its fix, or what is right.
	Checks func(context.Context) []reports.CheckResult
	// Price returns what so many tokens would have cost on the dearest tier; false when nobody knows.
	Price func(in, out int) (org.NanoUSD, bool)
	// Link makes the link of the command dashboard.
	Link browser.Link
	// Persona returns the words with which somebody begins who joins the team.
	Persona team.Persona
	// Meetings reads what founders' calendars hold on a day; nil reads none.
	Meetings meeting.Look
	// Founders lists the founders as the chat calls them; nil where no chat knows them.
	Founders reminder.Founders
	// Box is the founder's mailbox; nil reads none.
	Box mail.Box
	// Forges are the hosts whose repositories may be added from a chat.
	Forges []string
	// Bundle signs what a document rests on; nil where nothing is signed.
	Bundle bundle.Sign
	// Site is the public site's address; empty for none.
	Site string
	Now  func() time.Time
}

// order is one command being carried out.
type order struct {
	org.Command
	Call
	of    noun.Command
	since time.Time // when it was begun before, by a process that died of it; zero otherwise
}

// Do carries out one command and returns what it says back. What a founder did
// wrong is a reply and no error; an error means that Frasier could not do
// it now, and the same command may come again.
func (d *Handler) Do(ctx context.Context, c org.Command) (org.Reply, error) {
	v, err := d.View(ctx, c)
	return v.Reply, err
}

// View is Do for doors that also hand out what programs get.
func (d *Handler) View(ctx context.Context, c org.Command) (noun.View, error) {
	clean := bot.Scrub(org.Message{Text: c.Line, Attachments: c.Attachments})
	c.Line, c.Attachments = clean.Text, clean.Attachments
	c.Message = bot.Scrub(org.Message{Text: c.Message}).Text
	call, of, err := parse(c.Line)
	if err == nil && c.Message == "" {
		err = call.missing(of)
	}
	if err != nil {
		r, err := replyTo(err)
		return noun.View{Reply: r}, err
	}
	acts := isActing(of, call)
	before, err := d.Log.BeginCommand(ctx, c, acts)
	if err != nil {
		return noun.View{}, err
	}
	if c.Fixed && before.Line != "" && before.Line != c.Line {
		return noun.View{}, fmt.Errorf("command %s was another line: %w", c.Origin, org.ErrConflict)
	}
	if before.Done && acts {
		before.Reply.Acted = true
		return noun.View{Reply: before.Reply}, nil
	}
	o := &order{Command: c, Call: call, of: of, since: before.Since}
	if c.Shown || of.Public {
		ctx = org.AnsweredIn(ctx, c.Channel)
	}
	if err = d.address(ctx, o); err == nil && c.Message == "" {
		err = o.needs()
	}
	var v noun.View
	if err == nil {
		v, err = d.runOrder(ctx, o)
	}
	if err != nil {
		if v.Reply, err = replyTo(err); err != nil {
			return noun.View{}, fmt.Errorf("carry out %q: %w", clip(c.Line, 80), err)
		}
	}
	v.Reply.Card.Private, v.Reply.Acted = !of.Public, acts && !v.Reply.Refused
	kept := v.Reply
	if of.Secret {
		kept = org.Reply{Card: org.Card{Private: true}}
	}
	if err := d.Log.EndCommand(ctx, c, kept); err != nil {
		return noun.View{}, err
	}
	return v, nil
}

// replyTo makes a reply of an error that is for the founder.
func replyTo(err error) (org.Reply, error) {
	var no *RefusalError
	if errors.As(err, &no) {
		no.Card.Private = true
		return org.Reply{Text: no.Text, Card: no.Card, Refused: true}, nil
	}
	return org.Reply{}, err
}

// message is the command as a message that was said: with its words and files,
// or those of the message that it was used on.
func (o *order) message(words string) org.Message {
	return org.Message{Channel: o.Channel, Origin: o.Origin + org.SaidMark, Author: o.Author, Text: words, Attachments: o.Attachments}
}

// which finds the project that a command means: the one it names, or the only
// one that is open. With several it asks.
func (d *Handler) which(ctx context.Context, o *order, open bool) (org.ProjectName, error) {
	name := syntax.TrimName(o.Args[noun.OptionProject])
	if name == "" {
		here, err := d.here(ctx, o)
		if err != nil {
			return org.ProjectName{}, err
		}
		if name = string(here); name == "" {
			return d.only(ctx, o, open)
		}
	}
	found, err := d.Store.ProjectsNamed(ctx, name, 26)
	if err != nil {
		return org.ProjectName{}, err
	}
	for _, p := range found {
		if strings.EqualFold(string(p.ID), name) || len(found) == 1 {
			return p, nil
		}
	}
	var begin []org.ProjectName
	for _, p := range found {
		if strings.EqualFold(p.Title, name) {
			return p, nil
		}
		if !syntax.IsProjectID(name) && len(p.Title) >= len(name) && strings.EqualFold(p.Title[:len(name)], name) {
			begin = append(begin, p)
		}
	}
	if len(begin) == 1 {
		return begin[0], nil
	}
	if len(found) > 1 && !syntax.IsProjectID(name) {
		return org.ProjectName{}, askWhich(o, found, name, false)
	}
	return org.ProjectName{}, d.noProject(ctx, o, name)
}

// only is the project that a command means that names none. One that was
// carried out before means the project that it was carried out on: that may have
// ended by it.
func (d *Handler) only(ctx context.Context, o *order, open bool) (org.ProjectName, error) {
	did, err := d.did(ctx, o, "", o.of.Leaves)
	if err != nil {
		return org.ProjectName{}, err
	}
	if len(did) > 0 {
		found, err := d.Store.ProjectsNamed(ctx, string(did[0].Project), 1)
		if err != nil {
			return org.ProjectName{}, err
		}
		if len(found) > 0 {
			return found[0], nil
		}
	}
	found, err := d.Store.ProjectsNamed(ctx, "", 25)
	if err != nil {
		return org.ProjectName{}, err
	}
	going := found[:0:0]
	for _, p := range found {
		if !p.State.Ended() {
			going = append(going, p)
		}
	}
	if len(going) == 0 && open {
		r, _, err := d.Store.Board(ctx, d.Now(), reports.BoardQuery{})
		if err != nil {
			return org.ProjectName{}, err
		}
		if r.Unanswered > 0 {
			return org.ProjectName{}, refuse(messages.ProjectNoneRead(r.Unanswered, o.Name))
		}
	}
	switch {
	case len(going) == 1:
		return going[0], nil
	case len(going) > 1:
		return org.ProjectName{}, askWhich(o, going, "", false)
	case len(found) == 0:
		return org.ProjectName{}, refuse(messages.ProjectNone())
	case open:
		return org.ProjectName{}, refuse(messages.ProjectNoneOpen())
	case len(found) == 1:
		return found[0], nil
	}
	return org.ProjectName{}, askWhich(o, found, "", true)
}

// here is the project in whose thread an order was given; empty elsewhere.
func (d *Handler) here(ctx context.Context, o *order) (org.ProjectID, error) {
	if !o.Channel.Threaded() {
		return "", nil
	}
	id, err := d.Store.ProjectOfThread(ctx, o.Channel)
	if isNotFound(err) {
		return "", nil
	}
	return id, err
}

// did lists what an order has done already that is carried out again because
// the process died before it could answer: the journal's lines of a kind, of one
// project or, when it is empty, of all. What others did meanwhile is among them.
func (d *Handler) did(ctx context.Context, o *order, p org.ProjectID, kind org.EventKind) ([]org.Event, error) {
	if o.since.IsZero() || kind == "" {
		return nil, nil
	}
	all, err := d.Log.DoneSince(ctx, o.since, kind)
	return slices.DeleteFunc(all, func(e org.Event) bool { return p != "" && e.Project != p }), err
}
