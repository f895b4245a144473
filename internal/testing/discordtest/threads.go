package discordtest

import (
	"net/http"
	"slices"
	"time"
)

func getChannel(c *call) (int, any, *apiError) {
	k, fail := c.channel()
	if fail != nil {
		return 0, nil, fail
	}
	return http.StatusOK, c.s.channelWire(k), nil
}

// patchChannel renames, archives, locks and tags.
func patchChannel(c *call) (int, any, *apiError) {
	k, fail := c.channel()
	if fail != nil {
		return 0, nil, fail
	}
	_, opens := c.body["archived"].(bool)
	switch {
	case k.access == AccessRead:
		return 0, nil, forbidden(50013, "Missing Permissions")
	case k.kind == typeDM:
		return 0, nil, forbidden(50024, "Cannot execute action on this channel type")
	case k.archived && (!opens || boolOf(c.body, "archived")):
		return 0, nil, refused(50083, "Thread is archived")
	}
	if v, ok := c.body["name"].(string); ok {
		k.name = v
	}
	if v, ok := c.body["topic"].(string); ok {
		k.topic = v
	}
	if v, ok := c.body["locked"].(bool); ok {
		k.locked = v
	}
	if v, ok := c.body["archived"].(bool); ok {
		k.archived, k.archivedAt = v, c.s.now()
	}
	if n := c.num("auto_archive_duration"); n > 0 {
		k.autoArchive = n
	}
	if tags, ok := c.body["applied_tags"].([]any); ok {
		if k.applied, fail = c.s.tagged(k.parent, tags); fail != nil {
			return 0, nil, fail
		}
	}
	c.s.record(Effect{Kind: KindChannel, Channel: k.id, Author: c.s.bot.id, Name: k.name, Body: c.raw})
	event := "CHANNEL_UPDATE"
	if k.isThread() {
		event = "THREAD_UPDATE"
	}
	c.s.emitIn(k, event, intentGuilds, c.s.channelWire(k))
	return http.StatusOK, c.s.channelWire(k), nil
}

func (s *Server) tagged(forum string, tags []any) ([]string, *apiError) {
	out := []string{}
	for _, t := range tags {
		id, ok := t.(string)
		p := s.channels[forum]
		if !ok || p == nil || !slices.ContainsFunc(p.tags, func(t tag) bool { return t.id == id }) {
			return nil, unknown("Tag", 10087)
		}
		out = append(out, id)
	}
	return out, nil
}

func deleteChannel(c *call) (int, any, *apiError) {
	k, fail := c.channel()
	if fail != nil {
		return 0, nil, fail
	}
	if k.owner != c.s.bot.id {
		return 0, nil, forbidden(50013, "Missing Permissions")
	}
	wire := c.s.channelWire(k)
	c.s.dropChannel(k)
	return http.StatusOK, wire, nil
}

func postTyping(c *call) (int, any, *apiError) {
	k, fail := c.channel()
	if fail == nil {
		fail = c.writable(k)
	}
	if fail != nil {
		return 0, nil, fail
	}
	c.s.record(Effect{Kind: KindTyping, Channel: k.id, Author: c.s.bot.id})
	return http.StatusNoContent, nil, nil
}

// How many threads of a guild can be open; Discord's is 1000.
const maxThreads = 1000

func (c *call) newThread(parent *channel, id string) (*channel, *apiError) {
	open := 0
	for _, k := range c.s.inGuild(parent.guild) {
		if k.isThread() && !k.archived {
			open++
		}
	}
	switch {
	case open >= maxThreads:
		return nil, refused(160006, "Maximum number of active threads reached")
	case parent.access == AccessRead:
		return nil, forbidden(50013, "Missing Permissions")
	case parent.kind != typeText && parent.kind != typeForum:
		return nil, refused(50024, "Cannot execute action on this channel type")
	case c.s.blocks(parent, c.text("name")):
		return nil, refused(200001, "Title was blocked by automatic moderation")
	}
	k := &channel{
		id: id, guild: parent.guild, parent: parent.id, kind: typeThread, name: c.text("name"), owner: c.s.bot.id,
		made: c.s.now(), autoArchive: c.num("auto_archive_duration"), members: []string{c.s.bot.id},
	}
	if k.autoArchive == 0 {
		k.autoArchive = 4320
	}
	return k, nil
}

// openThread adds a thread and tells everybody.
func (s *Server) openThread(k *channel, from string) map[string]any {
	s.channels[k.id] = k
	s.record(Effect{Kind: KindThread, Channel: k.id, Author: k.owner, Name: k.name, Message: from})
	wire := s.channelWire(k)
	wire["newly_created"] = true
	s.emitIn(k, "THREAD_CREATE", intentGuilds, wire)
	return s.channelWire(k)
}

func postThreadFrom(c *call) (int, any, *apiError) {
	parent, m, fail := c.message()
	if fail != nil {
		return 0, nil, fail
	}
	if m.thread != "" {
		return 0, nil, refused(160004, "A thread has already been created for this message")
	}
	k, fail := c.newThread(parent, m.id)
	if fail != nil {
		return 0, nil, fail
	}
	m.thread = k.id
	out := c.s.openThread(k, m.id)
	start := c.s.newMessage(k, m.author)
	start.kind, start.reply = messageStarter, m.id
	c.s.messages[start.id] = start
	c.s.emitMessage("MESSAGE_UPDATE", parent, m)
	return http.StatusCreated, out, nil
}

func postThread(c *call) (int, any, *apiError) {
	parent, fail := c.channel()
	if fail != nil {
		return 0, nil, fail
	}
	k, fail := c.newThread(parent, c.s.snowflake())
	if fail != nil {
		return 0, nil, fail
	}
	body := mapOf(c.body, "message")
	if parent.kind != typeForum {
		if body != nil {
			return 0, nil, invalid("message", "UNKNOWN_FIELD", "only a forum takes a message")
		}
		if t := c.num("type"); c.body["type"] != nil && t != typeThread {
			return 0, nil, refused(50024, "only public threads here")
		}
		return http.StatusCreated, c.s.openThread(k, ""), nil
	}
	if body == nil {
		return 0, nil, invalid("message", "BASE_TYPE_REQUIRED", "This field is required")
	}
	if tags := listOf(c.body, "applied_tags"); len(tags) > 0 {
		if k.applied, fail = c.s.tagged(parent.id, tags); fail != nil {
			return 0, nil, fail
		}
	}
	d, fail := c.compose(body, k.id)
	if fail != nil {
		return 0, nil, fail
	}
	if d.empty() {
		return 0, nil, refused(50006, "Cannot send an empty message")
	}
	if fail := c.moderated(k, textOf(body, "content")); fail != nil {
		return 0, nil, fail
	}
	c.s.openThread(k, k.id)
	m := c.s.newMessage(k, c.s.bot.id)
	m.id, m.num = k.id, number(k.id) // the first message of a post has its id
	c.s.fill(m, d, false)
	c.s.publish(k, m, body)
	parent.last = k.id
	out := c.s.channelWire(k)
	return http.StatusCreated, out, nil
}

func (s *Server) threadsWire(list []*channel) map[string]any {
	threads, members := []any{}, []any{}
	for _, k := range list {
		threads = append(threads, s.channelWire(k))
		if slices.Contains(k.members, s.bot.id) {
			members = append(members, s.threadMember(k, s.bot.id))
		}
	}
	return map[string]any{"threads": threads, "members": members, "has_more": false}
}

func getActiveThreads(c *call) (int, any, *apiError) {
	g, fail := c.guild()
	if fail != nil {
		return 0, nil, fail
	}
	list := slices.DeleteFunc(c.s.inGuild(g.id), func(k *channel) bool { return !k.isThread() || k.archived || c.s.unseen(k) })
	return http.StatusOK, c.s.threadsWire(list), nil
}

func getArchived(c *call) (int, any, *apiError) {
	p, fail := c.channel()
	if fail != nil {
		return 0, nil, fail
	}
	list := slices.DeleteFunc(c.s.inGuild(p.guild), func(k *channel) bool { return k.parent != p.id || !k.archived })
	slices.SortFunc(list, func(a, b *channel) int { return b.archivedAt.Compare(a.archivedAt) })
	return http.StatusOK, c.s.threadsWire(list), nil
}

func (c *call) thread() (*channel, *apiError) {
	k, fail := c.channel()
	if fail == nil && !k.isThread() {
		fail = refused(50024, "Cannot execute action on this channel type")
	}
	if fail == nil && k.archived && c.route.method != http.MethodGet {
		fail = refused(50083, "Thread is archived")
	}
	return k, fail
}

func getThreadMembers(c *call) (int, any, *apiError) {
	k, fail := c.thread()
	if fail != nil {
		return 0, nil, fail
	}
	out := []any{}
	for _, id := range k.members {
		out = append(out, c.s.threadMember(k, id))
	}
	return http.StatusOK, out, nil
}

func joinThread(c *call) (int, any, *apiError)  { return c.member(c.s.bot.id, true) }
func leaveThread(c *call) (int, any, *apiError) { return c.member(c.s.bot.id, false) }

func addThreadMember(c *call) (int, any, *apiError) { return c.member(c.vars["user_id"], true) }

func removeThreadMember(c *call) (int, any, *apiError) { return c.member(c.vars["user_id"], false) }

func (c *call) member(id string, in bool) (int, any, *apiError) {
	k, fail := c.thread()
	if fail != nil {
		return 0, nil, fail
	}
	if c.s.users[id] == nil {
		return 0, nil, unknown("User", 10013)
	}
	k.members = slices.DeleteFunc(k.members, func(m string) bool { return m == id })
	if in {
		k.members = append(k.members, id)
	}
	return http.StatusNoContent, nil, nil
}

func (s *Server) pinned(k *channel) []*message {
	var out []*message
	for _, m := range k.messages {
		if !m.pinned.IsZero() {
			out = append(out, m)
		}
	}
	slices.SortFunc(out, func(a, b *message) int { return b.pinned.Compare(a.pinned) })
	return out
}

func getPins(c *call) (int, any, *apiError) {
	k, fail := c.channel()
	if fail != nil {
		return 0, nil, fail
	}
	items := []any{}
	for _, m := range c.s.pinned(k) {
		items = append(items, map[string]any{"pinned_at": at(m.pinned), "message": c.s.messageWire(m)})
	}
	return http.StatusOK, map[string]any{"items": items, "has_more": false}, nil
}

func getPinsOld(c *call) (int, any, *apiError) {
	k, fail := c.channel()
	if fail != nil {
		return 0, nil, fail
	}
	out := []any{}
	for _, m := range c.s.pinned(k) {
		out = append(out, c.s.messageWire(m))
	}
	return http.StatusOK, out, nil
}

// How many messages a channel pins.
const maxPins = 250

func putPin(c *call) (int, any, *apiError) {
	k, m, fail := c.message()
	if fail == nil {
		fail = c.reactable(k)
	}
	if fail != nil {
		return 0, nil, fail
	}
	if len(c.s.pinned(k)) >= maxPins {
		return 0, nil, refused(30003, "Maximum number of pins reached for the channel (250)")
	}
	if m.pinned.IsZero() {
		m.pinned = c.s.now()
		c.s.record(Effect{Kind: KindPin, Channel: k.id, Message: m.id, Author: c.s.bot.id})
	}
	return http.StatusNoContent, nil, nil
}

func deletePin(c *call) (int, any, *apiError) {
	k, m, fail := c.message()
	if fail == nil {
		fail = c.reactable(k)
	}
	if fail != nil {
		return 0, nil, fail
	}
	if !m.pinned.IsZero() {
		m.pinned = time.Time{}
		c.s.record(Effect{Kind: KindUnpin, Channel: k.id, Message: m.id, Author: c.s.bot.id})
	}
	return http.StatusNoContent, nil, nil
}
