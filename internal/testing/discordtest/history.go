package discordtest

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"time"
)

// Kind is what an effect did.
type Kind string

// The kinds of effects.
const (
	KindMessage    Kind = "message"    // a message was posted
	KindEdit       Kind = "edit"       // a message was changed
	KindDelete     Kind = "delete"     // a message was deleted
	KindReact      Kind = "react"      // a reaction was added
	KindUnreact    Kind = "unreact"    // a reaction was removed
	KindTyping     Kind = "typing"     // the bot showed that it types
	KindThread     Kind = "thread"     // a thread or forum post was made
	KindChannel    Kind = "channel"    // a channel or thread was changed
	KindPin        Kind = "pin"        // a message was pinned
	KindUnpin      Kind = "unpin"      // a message was unpinned
	KindDM         Kind = "dm"         // a direct channel was opened
	KindDefer      Kind = "defer"      // an interaction was acknowledged, its answer comes later
	KindModal      Kind = "modal"      // an interaction was answered with a form
	KindChoices    Kind = "choices"    // an autocompletion was answered
	KindCommands   Kind = "commands"   // commands were registered
	KindUse        Kind = "use"        // a person used a command, a button, a menu or a form
	KindUnanswered Kind = "unanswered" // an interaction got no response in time
)

// File is an attachment, with its bytes.
type File struct {
	Name string `json:"name"`
	// Type is the content type; empty lets the server choose by name, "-"
	// leaves it out.
	Type string `json:"type,omitempty"`
	Data []byte `json:"data"`
}

// Effect is something that really happened in this Discord. Effects never
// change and are never removed.
type Effect struct {
	N       int       `json:"n"` // position in the history, from 1
	Kind    Kind      `json:"kind"`
	Time    time.Time `json:"time"` // of the server's clock
	Channel string    `json:"channel,omitempty"`
	Message string    `json:"message,omitempty"`
	Author  string    `json:"author,omitempty"` // user id
	Bot     bool      `json:"bot,omitempty"`    // done by the bot under test
	Content string    `json:"content,omitempty"`
	// Embeds and Components are as sent; empty when there are none.
	Embeds     json.RawMessage `json:"embeds,omitempty"`
	Components json.RawMessage `json:"components,omitempty"`
	Files      []File          `json:"files,omitempty"`
	Emoji      string          `json:"emoji,omitempty"`
	// Allowed is allowed_mentions as sent; empty when it was left out.
	Allowed json.RawMessage `json:"allowed,omitempty"`
	// Pings lists who was notified by name: user ids, role ids, "everyone".
	Pings []string `json:"pings,omitempty"`
	Flags int      `json:"flags,omitempty"`
	Nonce string   `json:"nonce,omitempty"`
	// Edit counts the edits of the message so far.
	Edit int `json:"edit,omitempty"`
	// Interaction is the id of the interaction that this answers or is.
	Interaction string `json:"interaction,omitempty"`
	// Name is the name of a thread, channel, command or form.
	Name string `json:"name,omitempty"`
	// Reply is the id of the message that this one replies to.
	Reply string `json:"reply,omitempty"`
	// Private marks a message that only one person sees.
	Private bool `json:"private,omitempty"`
	// Unfurl lists the links that Discord would fetch for a preview.
	Unfurl []string `json:"unfurl,omitempty"`
	// Body is the request that caused it, as JSON.
	Body json.RawMessage `json:"body,omitempty"`
}

// Request is one call of the bot, applied or not.
type Request struct {
	N      int             `json:"n"`
	Time   time.Time       `json:"time"`
	Method string          `json:"method"`
	Route  string          `json:"route"` // as in the API description; empty when unknown
	Path   string          `json:"path"`
	Query  string          `json:"query,omitempty"`
	Body   json.RawMessage `json:"body,omitempty"` // JSON, or payload_json
	Files  int             `json:"files,omitempty"`
	Status int             `json:"status"` // 0 while it is under way, -1 when cut
	Fault  string          `json:"fault,omitempty"`
	Head   http.Header     `json:"-"`
}

// Op is one thing that happened on the gateway.
type Op struct {
	Time    time.Time `json:"time"`
	Session string    `json:"session,omitempty"`
	// Name is open, identify, ready, heartbeat, resume, resumed, refused,
	// invalid, reconnect, close or gone.
	Name string `json:"name"`
	Note string `json:"note,omitempty"`
}

// record appends an effect. The world's lock is held.
func (s *Server) record(e Effect) {
	e.N = len(s.history) + 1
	e.Time = s.now()
	e.Bot = e.Author == s.bot.id
	s.history = append(s.history, e)
	s.stir()
}

// stir wakes everybody who waits. The world's lock is held.
func (s *Server) stir() {
	close(s.changed)
	s.changed = make(chan struct{})
}

// History returns all effects so far.
func (s *Server) History() []Effect { return s.Since(0) }

// Since returns the effects after the first n.
func (s *Server) Since(n int) []Effect {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.history[min(max(n, 0), len(s.history)):])
}

// Requests returns all calls of the bot so far.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// Ops returns what happened on the gateway so far.
func (s *Server) Ops() []Op {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.ops)
}

// Wait returns the first effect after the first n that is wanted, as soon as
// it is there. Its error is ctx's, with the last effects in its text.
func (s *Server) Wait(ctx context.Context, n int, want func(Effect) bool) (Effect, error) {
	var found Effect
	err := s.until(ctx, func() bool {
		for ; n < len(s.history); n++ {
			if want(s.history[n]) {
				found = s.history[n]
				return true
			}
		}
		return false
	})
	return found, err
}

// WaitOp waits until the gateway saw the named operation so many times in all.
func (s *Server) WaitOp(ctx context.Context, name string, times int) error {
	return s.until(ctx, func() bool {
		n := 0
		for _, o := range s.ops {
			if o.Name == name {
				n++
			}
		}
		return n >= times
	})
}

// WaitRequest returns the first call that is wanted, counted from the n-th on.
// It sees a call once it was answered or cut.
func (s *Server) WaitRequest(ctx context.Context, n int, want func(Request) bool) (Request, error) {
	var found Request
	err := s.until(ctx, func() bool {
		for _, r := range s.requests[min(n, len(s.requests)):] {
			if r.Status != 0 && want(r) {
				found = r
				return true
			}
		}
		return false
	})
	return found, err
}

// until waits for a state of the world; reached is called under its lock.
func (s *Server) until(ctx context.Context, reached func() bool) error {
	for {
		s.mu.Lock()
		ok, changed := reached(), s.changed
		s.mu.Unlock()
		if ok {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return fmt.Errorf("wait for the fake Discord: %w; it has seen: %s", ctx.Err(), s.tail())
		}
	}
}

// tail tells the last effects, for the text of an error.
func (s *Server) tail() string {
	const last = 12
	var out string
	for _, e := range s.Since(len(s.History()) - last) {
		out += fmt.Sprintf("\n  %d %s %s by %s: %.120q %s%s", e.N, e.Kind, e.Channel, e.Author, e.Content, e.Emoji, e.Name)
	}
	return out
}

func (s *Server) op(session, name, note string) {
	s.ops = append(s.ops, Op{Time: s.now(), Session: session, Name: name, Note: note})
	s.stir()
}
