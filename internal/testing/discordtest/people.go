package discordtest

import (
	"fmt"
	"slices"
	"strings"
)

// Post is a message of a person, or of another bot or a webhook.
type Post struct {
	User    string `json:"user"`
	Channel string `json:"channel"`
	Text    string `json:"text"`
	Files   []File `json:"files"`
	Reply   string `json:"reply"`  // id of the message that it replies to
	Quiet   bool   `json:"quiet"`  // a reply without naming its author
	Kind    int    `json:"kind"`   // Discord's message type; 0 is a normal one
	Embeds  []any  `json:"embeds"` // as other bots send
	// Forward is the id of a message that this one forwards.
	Forward string `json:"forward"`
	// Poll is a question, then its answers; Votes are how many chose each.
	Poll  []string `json:"poll"`
	Votes []int    `json:"votes"`
	// Components are what a message of other bots is laid out of.
	Components []any `json:"components"`
	Flags      int   `json:"flags"`
}

// Say posts a message and returns its id. Saying something in a channel or as
// a user that is not there is a violation, and returns "".
func (s *Server) Say(user, channel, text string, files ...File) string {
	return s.Post(Post{User: user, Channel: channel, Text: text, Files: files})
}

// Post posts a message and returns its id, like Say.
func (s *Server) Post(p Post) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.post(p)
}

func (s *Server) post(p Post) string {
	k, u := s.channels[p.Channel], s.users[p.User]
	switch {
	case k == nil || u == nil:
		s.bad = append(s.bad, fmt.Sprintf("a test's mistake: user %q cannot say %.40q in %q", p.User, p.Text, p.Channel))
		return ""
	case k.kind == typeForum:
		s.bad = append(s.bad, "a test's mistake: nobody can write into a forum itself, see PostForum")
		return ""
	}
	m := s.newMessage(k, p.User)
	if parent := s.channels[k.parent]; parent != nil && parent.kind == typeForum && len(k.messages) == 0 {
		m.id, m.num = k.id, number(k.id) // the first message of a post has its id
	}
	m.kind, m.content, m.embeds, m.flags, m.poll, m.votes, m.components = p.Kind, p.Text, p.Embeds, p.Flags, p.Poll, p.Votes, p.Components
	if from := s.messages[p.Forward]; from != nil {
		m.forward = from.id
		m.snapshot = s.snapshotWire(from)
	}
	for _, f := range p.Files {
		a := &attachment{id: s.snowflake(), channel: k.id, File: f}
		s.files[a.id] = a
		m.files = append(m.files, a)
	}
	m.mentions, m.roles, m.everyone = s.mentioned(p.Text, nil, false, false)
	if to := s.messages[p.Reply]; to != nil {
		m.reply, m.kind = to.id, messageReply
		if !p.Quiet && !slices.Contains(m.mentions, to.author) {
			m.mentions = append(m.mentions, to.author)
		}
	}
	s.publish(k, m, nil)
	return m.id
}

// Edit changes what was said.
func (s *Server) Edit(message, text string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := s.messages[message]
	if m == nil {
		return fmt.Errorf("no message %s", message)
	}
	m.content, m.edited = text, s.now()
	m.edits++
	m.mentions, m.roles, m.everyone = s.mentioned(text, nil, false, false)
	s.record(s.effect(KindEdit, m, nil))
	s.emitMessage("MESSAGE_UPDATE", s.channels[m.channel], m)
	return nil
}

// Delete removes a message, as its author or a moderator does.
func (s *Server) Delete(message string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := s.messages[message]
	if m == nil {
		return fmt.Errorf("no message %s", message)
	}
	s.drop(s.channels[m.channel], m, m.author)
	return nil
}

// React adds a person's reaction.
func (s *Server) React(user, message, emoji string) error {
	return s.reactAs(user, message, emoji, true)
}

// Unreact takes a person's reaction away.
func (s *Server) Unreact(user, message, emoji string) error {
	return s.reactAs(user, message, emoji, false)
}

func (s *Server) reactAs(user, message, emoji string, add bool) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := s.messages[message]
	if m == nil || s.users[user] == nil {
		return fmt.Errorf("no message %s or user %s", message, user)
	}
	s.react(s.channels[m.channel], m, user, emoji, add)
	return nil
}

// Thread opens a thread on a message, as a person does, and returns its id.
func (s *Server) Thread(user, message, name string) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := s.messages[message]
	if m == nil || m.thread != "" {
		return "", fmt.Errorf("no message %s, or it has a thread", message)
	}
	p := s.channels[m.channel]
	k := &channel{
		id: m.id, guild: p.guild, parent: p.id, kind: typeThread, name: name, owner: user, made: s.now(),
		autoArchive: 4320, members: []string{user},
	}
	m.thread = k.id
	s.openThread(k, m.id)
	return k.id, nil
}

// PostForum opens a forum post with a first message, as a person does, and
// returns its id, which is the first message's too.
func (s *Server) PostForum(p Post, name string) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	forum := s.channels[p.Channel]
	if forum == nil || forum.kind != typeForum || s.users[p.User] == nil {
		return "", fmt.Errorf("no forum %s or no user %s", p.Channel, p.User)
	}
	k := &channel{
		id: s.snowflake(), guild: forum.guild, parent: forum.id, kind: typeThread, name: name, owner: p.User, made: s.now(),
		autoArchive: 4320, members: []string{p.User},
	}
	s.openThread(k, "")
	forum.last = k.id
	p.Channel = k.id
	return s.post(p), nil
}

// See is a message as a person sees it now.
type See struct {
	ID         string `json:"id"`
	Author     string `json:"author"`
	Text       string `json:"text"`
	Components []any  `json:"components"`
	Edits      int    `json:"edits"`
}

// Read returns the messages of a channel as a person sees them now, oldest
// first, without those that are for one person only.
func (s *Server) Read(channel string) []See {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []See
	if k := s.channels[channel]; k != nil {
		for _, m := range k.messages {
			if m.flags&flagEphemeral == 0 {
				out = append(out, See{m.id, m.author, m.content, m.components, m.edits})
			}
		}
	}
	return out
}

// Threads returns the ids of a channel's threads or a forum's posts, oldest first.
func (s *Server) Threads(parent string) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []string
	if p := s.channels[parent]; p != nil {
		for _, k := range s.inGuild(p.guild) {
			if k.parent == parent {
				out = append(out, k.id)
			}
		}
	}
	return out
}

// WithButton returns the newest message that has a button or menu with this
// label (or placeholder, or custom id) that can be pressed.
func (s *Server) WithButton(label string) (message, customID string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	best := uint64(0)
	for _, m := range s.messages {
		if m.num <= best || m.author != s.bot.id {
			continue
		}
		walkComponents(m.components, func(b map[string]any) {
			id := textOf(b, "custom_id")
			if id == "" || boolOf(b, "disabled") {
				return
			}
			if label == id || strings.EqualFold(label, textOf(b, "label")) || strings.EqualFold(label, textOf(b, "placeholder")) {
				best, message, customID = m.num, m.id, id
			}
		})
	}
	if message == "" {
		return "", "", fmt.Errorf("no message has a button %q", label)
	}
	return message, customID, nil
}
