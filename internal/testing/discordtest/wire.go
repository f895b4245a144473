package discordtest

import (
	"maps"
	"slices"
	"strconv"
	"time"
)

const stamp = "2006-01-02T15:04:05.000000-07:00"

func at(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.Format(stamp)
}

func (s *Server) userWire(id string) map[string]any {
	u, ok := s.users[id]
	if !ok {
		u = &user{id: id, name: "deleted"}
	}
	var flags any = 0
	if s.shape.Half {
		flags = "0"
	}
	disc := "0"
	if u.bot {
		disc = "0000"
	}
	return map[string]any{
		"id": u.id, "username": u.name, "avatar": nil, "discriminator": disc, "public_flags": flags, "flags": 0,
		"global_name": nil, "primary_guild": nil, "bot": u.bot,
	}
}

func (s *Server) memberWire() map[string]any {
	return map[string]any{
		"avatar": nil, "banner": nil, "communication_disabled_until": nil, "flags": 0, "joined_at": at(s.now()), "nick": nil,
		"pending": false, "premium_since": nil, "roles": []any{}, "mute": false, "deaf": false,
	}
}

func (s *Server) channelWire(c *channel) map[string]any {
	out := map[string]any{"id": c.id, "type": c.kind, "flags": 0, "last_message_id": nil}
	if c.last != "" {
		out["last_message_id"] = c.last
	}
	if c.kind == typeDM {
		out["recipients"] = []any{s.userWire(c.with)}
		return out
	}
	out["guild_id"], out["name"] = c.guild, c.name
	out["parent_id"] = nil
	if c.parent != "" {
		out["parent_id"] = c.parent
	}
	if !c.isThread() {
		out["position"], out["topic"], out["nsfw"], out["permission_overwrites"] = 0, c.topic, false, s.overwrites(c)
		out["rate_limit_per_user"] = 0
		if c.kind == typeForum {
			tags := []any{}
			for _, t := range c.tags {
				tags = append(tags, map[string]any{"id": t.id, "name": t.name, "moderated": false, "emoji_id": nil, "emoji_name": nil})
			}
			out["available_tags"], out["default_reaction_emoji"], out["default_sort_order"] = tags, nil, nil
			out["default_forum_layout"] = 0
		}
		return out
	}
	since := c.archivedAt
	if since.IsZero() {
		since = c.made
	}
	out["owner_id"] = c.owner
	out["thread_metadata"] = map[string]any{
		"archived": c.archived, "archive_timestamp": at(since), "auto_archive_duration": c.autoArchive,
		"locked": c.locked, "create_timestamp": at(c.made),
	}
	out["message_count"], out["member_count"], out["total_message_sent"] = len(c.messages), len(c.members), c.sent
	out["rate_limit_per_user"] = 0
	if p, ok := s.channels[c.parent]; ok && p.kind == typeForum {
		out["applied_tags"] = append([]string{}, c.applied...)
	}
	return out
}

func (s *Server) threadMember(c *channel, id string) map[string]any {
	return map[string]any{"id": c.id, "user_id": id, "join_timestamp": at(c.made), "flags": 0}
}

// guildEvent is the guild as GUILD_CREATE tells it.
func (s *Server) guildEvent(g *guild) map[string]any {
	out := s.guildWire(g)
	members, channels, threads := []any{}, []any{}, []any{}
	for _, id := range g.members {
		m := s.memberWire()
		m["user"] = s.userWire(id)
		if id == s.bot.id {
			m["roles"] = []any{g.role}
		}
		members = append(members, m)
	}
	for _, c := range s.inGuild(g.id) {
		if c.access == AccessNone {
			continue
		}
		switch w := s.channelWire(c); {
		case !c.isThread():
			channels = append(channels, w)
		case !c.archived:
			threads = append(threads, w)
		}
	}
	out["members"], out["channels"], out["threads"] = members, channels, threads
	out["joined_at"], out["large"], out["unavailable"], out["member_count"] = at(s.now()), false, false, len(members)
	out["voice_states"], out["presences"], out["stage_instances"], out["guild_scheduled_events"] = []any{}, []any{}, []any{}, []any{}
	return out
}

// inGuild lists a guild's channels and threads, oldest first.
func (s *Server) inGuild(id string) []*channel {
	var out []*channel
	for _, c := range s.channels {
		if c.guild == id {
			out = append(out, c)
		}
	}
	slices.SortFunc(out, func(a, b *channel) int {
		if number(a.id) < number(b.id) {
			return -1
		}
		return 1
	})
	return out
}

func (s *Server) guildWire(g *guild) map[string]any {
	everyone := map[string]any{
		"id": g.id, "name": "@everyone", "permissions": strconv.Itoa(allowed), "position": 0, "color": 0,
		"colors": map[string]any{"primary_color": 0, "secondary_color": nil, "tertiary_color": nil},
		"hoist":  false, "managed": false, "mentionable": false, "icon": nil, "unicode_emoji": nil, "flags": 0,
	}
	own := maps.Clone(everyone)
	own["id"], own["name"], own["position"], own["managed"] = g.role, s.bot.name, 1, true
	own["tags"] = map[string]any{"bot_id": s.bot.id}
	return map[string]any{
		"id": g.id, "name": g.name, "icon": nil, "description": nil, "home_header": nil, "splash": nil, "discovery_splash": nil,
		"features": []any{}, "banner": nil, "owner_id": g.owner, "application_id": nil, "region": "us-west", "afk_channel_id": nil,
		"afk_timeout": 300, "system_channel_id": nil, "system_channel_flags": 0, "widget_enabled": false, "widget_channel_id": nil,
		"verification_level": 0, "roles": []any{everyone, own}, "default_message_notifications": 0, "mfa_level": 0,
		"explicit_content_filter": 0, "max_presences": nil, "max_members": 500000, "max_stage_video_channel_users": 50,
		"max_video_channel_users": 25, "vanity_url_code": nil, "premium_tier": 0, "premium_subscription_count": 0,
		"preferred_locale": "en-US", "rules_channel_id": nil, "safety_alerts_channel_id": nil, "public_updates_channel_id": nil,
		"premium_progress_bar_enabled": false, "nsfw": false, "nsfw_level": 0, "emojis": []any{}, "stickers": []any{}, "incidents_data": nil,
	}
}

// What everybody, the bot too, may do in a guild.
const allowed = permView | permSend | 1<<6 | 1<<14 | 1<<15 | 1<<16 | 1<<31 | 1<<34 | 1<<35 | 1<<38 | 1<<51

// Bits of Discord's permissions.
const (
	permView = 1 << 10
	permSend = 1 << 11
)

// What the bot may do in a channel, as Discord writes it.
func permitted(c *channel) string { return strconv.Itoa(allowed &^ denied(c)) }

func denied(c *channel) int {
	switch c.access {
	case AccessNone:
		return permView
	case AccessRead:
		return permSend | 1<<38
	case AccessAll:
	}
	return 0
}

func (s *Server) overwrites(c *channel) []any {
	list := []any{}
	add := func(id string, kind, allow, deny int) {
		list = append(list, map[string]any{"id": id, "type": kind, "allow": strconv.Itoa(allow), "deny": strconv.Itoa(deny)})
	}
	if c.admitted != nil {
		add(c.guild, 0, 0, permView)
		for _, id := range append([]string{s.bot.id}, c.admitted...) {
			add(id, 1, permView, 0)
		}
	} else if denied(c) != 0 {
		add(s.bot.id, 1, 0, denied(c))
	}
	return list
}

// messageWire is the message as REST gives it to the bot.
func (s *Server) messageWire(m *message) map[string]any {
	out := s.bareMessage(m)
	if m.reply != "" {
		out["message_reference"] = map[string]any{"type": 0, "channel_id": m.channel, "message_id": m.reply}
		out["referenced_message"] = nil
		if r, ok := s.messages[m.reply]; ok && !r.deleted {
			out["referenced_message"] = s.hide(r, s.bareMessage(r), !s.o.NoContent)
		}
	}
	if m.forward != "" {
		out["message_reference"] = map[string]any{"type": 1, "channel_id": m.channel, "message_id": m.forward}
		out["message_snapshots"] = []any{map[string]any{"message": m.snapshot}}
	}
	if len(m.reactions) > 0 {
		list := []any{}
		for _, r := range m.reactions {
			list = append(list, map[string]any{
				"emoji": map[string]any{"id": nil, "name": r.emoji}, "count": len(r.users),
				"count_details": map[string]any{"burst": 0, "normal": len(r.users)}, "burst_colors": []any{}, "me_burst": false,
				"me": slices.Contains(r.users, s.bot.id),
			})
		}
		out["reactions"] = list
	}
	if t, ok := s.channels[m.thread]; ok {
		out["thread"] = s.channelWire(t)
	}
	return s.hide(m, out, !s.o.NoContent)
}

// snapshotWire is a message as one that forwards it shows it: without its author.
func (s *Server) snapshotWire(m *message) map[string]any {
	out := s.bareMessage(m)
	for _, field := range []string{"id", "channel_id", "author", "pinned", "mention_everyone", "tts", "nonce", "webhook_id", "application_id", "interaction_metadata", "poll"} {
		delete(out, field)
	}
	return out
}

func pollWire(m *message) map[string]any {
	p := m.poll
	answers := []any{}
	for n, a := range p[1:] {
		answers = append(answers, map[string]any{"answer_id": n + 1, "poll_media": map[string]any{"text": a}})
	}
	counts := []any{} // an answer without votes is left out
	for n, votes := range m.votes {
		if votes > 0 {
			counts = append(counts, map[string]any{"id": n + 1, "count": votes, "me_voted": false})
		}
	}
	return map[string]any{
		"question": map[string]any{"text": p[0]}, "answers": answers, "expiry": at(m.at.Add(24 * time.Hour)), "allow_multiselect": false, "layout_type": 1,
		"results": map[string]any{"is_finalized": false, "answer_counts": counts},
	}
}

func (s *Server) bareMessage(m *message) map[string]any {
	files, mentions := []any{}, []any{}
	for _, f := range m.files {
		files = append(files, s.fileWire(f, m.flags&flagEphemeral != 0))
	}
	for _, id := range m.mentions {
		mentions = append(mentions, s.userWire(id))
	}
	out := map[string]any{
		"type": m.kind, "content": m.content, "mentions": mentions, "mention_roles": append([]string{}, m.roles...),
		"attachments": files, "embeds": embedsWire(m.embeds), "timestamp": at(m.at), "edited_timestamp": at(m.edited),
		"flags": m.flags, "components": componentsWire(m.components), "id": m.id, "channel_id": m.channel,
		"author": s.userWire(m.author), "pinned": !m.pinned.IsZero(), "mention_everyone": m.everyone, "tts": false,
	}
	if len(m.poll) > 0 {
		out["poll"] = pollWire(m)
	}
	if m.nonce != nil && m.author == s.bot.id {
		out["nonce"] = m.nonce
	}
	if u := s.users[m.author]; u != nil && u.webhook {
		out["webhook_id"] = m.author
	}
	if i := m.inter; i != nil {
		out["webhook_id"], out["application_id"] = s.app, s.app
		out["interaction_metadata"] = s.interactionMeta(i, m)
	}
	return out
}

// hide takes out of a message what the bot may not read without the message
// content intent: everything but its own, direct ones and those that name it.
func (s *Server) hide(m *message, wire map[string]any, content bool) map[string]any {
	c := s.channels[m.channel]
	if content || m.author == s.bot.id || c != nil && c.kind == typeDM || slices.Contains(m.mentions, s.bot.id) {
		return wire
	}
	wire["content"], wire["embeds"], wire["attachments"], wire["components"] = "", []any{}, []any{}, []any{}
	return wire
}

// messageEvent is the message as MESSAGE_CREATE and MESSAGE_UPDATE tell it.
func (s *Server) messageEvent(m *message) map[string]any {
	out := s.messageWire(m)
	if c := s.channels[m.channel]; c != nil && c.guild != "" {
		out["guild_id"] = c.guild
		if u := s.users[m.author]; u != nil && !u.webhook {
			out["member"] = s.memberWire()
		}
	}
	if s.shape.Strange && m.author != s.bot.id {
		out["components"] = []any{map[string]any{"type": 99, "id": 1, "novelty": map[string]any{"of": "tomorrow"}}}
	}
	return out
}
