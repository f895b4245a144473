package discord

import "slices"

type kind string

// The kinds of events that pass the gate.
const (
	kindMessage     kind = "message"
	kindEdit        kind = "edit"
	kindDelete      kind = "delete"
	kindInteraction kind = "interaction"
	kindThread      kind = "thread"
)

// Types of messages that people write; all others are the server's own notes.
const (
	typeDefault = 0
	typeReply   = 19
)

// Rules say whom the session listens to and where. Ids are Discord's numbers.
type Rules struct {
	// Founders may say things; nobody else is heard.
	Founders []string
	// Guild is the only server that is heard, beside direct messages; empty
	// means any server.
	Guild string
	// Channels are heard without a mention, and so are their threads; empty
	// means all. In other channels a mention or a reply to us is needed.
	Channels []string
	// Own are the host names of Frasier's dashboard. Links to it are shown;
	// without a code nobody gets past its first page.
	Own []string
}

// event is one thing that came in, as far as the gate needs it.
type event struct {
	kind    kind
	author  string
	bot     bool // the author is a program
	webhook bool
	typ     int    // of a message
	guild   string // empty for a direct message
}

// isAdmitted is the only gate: what it refuses leaves no trace and gets no answer.
// It is pure, and everything that comes in passes it: live events, what is
// fetched after a gap, and interactions.
func (r Rules) isAdmitted(self string, e event) bool {
	switch e.kind {
	case kindMessage, kindEdit:
		if e.typ != typeDefault && e.typ != typeReply {
			return false
		}
	case kindDelete, kindInteraction, kindThread:
	default:
		return false
	}
	if e.author == "" || e.author == self || e.bot || e.webhook || !slices.Contains(r.Founders, e.author) {
		return false
	}
	return e.guild == "" || r.Guild == "" || e.guild == r.Guild
}

// What Discord told of a channel.
type place struct {
	ID     string
	Guild  string // empty for a direct channel
	Parent string // the channel of a thread, the category of a channel
	Name   string
	Type   int
	Last   string // id of the newest message, as far as it is known
	Silent bool   // it is known that nothing was ever said there
	// Overwrites say who may do what there; empty for a thread.
	Overwrites []overwrite
	// Tags are those that a forum has, Applied those of a post by id. Tagged
	// says that a forum takes no post without one.
	Tags    []label
	Applied []string
	Tagged  bool
}

// Types of channels.
const (
	channelText         = 0
	channelDirect       = 1
	channelNews         = 5
	channelNewsThread   = 10
	channelPublicThread = 11
	channelPrivThread   = 12
	channelForum        = 15
)

// isThread reports whether the channel is a thread or a forum's post.
func (p place) isThread() bool {
	return p.Type == channelNewsThread || p.Type == channelPublicThread || p.Type == channelPrivThread
}

// isTextChannel reports whether people can write there.
func (p place) isTextChannel() bool {
	return p.isThread() || p.Type == channelText || p.Type == channelDirect || p.Type == channelNews
}

// The ways in which a message may speak to somebody.
type address struct {
	us     bool // mentions us or replies to us
	others bool // mentions or replies to somebody else
	ours   bool // stands in a project's thread
}

// isAddressed reports whether an admitted message is addressed to us. It is pure.
func (r Rules) isAddressed(p place, a address) bool {
	if a.us || a.ours || p.Guild == "" {
		return true
	}
	if len(r.Channels) == 0 {
		return !a.others
	}
	return slices.Contains(r.Channels, p.ID) || p.isThread() && slices.Contains(r.Channels, p.Parent)
}
