package discordtest

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
)

// Discord's message types.
const (
	messageReply   = 19
	messageCommand = 20
	messageStarter = 21
	messageContext = 23
)

// channel returns the channel of a call when the bot may see it.
func (c *call) channel() (*channel, *apiError) {
	k := c.s.channels[c.vars["channel_id"]]
	if k == nil {
		return nil, unknown("Channel", 10003)
	}
	if c.s.unseen(k) {
		return nil, forbidden(50001, "Missing Access")
	}
	return k, nil
}

func (s *Server) unseen(k *channel) bool {
	if g := s.guilds[k.guild]; g != nil && g.gone || k.access == AccessNone {
		return true
	}
	p := s.channels[k.parent]
	return p != nil && p.access == AccessNone
}

// message returns the message of a call.
func (c *call) message() (*channel, *message, *apiError) {
	k, fail := c.channel()
	if fail != nil {
		return nil, nil, fail
	}
	m := c.s.messages[c.vars["message_id"]]
	if m == nil || m.deleted || m.channel != k.id || m.flags&flagEphemeral != 0 {
		return k, nil, unknown("Message", 10008)
	}
	return k, m, nil
}

// writable reports why the bot may not write into a channel, and brings an
// archived thread back when it may.
func (c *call) writable(k *channel) *apiError {
	p := c.s.channels[k.parent]
	switch {
	case k.access == AccessRead || p != nil && p.access == AccessRead:
		return forbidden(50013, "Missing Permissions")
	case k.kind == typeDM && c.s.users[k.with].shut:
		return forbidden(50007, "Cannot send messages to this user")
	case k.kind == typeForum:
		return refused(50008, "Cannot send messages in a non-text channel")
	case k.archived && k.locked:
		return refused(50083, "Thread is archived")
	}
	return nil
}

func getMessages(c *call) (int, any, *apiError) {
	k, fail := c.channel()
	if fail != nil {
		return 0, nil, fail
	}
	limit := 50
	if v := c.query.Get("limit"); v != "" {
		n, err := strconv.Atoi(v)
		if err != nil || n < 1 || n > 100 {
			return 0, nil, invalid("limit", "NUMBER_TYPE_MAX", "int value should be between 1 and 100.")
		}
		limit = n
	}
	seen := make([]*message, 0, len(k.messages))
	for _, m := range k.messages {
		if m.flags&flagEphemeral == 0 {
			seen = append(seen, m)
		}
	}
	from := func(id string) int {
		i, _ := slices.BinarySearchFunc(seen, number(id), func(m *message, n uint64) int {
			return map[bool]int{true: -1, false: 1}[m.num < n]
		})
		return i
	}
	switch {
	case c.query.Get("after") != "":
		seen = seen[from(strconv.FormatUint(number(c.query.Get("after"))+1, 10)):]
		seen = seen[:min(limit, len(seen))]
	case c.query.Get("around") != "":
		i := from(c.query.Get("around"))
		seen = seen[max(0, i-limit/2):min(len(seen), i+(limit+1)/2)]
	case c.query.Get("before") != "":
		seen = seen[:from(c.query.Get("before"))]
	}
	seen = seen[max(0, len(seen)-limit):]
	out := make([]any, 0, len(seen))
	for _, m := range slices.Backward(seen) {
		out = append(out, c.s.messageWire(m))
	}
	return http.StatusOK, out, nil
}

func getMessage(c *call) (int, any, *apiError) {
	_, m, fail := c.message()
	if fail != nil {
		return 0, nil, fail
	}
	return http.StatusOK, c.s.messageWire(m), nil
}

func postMessage(c *call) (int, any, *apiError) {
	k, fail := c.channel()
	if fail == nil {
		fail = c.writable(k)
	}
	if fail != nil {
		return 0, nil, fail
	}
	d, fail := c.compose(c.body, k.id)
	if fail != nil {
		return 0, nil, fail
	}
	if d.empty() {
		return 0, nil, refused(50006, "Cannot send an empty message")
	}
	if old := c.same(k); old != nil {
		return http.StatusOK, c.s.messageWire(old), nil
	}
	if fail := c.moderated(k, textOf(c.body, "content")); fail != nil {
		return 0, nil, fail
	}
	m := c.s.newMessage(k, c.s.bot.id)
	if ref := mapOf(c.body, "message_reference"); ref != nil {
		id := textOf(ref, "message_id")
		to := c.s.messages[id]
		if gone := to == nil || to.deleted || to.channel != k.id; gone && (ref["fail_if_not_exists"] == nil || boolOf(ref, "fail_if_not_exists")) {
			return 0, nil, invalid("message_reference", "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
		} else if !gone {
			m.kind, m.reply = messageReply, id
		}
	}
	c.s.fill(m, d, false)
	if v := c.body["nonce"]; v != nil {
		m.nonce = v
		c.s.nonces[nonceKey(k, v)] = m
	}
	c.s.publish(k, m, d.body)
	return http.StatusOK, c.s.messageWire(m), nil
}

func nonceKey(k *channel, nonce any) string { return fmt.Sprintf("%s %v", k.id, nonce) }

// same returns the message that this call posted already, by its nonce.
func (c *call) same(k *channel) *message {
	if !boolOf(c.body, "enforce_nonce") || c.body["nonce"] == nil {
		return nil
	}
	m := c.s.nonces[nonceKey(k, c.body["nonce"])]
	if m == nil || m.deleted || c.s.now().Sub(m.at) > nonceWindow {
		return nil
	}
	return m
}

// newMessage makes a message that nobody sees yet.
func (s *Server) newMessage(k *channel, author string) *message {
	id := s.snowflake()
	return &message{id: id, num: number(id), channel: k.id, author: author, at: s.now()}
}

// fill puts a draft into a message. people says that nobody but people is
// named when allowed_mentions was left out.
func (s *Server) fill(m *message, d *draft, people bool) {
	if d.content != nil {
		m.content = *d.content
	} else if v, given := d.body["content"]; given && v == nil {
		m.content = ""
	}
	if v, given := d.body["embeds"]; given && v != nil {
		m.embeds = listOf(d.body, "embeds")
	}
	if v, given := d.body["components"]; given && v != nil {
		m.components = listOf(d.body, "components")
	}
	if v := d.body["flags"]; v != nil {
		const settable = flagSuppressEmbeds | flagEphemeral | flagSilent | flagV2
		m.flags = m.flags&^settable | numOf(d.body, "flags")&settable | m.flags&(flagEphemeral|flagV2|flagSilent)
	}
	if d.listed {
		m.files = slices.DeleteFunc(m.files, func(a *attachment) bool { return !slices.Contains(d.kept, a.id) })
	}
	m.files = append(m.files, d.files...)
	may := mapOf(d.body, "allowed_mentions")
	m.mentions, m.roles, m.everyone = s.mentioned(m.content, may, may != nil, people)
	if to := s.messages[m.reply]; to != nil && (may == nil || boolOf(may, "replied_user")) && !slices.Contains(m.mentions, to.author) {
		m.mentions = append(m.mentions, to.author)
	}
}

// publish puts a message into its channel and tells everybody.
func (s *Server) publish(k *channel, m *message, body map[string]any) {
	s.messages[m.id] = m
	if k.archived {
		k.archived = false
		s.emitIn(k, "THREAD_UPDATE", intentGuilds, s.channelWire(k))
	}
	if m.flags&flagEphemeral == 0 {
		k.messages = append(k.messages, m)
		k.last = m.id
		k.sent++
		if k.isThread() && !slices.Contains(k.members, m.author) {
			k.members = append(k.members, m.author)
		}
	}
	s.record(s.effect(KindMessage, m, body))
	if m.flags&flagEphemeral == 0 {
		s.emitMessage("MESSAGE_CREATE", k, m)
	}
}

func (s *Server) effect(kind Kind, m *message, body map[string]any) Effect {
	e := Effect{
		Kind: kind, Channel: m.channel, Message: m.id, Author: m.author, Content: m.content, Embeds: raw(m.embeds),
		Components: raw(m.components), Flags: m.flags, Edit: m.edits, Reply: m.reply, Private: m.flags&flagEphemeral != 0,
		Unfurl: unfurled(m.content), Pings: slices.Concat(m.mentions, m.roles), Body: raw(body),
	}
	if m.everyone {
		e.Pings = append(e.Pings, "everyone")
	}
	if v := mapOf(body, "allowed_mentions"); v != nil {
		e.Allowed = raw(v)
	}
	if m.nonce != nil {
		e.Nonce = fmt.Sprint(m.nonce)
	}
	if m.inter != nil {
		e.Interaction = m.inter.id
	}
	for _, f := range m.files {
		e.Files = append(e.Files, f.File)
	}
	return e
}

func patchMessage(c *call) (int, any, *apiError) {
	k, m, fail := c.message()
	if fail != nil {
		return 0, nil, fail
	}
	if m.author != c.s.bot.id {
		return 0, nil, forbidden(50005, "Cannot edit a message authored by another user")
	}
	if k.archived {
		return 0, nil, refused(50083, "Thread is archived")
	}
	if c.s.now().Sub(m.at) > editAge {
		if m.oldEdits >= c.s.o.OldEdits {
			return 0, nil, &apiError{http.StatusTooManyRequests, 30046, "Maximum number of edits to messages older than 1 hour reached. Try again later", nil}
		}
		m.oldEdits++
	}
	return c.edit(k, m, c.body)
}

// edit changes a message of the bot, whichever way it was reached.
func (c *call) edit(k *channel, m *message, body map[string]any) (int, any, *apiError) {
	d, fail := c.compose(body, k.id)
	if fail != nil {
		return 0, nil, fail
	}
	if fail := c.moderated(k, textOf(body, "content")); fail != nil && m.flags&flagEphemeral == 0 {
		return 0, nil, fail
	}
	after := *m
	c.s.fill(&after, d, m.inter != nil)
	if after.content == "" && len(after.embeds)+len(after.components)+len(after.files) == 0 {
		return 0, nil, refused(50006, "Cannot send an empty message")
	}
	kind := KindMessage // a deferred answer is said now
	if m.flags&flagLoading == 0 {
		kind = KindEdit
		after.edits++
		after.edited = c.s.now()
	}
	after.flags &^= flagLoading
	*m = after
	c.s.record(c.s.effect(kind, m, body))
	if m.flags&flagEphemeral == 0 {
		c.s.emitMessage("MESSAGE_UPDATE", k, m)
	}
	return http.StatusOK, c.s.messageWire(m), nil
}

func deleteMessage(c *call) (int, any, *apiError) {
	k, m, fail := c.message()
	if fail != nil {
		return 0, nil, fail
	}
	if m.author != c.s.bot.id {
		return 0, nil, forbidden(50013, "Missing Permissions")
	}
	if k.archived {
		return 0, nil, refused(50083, "Thread is archived")
	}
	c.s.drop(k, m, c.s.bot.id)
	return http.StatusNoContent, nil, nil
}

// drop deletes a message.
func (s *Server) drop(k *channel, m *message, by string) {
	m.deleted = true
	k.messages = slices.DeleteFunc(k.messages, func(o *message) bool { return o == m })
	delete(s.messages, m.id)
	s.record(Effect{Kind: KindDelete, Channel: k.id, Message: m.id, Author: by})
	wire := map[string]any{"id": m.id, "channel_id": k.id}
	if k.guild != "" {
		wire["guild_id"] = k.guild
	}
	s.emitIn(k, "MESSAGE_DELETE", messageIntent(k), wire)
}

func putReaction(c *call) (int, any, *apiError) {
	k, m, fail := c.message()
	if fail == nil {
		fail = c.reactable(k)
	}
	if fail != nil {
		return 0, nil, fail
	}
	if e := c.vars["emoji_name"]; !isEmoji(e) {
		return 0, nil, refused(10014, "Unknown Emoji")
	}
	c.s.react(k, m, c.s.bot.id, c.vars["emoji_name"], true)
	return http.StatusNoContent, nil, nil
}

func deleteReaction(c *call) (int, any, *apiError) {
	k, m, fail := c.message()
	if fail == nil {
		fail = c.reactable(k)
	}
	if fail != nil {
		return 0, nil, fail
	}
	c.s.react(k, m, c.s.bot.id, c.vars["emoji_name"], false)
	return http.StatusNoContent, nil, nil
}

func (c *call) reactable(k *channel) *apiError {
	if k.archived {
		return refused(50083, "Thread is archived")
	}
	if k.access == AccessRead {
		return forbidden(50013, "Missing Permissions")
	}
	return nil
}

// isEmoji tells an emoji from a word or its name; a real one of the guild is
// name:id.
func isEmoji(e string) bool {
	for _, r := range e {
		if r < 0x80 && (r < '0' || r > '9') && r != '#' && r != '*' {
			return false
		}
	}
	return e != ""
}

// react adds or removes a reaction; a second time is nothing.
func (s *Server) react(k *channel, m *message, who, emoji string, add bool) {
	i := slices.IndexFunc(m.reactions, func(r reaction) bool { return r.emoji == emoji })
	if has := i >= 0 && slices.Contains(m.reactions[i].users, who); has == add {
		return
	}
	kind, event := KindReact, "MESSAGE_REACTION_ADD"
	switch {
	case !add:
		kind, event = KindUnreact, "MESSAGE_REACTION_REMOVE"
		r := &m.reactions[i]
		if r.users = slices.DeleteFunc(r.users, func(u string) bool { return u == who }); len(r.users) == 0 {
			m.reactions = slices.Delete(m.reactions, i, i+1)
		}
	case i < 0:
		m.reactions = append(m.reactions, reaction{emoji, []string{who}})
	default:
		m.reactions[i].users = append(m.reactions[i].users, who)
	}
	s.record(Effect{Kind: kind, Channel: k.id, Message: m.id, Author: who, Emoji: emoji})
	wire := map[string]any{
		"user_id": who, "channel_id": k.id, "message_id": m.id, "emoji": map[string]any{"id": nil, "name": emoji}, "burst": false, "type": 0,
	}
	if add {
		wire["message_author_id"] = m.author
	}
	intent := intentDMReactions
	if k.guild != "" {
		intent = intentReactions
		wire["guild_id"] = k.guild
		if add {
			member := s.memberWire()
			member["user"] = s.userWire(who)
			wire["member"] = member
		}
	}
	s.emitIn(k, event, intent, wire)
}

func getReactions(c *call) (int, any, *apiError) {
	_, m, fail := c.message()
	if fail != nil {
		return 0, nil, fail
	}
	out := []any{}
	for _, r := range m.reactions {
		if r.emoji != c.vars["emoji_name"] {
			continue
		}
		for _, id := range r.users {
			out = append(out, c.s.userWire(id))
		}
	}
	return http.StatusOK, out, nil
}
