package discordtest

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"time"
)

// Discord's kinds of interactions and of first responses.
const (
	interCommand  = 2
	interButton   = 3
	interComplete = 4
	interForm     = 5

	respondMessage = 4
	respondLater   = 5
	respondQuiet   = 6
	respondUpdate  = 7
	respondChoices = 8
	respondForm    = 9
)

// interaction is one use of a command, component or form by a person.
type interaction struct {
	id, token, user, channel, guild string
	kind                            int
	at                              time.Time
	name                            string
	source                          *message // whose button or menu it was
	cause                           *interaction
	acked                           int
	original                        *message
	form                            map[string]any // shown by respondForm
	choices                         []any
	follow                          map[string]*message
}

func (s *Server) interactionMeta(i *interaction, m *message) map[string]any {
	out := map[string]any{"id": i.id, "type": i.kind, "user": s.userWire(i.user), "authorizing_integration_owners": map[string]any{"0": owner(i)}}
	if i.source != nil && i.kind == interButton {
		out["interacted_message_id"] = i.source.id
	}
	if i.cause != nil {
		out["triggering_interaction_metadata"] = s.interactionMeta(i.cause, m)
	}
	if i.original != nil && i.original != m {
		out["original_response_message_id"] = i.original.id
	}
	return out
}

func owner(i *interaction) string {
	if i.guild == "" {
		return "0"
	}
	return i.guild
}

// postCallback takes the first response to an interaction.
func postCallback(c *call) (int, any, *apiError) {
	s := c.s
	i := s.inter[c.vars["interaction_id"]]
	switch {
	case i == nil || i.token != c.vars["interaction_token"]:
		return 0, nil, unknown("interaction", 10062)
	case i.acked != 0:
		return 0, nil, refused(40060, "Interaction has already been acknowledged.")
	case s.now().Sub(i.at) > s.o.Answer:
		return 0, nil, unknown("interaction", 10062)
	}
	kind := c.num("type")
	if (kind == respondChoices) != (i.kind == interComplete) ||
		(kind == respondQuiet || kind == respondUpdate) && i.source == nil || kind == respondForm && i.kind == interForm {
		return 0, nil, invalid("type", "UNION_TYPE_CHOICES", fmt.Sprintf("response %d does not fit interaction %d", kind, i.kind))
	}
	fail := c.respond(i, kind, mapOf(c.body, "data"))
	if fail != nil {
		return 0, nil, fail
	}
	i.acked = kind
	s.stir()
	if c.query.Get("with_response") != "true" {
		return http.StatusNoContent, nil, nil
	}
	return http.StatusOK, s.callbackWire(i), nil
}

func (s *Server) callbackWire(i *interaction) map[string]any {
	inter := map[string]any{"id": i.id, "type": i.kind}
	out := map[string]any{"interaction": inter}
	if m := i.original; m != nil {
		inter["response_message_id"] = m.id
		inter["response_message_loading"] = m.flags&flagLoading != 0
		inter["response_message_ephemeral"] = m.flags&flagEphemeral != 0
		if i.acked == respondMessage || i.acked == respondUpdate {
			out["resource"] = map[string]any{"type": i.acked, "message": s.messageWire(m)}
		}
	}
	return out
}

func (c *call) respond(i *interaction, kind int, data map[string]any) *apiError {
	s := c.s
	k := s.channels[i.channel]
	if k == nil {
		return unknown("Channel", 10003)
	}
	switch kind {
	case respondMessage:
		d, fail := c.compose(data, k.id)
		if fail != nil {
			return fail
		}
		if d.empty() {
			return refused(50006, "Cannot send an empty message")
		}
		i.original = s.answered(i, k)
		s.fill(i.original, d, true)
		s.publish(k, i.original, data)
	case respondLater:
		m := s.answered(i, k)
		m.flags = flagLoading | numOf(data, "flags")&flagEphemeral
		i.original = m
		s.messages[m.id] = m
		if m.flags&flagEphemeral == 0 {
			k.messages = append(k.messages, m)
			k.last = m.id
			s.emitMessage("MESSAGE_CREATE", k, m)
		}
		s.record(Effect{Kind: KindDefer, Channel: k.id, Message: m.id, Author: s.bot.id, Interaction: i.id, Private: m.flags&flagEphemeral != 0})
	case respondQuiet:
		i.original = i.source
		s.record(Effect{Kind: KindDefer, Channel: k.id, Author: s.bot.id, Interaction: i.id})
	case respondUpdate:
		i.original = i.source
		_, _, fail := c.edit(k, i.source, data)
		return fail
	case respondChoices:
		i.choices = listOf(data, "choices")
		s.record(Effect{Kind: KindChoices, Channel: k.id, Author: s.bot.id, Interaction: i.id, Body: raw(data)})
	case respondForm:
		i.form = data
		s.record(Effect{
			Kind: KindModal, Channel: k.id, Author: s.bot.id, Interaction: i.id, Name: textOf(data, "title"),
			Components: raw(listOf(data, "components")), Body: raw(data),
		})
	default:
		return refused(50035, fmt.Sprintf("response %d is not known here", kind))
	}
	return nil
}

// answered makes the message that answers an interaction.
func (s *Server) answered(i *interaction, k *channel) *message {
	m := s.newMessage(k, s.bot.id)
	m.inter = i
	if i.kind == interCommand {
		m.kind = messageCommand
		if i.source != nil {
			m.kind = messageContext
		}
	}
	return m
}

// hook returns the interaction of a webhook's token while it is valid.
func (c *call) hook() (*interaction, *channel, *apiError) {
	s := c.s
	for _, i := range s.inter {
		if i.token != c.vars["webhook_token"] || c.vars["webhook_id"] != s.app {
			continue
		}
		if s.now().Sub(i.at) > tokenLife {
			return nil, nil, &apiError{http.StatusUnauthorized, 50027, "Invalid Webhook Token", nil}
		}
		k := s.channels[i.channel]
		if i.acked == 0 || k == nil {
			return nil, nil, unknown("Webhook", 10015)
		}
		return i, k, nil
	}
	return nil, nil, unknown("Webhook", 10015)
}

func postFollowup(c *call) (int, any, *apiError) {
	i, k, fail := c.hook()
	if fail != nil {
		return 0, nil, fail
	}
	if m := i.original; m != nil && m.flags&flagLoading != 0 {
		return c.edit(k, m, c.body) // the first follow-up of a deferred answer is the answer
	}
	d, fail := c.compose(c.body, k.id)
	if fail != nil {
		return 0, nil, fail
	}
	if d.empty() {
		return 0, nil, refused(50006, "Cannot send an empty message")
	}
	m := c.s.newMessage(k, c.s.bot.id)
	m.inter = i
	c.s.fill(m, d, true)
	if i.follow == nil {
		i.follow = map[string]*message{}
	}
	i.follow[m.id] = m
	c.s.publish(k, m, c.body)
	return http.StatusOK, c.s.messageWire(m), nil
}

// said returns a message that answers an interaction.
func (c *call) said(original bool) (*channel, *message, *apiError) {
	i, k, fail := c.hook()
	if fail != nil {
		return nil, nil, fail
	}
	m := i.follow[c.vars["message_id"]]
	if original || i.original != nil && i.original.id == c.vars["message_id"] {
		m = i.original
	}
	if m == nil || m.deleted {
		return nil, nil, unknown("Message", 10008)
	}
	return k, m, nil
}

func getOriginal(c *call) (int, any, *apiError)    { return c.getSaid(true) }
func getFollowup(c *call) (int, any, *apiError)    { return c.getSaid(false) }
func patchOriginal(c *call) (int, any, *apiError)  { return c.patchSaid(true) }
func patchFollowup(c *call) (int, any, *apiError)  { return c.patchSaid(false) }
func deleteOriginal(c *call) (int, any, *apiError) { return c.deleteSaid(true) }
func deleteFollowup(c *call) (int, any, *apiError) { return c.deleteSaid(false) }

func (c *call) getSaid(original bool) (int, any, *apiError) {
	_, m, fail := c.said(original)
	if fail != nil {
		return 0, nil, fail
	}
	return http.StatusOK, c.s.messageWire(m), nil
}

func (c *call) patchSaid(original bool) (int, any, *apiError) {
	k, m, fail := c.said(original)
	if fail != nil {
		return 0, nil, fail
	}
	return c.edit(k, m, c.body)
}

func (c *call) deleteSaid(original bool) (int, any, *apiError) {
	k, m, fail := c.said(original)
	if fail != nil {
		return 0, nil, fail
	}
	c.s.drop(k, m, c.s.bot.id)
	return http.StatusNoContent, nil, nil
}

// putCommands replaces the commands of the application.
func putCommands(c *call) (int, any, *apiError) {
	if _, fail := c.commandsOf(); fail != nil {
		return 0, nil, fail
	}
	var list []any
	if v, ok := decoded(c.raw).([]any); ok {
		list = v
	}
	seen, counts := map[string]bool{}, map[int]int{}
	var out []map[string]any
	for n, e := range list {
		m, ok := tidy(e).(map[string]any)
		if !ok {
			return 0, nil, invalid(fmt.Sprint(n), "MODEL_TYPE_CONVERT", "Only dictionaries may be used")
		}
		kind := max(1, numOf(m, "type"))
		if fail := checkCommand(m, kind); fail != nil {
			return 0, nil, fail
		}
		key := fmt.Sprint(kind, textOf(m, "name"))
		if seen[key] {
			return 0, nil, invalid(fmt.Sprint(n), "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
		}
		seen[key] = true
		counts[kind]++
		m["type"], m["application_id"] = kind, c.s.app
		m["id"], m["version"] = c.commandID(kind, textOf(m, "name")), c.s.snowflake()
		for _, k := range []string{"description"} {
			if m[k] == nil {
				m[k] = ""
			}
		}
		if m["default_member_permissions"] == nil {
			m["default_member_permissions"] = nil
		}
		if g := c.vars["guild_id"]; g != "" {
			m["guild_id"] = g
		}
		out = append(out, m)
	}
	if counts[1] > 100 || counts[2] > 15 || counts[3] > 15 {
		return 0, nil, refused(30032, "Maximum number of application commands reached (100)")
	}
	c.s.commands[c.vars["guild_id"]] = out
	c.s.record(Effect{Kind: KindCommands, Author: c.s.bot.id, Name: fmt.Sprintf("%d commands", len(out)), Body: c.raw})
	wire, fail := c.commandsOf()
	return http.StatusOK, wire, fail
}

func (c *call) commandID(kind int, name string) string {
	for _, m := range c.s.commands[c.vars["guild_id"]] {
		if textOf(m, "name") == name && m["type"] == kind {
			return textOf(m, "id")
		}
	}
	return c.s.snowflake()
}

var commandName = regexp.MustCompile(`^[-_'\p{L}\p{N}]{1,32}$`)

// checkCommand holds a command to what the API description leaves out: the
// pattern of names, required options first, 8000 characters in all.
func checkCommand(m map[string]any, kind int) *apiError {
	name := textOf(m, "name")
	size := 0
	switch {
	case kind == 1 && (!commandName.MatchString(name) || strings.ToLower(name) != name):
		return invalid("name", "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid: "+name)
	case kind == 1 && textOf(m, "description") == "":
		return invalid("description", "BASE_TYPE_REQUIRED", "This field is required: description of "+name)
	case kind != 1 && (textOf(m, "description") != "" || len(listOf(m, "options")) > 0):
		return invalid("description", "APPLICATION_COMMAND_INVALID", "Context menu commands cannot have a description or options")
	}
	var walk func(o map[string]any) *apiError
	walk = func(o map[string]any) *apiError {
		size += len([]rune(textOf(o, "name"))) + len([]rune(textOf(o, "description")))
		names, optional := map[string]bool{}, false
		for _, e := range listOf(o, "options") {
			p, ok := e.(map[string]any)
			if !ok {
				continue
			}
			n := textOf(p, "name")
			switch {
			case !commandName.MatchString(n) || strings.ToLower(n) != n:
				return invalid("options", "APPLICATION_COMMAND_INVALID_NAME", "Option name is invalid: "+n)
			case names[n]:
				return invalid("options", "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", "Option names must be unique: "+n)
			case boolOf(p, "required") && optional:
				return invalid("options", "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", "Required options must be placed before non-required options")
			case boolOf(p, "autocomplete") && len(listOf(p, "choices")) > 0:
				return invalid("options", "APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID", "autocomplete and choices exclude each other: "+n)
			}
			names[n] = true
			optional = optional || !boolOf(p, "required")
			if fail := walk(p); fail != nil {
				return fail
			}
			for _, ch := range listOf(p, "choices") {
				if ch, ok := ch.(map[string]any); ok {
					size += len([]rune(textOf(ch, "name"))) + len([]rune(textOf(ch, "value")))
				}
			}
		}
		return nil
	}
	if fail := walk(m); fail != nil {
		return fail
	}
	if size > 8000 {
		return invalid("options", "APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (8000)")
	}
	return nil
}
