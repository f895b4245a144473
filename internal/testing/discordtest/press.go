package discordtest

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Values are options of a slash command, or what was written into a form, by
// name. An option's value is a string, bool, number or File.
type Values map[string]any

// Slash uses a slash command with its subcommand, "project new", and returns
// the interaction's id. A command, option or value that Discord's client would
// not let a person send is an error.
func (s *Server) Slash(user, channel, command string, v Values) (string, error) {
	return s.slash(user, channel, command, v, "")
}

// Autocomplete types into an option of a slash command and returns the
// interaction's id; the choices come with the effect KindChoices, and are
// what Choices returns.
func (s *Server) Autocomplete(user, channel, command, option, typed string) (string, error) {
	return s.slash(user, channel, command, Values{option: typed}, option)
}

func (s *Server) slash(user, channel, command string, v Values, focus string) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	k := s.channels[channel]
	if k == nil || s.users[user] == nil {
		return "", fmt.Errorf("slash %s: no channel %s or no user %s", command, channel, user)
	}
	words := strings.Fields(command)
	cmd, err := s.commandNamed(k, words[0], 1)
	if err != nil {
		return "", err
	}
	data := map[string]any{"id": cmd["id"], "name": words[0], "type": 1}
	if g := textOf(cmd, "guild_id"); g != "" {
		data["guild_id"] = g
	}
	options, err := s.options(cmd, words[1:], v, focus, data)
	if err != nil {
		return "", fmt.Errorf("slash %s: %w", command, err)
	}
	if len(options) > 0 {
		data["options"] = options
	}
	i := &interaction{user: user, channel: channel, kind: interCommand, name: command}
	if focus != "" {
		i.kind = interComplete
	}
	return s.use(i, data), nil
}

func (s *Server) commandNamed(k *channel, name string, kind int) (map[string]any, error) {
	for _, scope := range []string{k.guild, ""} {
		for _, m := range s.commands[scope] {
			if textOf(m, "name") != name || m["type"] != kind {
				continue
			}
			at := 0.0 // a guild
			if k.guild == "" {
				at = 1
			}
			if in := listOf(m, "contexts"); len(in) > 0 && !slices.Contains(in, any(at)) {
				return nil, fmt.Errorf("command %s is not offered here", name)
			}
			return m, nil
		}
		if k.guild == "" {
			break
		}
	}
	return nil, fmt.Errorf("no command %s is registered", name)
}

// options puts values into the options that a command declares.
func (s *Server) options(cmd map[string]any, sub []string, v Values, focus string, data map[string]any) ([]any, error) {
	declared := listOf(cmd, "options")
	if len(sub) > 0 {
		for _, e := range declared {
			if o, ok := e.(map[string]any); ok && textOf(o, "name") == sub[0] && numOf(o, "type") <= 2 {
				inner, err := s.options(o, sub[1:], v, focus, data)
				return []any{map[string]any{"name": sub[0], "type": numOf(o, "type"), "options": inner}}, err
			}
		}
		return nil, fmt.Errorf("no subcommand %s", sub[0])
	}
	out, used := []any{}, 0
	for _, e := range declared {
		o, ok := e.(map[string]any)
		if !ok {
			continue
		}
		name := textOf(o, "name")
		value, given := v[name]
		if numOf(o, "type") <= 2 {
			return nil, fmt.Errorf("a subcommand is missing, for example %s", name)
		}
		if !given {
			if boolOf(o, "required") && focus == "" {
				return nil, fmt.Errorf("option %s is required", name)
			}
			continue
		}
		used++
		one := map[string]any{"name": name, "type": numOf(o, "type"), "value": value}
		if name == focus {
			if !boolOf(o, "autocomplete") {
				return nil, fmt.Errorf("option %s completes nothing", name)
			}
			one["focused"] = true
		} else if err := s.fitOption(o, one, data); err != nil {
			return nil, err
		}
		out = append(out, one)
	}
	if used != len(v) {
		return nil, fmt.Errorf("options %v are not all declared", slices.Sorted(maps.Keys(v)))
	}
	return out, nil
}

// fitOption holds a value to its option, as Discord's client does.
func (s *Server) fitOption(o, one map[string]any, data map[string]any) error {
	name, value := textOf(o, "name"), one["value"]
	if n, ok := value.(int); ok {
		value = float64(n)
		one["value"] = value
	}
	wrong := fmt.Errorf("option %s does not take %v", name, value)
	switch numOf(o, "type") {
	case 3:
		text, ok := value.(string)
		if !ok || text == "" || o["max_length"] != nil && len([]rune(text)) > numOf(o, "max_length") {
			return wrong
		}
	case 4, 10:
		n, ok := value.(float64)
		if !ok || o["min_value"] != nil && n < float64(numOf(o, "min_value")) || o["max_value"] != nil && n > float64(numOf(o, "max_value")) {
			return wrong
		}
	case 5:
		if _, ok := value.(bool); !ok {
			return wrong
		}
	case 11:
		f, ok := value.(File)
		if !ok {
			return wrong
		}
		a := &attachment{id: s.snowflake(), channel: "ephemeral", File: f}
		s.files[a.id] = a
		one["value"] = a.id
		s.resolve(data, "attachments", a.id, s.fileWire(a, true))
	default:
		if _, ok := value.(string); !ok {
			return wrong
		}
	}
	choices := listOf(o, "choices")
	if len(choices) > 0 && !slices.ContainsFunc(choices, func(e any) bool {
		m, ok := e.(map[string]any)
		return ok && m["value"] == one["value"]
	}) {
		return wrong
	}
	return nil
}

func (s *Server) resolve(data map[string]any, kind, id string, wire any) {
	all, ok := data["resolved"].(map[string]any)
	if !ok {
		all = map[string]any{}
		data["resolved"] = all
	}
	of, ok := all[kind].(map[string]any)
	if !ok {
		of = map[string]any{}
		all[kind] = of
	}
	of[id] = wire
}

// ContextMenu uses a message command on a message and returns the
// interaction's id.
func (s *Server) ContextMenu(user, message, command string) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := s.messages[message]
	if m == nil || s.users[user] == nil {
		return "", fmt.Errorf("no message %s or no user %s", message, user)
	}
	cmd, err := s.commandNamed(s.channels[m.channel], command, 3)
	if err != nil {
		return "", err
	}
	data := map[string]any{"id": cmd["id"], "name": command, "type": 3, "target_id": m.id}
	s.resolve(data, "messages", m.id, s.bareMessage(m))
	return s.use(&interaction{user: user, channel: m.channel, kind: interCommand, name: command, source: m}, data), nil
}

// Press presses a button by its custom id and returns the interaction's id. A
// message that is for another person only, or a button that is not there, off
// or a link, is an error.
func (s *Server) Press(user, message, customID string) (string, error) {
	return s.component(user, message, customID, nil)
}

// Select chooses from a menu and returns the interaction's id.
func (s *Server) Select(user, message, customID string, values ...string) (string, error) {
	return s.component(user, message, customID, values)
}

func (s *Server) component(user, message, customID string, values []string) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := s.messages[message]
	if m == nil || s.users[user] == nil {
		return "", fmt.Errorf("no message %s or no user %s", message, user)
	}
	if m.flags&flagEphemeral != 0 && (m.inter == nil || m.inter.user != user) {
		return "", fmt.Errorf("user %s cannot see message %s", user, message)
	}
	var found map[string]any
	walkComponents(m.components, func(b map[string]any) {
		if textOf(b, "custom_id") == customID {
			found = b
		}
	})
	if found == nil || boolOf(found, "disabled") {
		return "", fmt.Errorf("message %s has no %q that can be pressed", message, customID)
	}
	kind := numOf(found, "type")
	data := map[string]any{"custom_id": customID, "component_type": kind}
	switch {
	case kind == compButton && values != nil, kind != compButton && values == nil:
		return "", fmt.Errorf("%q is a component of type %d", customID, kind)
	case kind == compSelect:
		for _, v := range values {
			if !slices.ContainsFunc(listOf(found, "options"), func(e any) bool {
				o, ok := e.(map[string]any)
				return ok && textOf(o, "value") == v
			}) {
				return "", fmt.Errorf("menu %q does not offer %q", customID, v)
			}
		}
		data["values"] = values
	case kind != compButton:
		data["values"] = values
	}
	return s.use(&interaction{user: user, channel: m.channel, kind: interButton, name: customID, source: m}, data), nil
}

// SubmitModal sends the form that answered an interaction and returns the new
// interaction's id. Fields that are not given keep what the form held.
func (s *Server) SubmitModal(interactionID string, v Values) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := s.inter[interactionID]
	if i == nil || i.form == nil {
		return "", fmt.Errorf("interaction %s was not answered with a form", interactionID)
	}
	rows, used := []any{}, 0
	var wrong error
	for _, e := range listOf(i.form, "components") {
		walkComponents([]any{e}, func(m map[string]any) {
			if numOf(m, "type") != 4 {
				return
			}
			id := textOf(m, "custom_id")
			text, given := v[id].(string)
			if given {
				used++
			} else {
				text = textOf(m, "value")
			}
			n := len([]rune(text))
			required := m["required"] == nil || boolOf(m, "required")
			if required && n == 0 || n < numOf(m, "min_length") || m["max_length"] != nil && n > numOf(m, "max_length") || n > 4000 {
				wrong = fmt.Errorf("field %s does not take %d characters", id, n)
			}
			rows = append(rows, map[string]any{"type": compRow, "id": 1, "components": []any{
				map[string]any{"type": 4, "id": 2, "custom_id": id, "value": text},
			}})
		})
	}
	if wrong == nil && used != len(v) {
		wrong = fmt.Errorf("the form does not have all of %v", slices.Sorted(maps.Keys(v)))
	}
	if wrong != nil {
		return "", wrong
	}
	data := map[string]any{"custom_id": i.form["custom_id"], "components": rows}
	return s.use(&interaction{user: i.user, channel: i.channel, kind: interForm, name: textOf(i.form, "custom_id"), source: i.source, cause: i}, data), nil
}

// use tells the bot about an interaction and waits for its first response.
func (s *Server) use(i *interaction, data map[string]any) string {
	k := s.channels[i.channel]
	i.id, i.guild, i.at = s.snowflake(), k.guild, s.now()
	i.token = "interaction-" + i.id
	s.inter[i.id] = i
	wire := map[string]any{
		"id": i.id, "application_id": s.app, "type": i.kind, "data": data, "channel_id": k.id, "channel": s.channelWire(k),
		"token": i.token, "version": 1, "app_permissions": permitted(k), "locale": "en-US", "entitlements": []any{},
		"authorizing_integration_owners": map[string]any{"0": owner(i)}, "attachment_size_limit": maxFile,
	}
	if k.guild != "" {
		member := s.memberWire()
		member["user"], member["permissions"] = s.userWire(i.user), permitted(&channel{})
		wire["guild_id"], wire["guild_locale"], wire["context"], wire["member"] = k.guild, "en-US", 0, member
	} else {
		wire["context"], wire["user"] = 1, s.userWire(i.user)
	}
	if i.source != nil && (i.kind == interButton || i.kind == interForm) {
		wire["message"] = s.messageWire(i.source)
	}
	s.record(Effect{Kind: KindUse, Channel: k.id, Author: i.user, Name: i.name, Interaction: i.id, Body: raw(data)})
	s.emit("INTERACTION_CREATE", 0, wire)
	s.later(s.o.Answer, func() {
		if i.acked == 0 {
			s.record(Effect{Kind: KindUnanswered, Channel: i.channel, Author: i.user, Name: i.name, Interaction: i.id})
		}
	})
	return i.id
}

// Answer waits for what answers an interaction: a message, an edit, a form or
// choices. A deferred answer is waited for.
func (s *Server) Answer(ctx context.Context, interactionID string) (Effect, error) {
	return s.Wait(ctx, 0, func(e Effect) bool {
		if e.Interaction != interactionID {
			return e.Kind == KindEdit && s.quietly(interactionID, e)
		}
		return e.Kind == KindMessage || e.Kind == KindModal || e.Kind == KindChoices || e.Kind == KindUnanswered
	})
}

// quietly reports whether an edit answers an interaction that changes the
// message it stood on. The world's lock is held.
func (s *Server) quietly(interactionID string, e Effect) bool {
	i := s.inter[interactionID]
	return i != nil && (i.acked == respondUpdate || i.acked == respondQuiet) && i.source != nil && i.source.id == e.Message && e.Time.After(i.at)
}

// Choice is one offer of an autocompletion.
type Choice struct {
	Name  string `json:"name"`
	Value any    `json:"value"`
}

// Choices reads the offers out of an effect KindChoices.
func Choices(e Effect) ([]Choice, error) {
	var body struct {
		Choices []Choice `json:"choices"`
	}
	if err := json.Unmarshal(e.Body, &body); err != nil {
		return nil, fmt.Errorf("read choices: %w", err)
	}
	return body.Choices, nil
}

func decoded(data json.RawMessage) any {
	var v any
	if err := json.Unmarshal(data, &v); err != nil {
		return nil
	}
	return v
}
