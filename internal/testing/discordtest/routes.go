package discordtest

import (
	"net/http"
	"strings"
)

// routes lists what this Discord knows, as its API description names it. A
// route without @me must stand after the one with it.
func routes() []route {
	const (
		get, post, put, patch, del = http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete
		ch                         = "/channels/{channel_id}"
		msg                        = ch + "/messages/{message_id}"
		emoji                      = msg + "/reactions/{emoji_name}"
		hook                       = "/webhooks/{webhook_id}/{webhook_token}"
		app                        = "/applications/{application_id}"
	)
	list := []route{
		{method: get, path: "/gateway", open: true, do: getGateway},
		{method: get, path: "/gateway/bot", do: getGatewayBot},
		{method: get, path: "/users/@me", do: getMe},
		{method: get, path: "/users/@me/guilds", do: getMyGuilds},
		{method: post, path: "/users/@me/channels", do: openDM},
		{method: get, path: "/applications/@me", do: getApplication},
		{method: get, path: "/oauth2/applications/@me", do: getApplication},
		{method: get, path: "/guilds/{guild_id}", do: getGuild},
		{method: get, path: "/guilds/{guild_id}/channels", do: getGuildChannels},
		{method: get, path: "/guilds/{guild_id}/members/{user_id}", do: getMember},
		{method: get, path: "/guilds/{guild_id}/roles", do: getRoles},
		{method: get, path: "/guilds/{guild_id}/threads/active", do: getActiveThreads},

		{method: get, path: ch, do: getChannel},
		{method: patch, path: ch, do: patchChannel},
		{method: del, path: ch, do: deleteChannel},
		{method: post, path: ch + "/typing", do: postTyping},
		{method: post, path: ch + "/threads", do: postThread},
		{method: get, path: ch + "/threads/archived/public", do: getArchived},
		{method: post, path: msg + "/threads", do: postThreadFrom},
		{method: get, path: ch + "/thread-members", do: getThreadMembers},
		{method: put, path: ch + "/thread-members/@me", do: joinThread},
		{method: del, path: ch + "/thread-members/@me", do: leaveThread},
		{method: put, path: ch + "/thread-members/{user_id}", do: addThreadMember},
		{method: del, path: ch + "/thread-members/{user_id}", do: removeThreadMember},

		{method: get, path: ch + "/messages/pins", do: getPins},
		{method: put, path: ch + "/messages/pins/{message_id}", do: putPin},
		{method: del, path: ch + "/messages/pins/{message_id}", do: deletePin},
		{method: get, path: ch + "/pins", do: getPinsOld},
		{method: put, path: ch + "/pins/{message_id}", do: putPin},
		{method: del, path: ch + "/pins/{message_id}", do: deletePin},

		{method: get, path: ch + "/messages", do: getMessages},
		{method: post, path: ch + "/messages", do: postMessage},
		{method: get, path: msg, do: getMessage},
		{method: patch, path: msg, do: patchMessage},
		{method: del, path: msg, do: deleteMessage},
		{method: put, path: emoji + "/@me", do: putReaction},
		{method: del, path: emoji + "/@me", do: deleteReaction},
		{method: get, path: emoji, do: getReactions},

		{method: get, path: app + "/commands", do: getCommands},
		{method: put, path: app + "/commands", do: putCommands},
		{method: get, path: app + "/guilds/{guild_id}/commands", do: getCommands},
		{method: put, path: app + "/guilds/{guild_id}/commands", do: putCommands},

		{method: post, path: "/interactions/{interaction_id}/{interaction_token}/callback", open: true, do: postCallback},
		{method: post, path: hook, open: true, do: postFollowup},
		{method: get, path: hook + "/messages/@original", open: true, do: getOriginal},
		{method: patch, path: hook + "/messages/@original", open: true, do: patchOriginal},
		{method: del, path: hook + "/messages/@original", open: true, do: deleteOriginal},
		{method: get, path: hook + "/messages/{message_id}", open: true, do: getFollowup},
		{method: patch, path: hook + "/messages/{message_id}", open: true, do: patchFollowup},
		{method: del, path: hook + "/messages/{message_id}", open: true, do: deleteFollowup},
	}
	for i := range list {
		list[i].parts = strings.Split(strings.Trim(list[i].path, "/"), "/")
	}
	return list
}

func getGateway(c *call) (int, any, *apiError) {
	return http.StatusOK, map[string]any{"url": c.s.Gateway()}, nil
}

func getGatewayBot(c *call) (int, any, *apiError) {
	s := c.s
	return http.StatusOK, map[string]any{
		"url": s.Gateway(), "shards": 1,
		"session_start_limit": map[string]any{
			"total": s.o.Identifies, "remaining": max(0, s.o.Identifies-s.identifys), "reset_after": 86400000, "max_concurrency": 1,
		},
	}, nil
}

func getMe(c *call) (int, any, *apiError) {
	out := c.s.userWire(c.s.bot.id)
	out["mfa_enabled"], out["locale"], out["verified"], out["email"] = false, "en-US", true, nil
	return http.StatusOK, out, nil
}

func getMyGuilds(c *call) (int, any, *apiError) {
	out := []any{}
	for _, id := range c.s.order {
		if g := c.s.guilds[id]; !g.gone {
			out = append(out, map[string]any{
				"id": g.id, "name": g.name, "icon": nil, "banner": nil, "owner": false, "permissions": permitted(&channel{}), "features": []any{},
			})
		}
	}
	return http.StatusOK, out, nil
}

func openDM(c *call) (int, any, *apiError) {
	id := c.text("recipient_id")
	u := c.s.users[id]
	if u == nil {
		return 0, nil, unknown("User", 10013)
	}
	if u.bot {
		return 0, nil, forbidden(50007, "Cannot send messages to this user")
	}
	d := c.s.dmOf(id)
	c.s.record(Effect{Kind: KindDM, Channel: d.id, Author: c.s.bot.id})
	return http.StatusOK, c.s.channelWire(d), nil
}

// Application flags: a limited privileged intent, and that commands were
// registered, which an application that is in use has.
const (
	flagContentLimited = 1 << 19
	flagCommands       = 1 << 23
)

func getApplication(c *call) (int, any, *apiError) {
	s := c.s
	flags := flagContentLimited | flagCommands
	if s.o.NoContent {
		flags = flagCommands
	}
	owner := s.bot.id
	if len(s.order) > 0 {
		owner = s.guilds[s.order[0]].owner
	}
	return http.StatusOK, map[string]any{
		"id": s.app, "name": s.bot.name, "icon": nil, "description": "", "type": nil, "verify_key": strings.Repeat("0", 64),
		"flags": flags, "flags_new": "0", "redirect_uris": []any{}, "interactions_endpoint_url": nil,
		"role_connections_verification_url": nil, "owner": s.userWire(owner), "approximate_guild_count": len(s.order),
		"approximate_user_install_count": 0, "approximate_user_authorization_count": 0, "explicit_content_filter": 0,
		"team": nil, "eligible_oauth2_scopes": []any{}, "bot_public": false, "bot_require_code_grant": false,
		"bot": s.userWire(s.bot.id),
	}, nil
}

func (c *call) guild() (*guild, *apiError) {
	g := c.s.guilds[c.vars["guild_id"]]
	if g == nil {
		return nil, unknown("Guild", 10004)
	}
	if g.gone {
		return nil, forbidden(50001, "Missing Access")
	}
	return g, nil
}

func getGuild(c *call) (int, any, *apiError) {
	g, fail := c.guild()
	if fail != nil {
		return 0, nil, fail
	}
	return http.StatusOK, c.s.guildWire(g), nil
}

func getRoles(c *call) (int, any, *apiError) {
	g, fail := c.guild()
	if fail != nil {
		return 0, nil, fail
	}
	return http.StatusOK, c.s.guildWire(g)["roles"], nil
}

func getMember(c *call) (int, any, *apiError) {
	g, fail := c.guild()
	if fail != nil {
		return 0, nil, fail
	}
	for _, id := range g.members {
		if id == c.vars["user_id"] {
			out := c.s.memberWire()
			out["user"] = c.s.userWire(id)
			if id == c.s.bot.id {
				out["roles"] = []any{g.role}
			}
			return http.StatusOK, out, nil
		}
	}
	return 0, nil, unknown("Member", 10007)
}

func getGuildChannels(c *call) (int, any, *apiError) {
	g, fail := c.guild()
	if fail != nil {
		return 0, nil, fail
	}
	out := []any{}
	for _, k := range c.s.inGuild(g.id) {
		if !k.isThread() {
			out = append(out, c.s.channelWire(k))
		}
	}
	return http.StatusOK, out, nil
}

func getCommands(c *call) (int, any, *apiError) {
	list, fail := c.commandsOf()
	return http.StatusOK, list, fail
}

func (c *call) commandsOf() ([]any, *apiError) {
	if c.vars["application_id"] != c.s.app {
		return nil, unknown("Application", 10002)
	}
	if c.vars["guild_id"] != "" {
		if _, fail := c.guild(); fail != nil {
			return nil, fail
		}
	}
	out := []any{}
	for _, m := range c.s.commands[c.vars["guild_id"]] {
		out = append(out, m)
	}
	return out, nil
}
