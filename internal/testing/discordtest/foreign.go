package discordtest

import (
	"net/http"
	"slices"
)

// Foreign are the ways of servers that speak Discord's protocol and are not
// Discord: what they lack, and what they take otherwise. The zero value is
// Discord. Each was seen at an independent implementation, with the product
// running against it.
type Foreign struct {
	// NoThreadList: no list of a server's open threads (404).
	NoThreadList bool
	// NoThreadMembers: nobody can be put into a thread (404).
	NoThreadMembers bool
	// NoListedFiles: a new message that lists the files which come with it
	// breaks the server (500).
	NoListedFiles bool
	// PlainCommands: commands with suggestions or files are refused (400).
	PlainCommands bool
	// NoAnswers: the first response to an interaction breaks the server (500).
	NoAnswers bool
	// NoForms: a form as the first response is refused (400).
	NoForms bool
	// NoFollowUps: an answer can be announced, but what announces it is never
	// seen, and nothing can take its place (404).
	NoFollowUps bool
	// NoResume: RESUME is always refused, by op 9.
	NoResume bool
}

// Alien is a server with all of these ways.
func Alien() Foreign {
	return Foreign{
		NoThreadList: true, NoThreadMembers: true, NoListedFiles: true, PlainCommands: true, NoAnswers: true, NoForms: true, NoFollowUps: true,
		NoResume: true,
	}
}

// How another server refuses a call that Discord takes; nil when it
// takes it too.
func (s *Server) foreign(c *call) *apiError {
	f := s.o.Foreign
	missing := &apiError{http.StatusNotFound, http.StatusNotFound, "Endpoint not found", nil}
	broken := &apiError{http.StatusInternalServerError, http.StatusInternalServerError, "TypeError: Cannot convert undefined or null to object", nil}
	const announced, form = 5, 9
	switch c.route.method + " " + c.route.path {
	case "GET /guilds/{guild_id}/threads/active":
		if f.NoThreadList {
			return missing
		}
	case "PUT /channels/{channel_id}/thread-members/{user_id}":
		if f.NoThreadMembers {
			return missing
		}
	case "POST /channels/{channel_id}/messages":
		if f.NoListedFiles && len(listOf(c.body, "attachments")) > 0 {
			return broken
		}
	case "PUT /applications/{application_id}/commands":
		if f.PlainCommands && c.fancy() {
			return invalid("0", "additionalProperties", "must NOT have additional properties")
		}
	case "POST /interactions/{interaction_id}/{interaction_token}/callback":
		switch kind := c.num("type"); {
		case f.NoForms && kind == form:
			return invalid("type", "enum", "must be equal to one of the allowed values")
		case f.NoAnswers && kind != form && kind != announced:
			return broken
		}
	case "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original", "POST /webhooks/{webhook_id}/{webhook_token}":
		if f.NoFollowUps {
			return unknown("Webhook", 10015)
		}
	}
	return nil
}

// fancy reports whether a list of commands has what only Discord knows.
func (c *call) fancy() bool {
	const file = 11
	list, ok := decoded(c.raw).([]any)
	if !ok {
		return false
	}
	return slices.ContainsFunc(list, func(v any) bool {
		m, ok := v.(map[string]any)
		return ok && slices.ContainsFunc(listOf(m, "options"), func(o any) bool {
			option, ok := o.(map[string]any)
			return ok && (option["autocomplete"] != nil || numOf(option, "type") == file)
		})
	})
}
