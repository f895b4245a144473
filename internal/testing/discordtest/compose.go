package discordtest

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// Discord's message flags.
const (
	flagSuppressEmbeds = 1 << 2
	flagEphemeral      = 1 << 6
	flagLoading        = 1 << 7
	flagSilent         = 1 << 12
	flagV2             = 1 << 15
)

// Discord's component types that this server looks into.
const (
	compRow       = 1
	compButton    = 2
	compSelect    = 3
	compText      = 10
	compContainer = 17
	styleLink     = 5
)

// draft is the body of a message, as all routes that post or edit one give it.
type draft struct {
	content *string
	body    map[string]any
	files   []*attachment
	kept    []string // ids of attachments that an edit keeps
	listed  bool     // attachments was given
}

// compose reads a message's body and holds it to the rules that the API
// description does not state. The content of an edit may be empty.
func (c *call) compose(body map[string]any, ch string) (*draft, *apiError) {
	d := &draft{body: body}
	if v, ok := body["content"].(string); ok {
		d.content = &v
		if n := utf8.RuneCountInString(v); n > maxContent {
			return nil, invalid("content", "BASE_TYPE_MAX_LENGTH", fmt.Sprintf("Must be %d or fewer in length.", maxContent))
		}
	}
	if fail := c.attach(d, ch); fail != nil {
		return nil, fail
	}
	v2 := numOf(body, "flags")&flagV2 != 0
	if v2 && (textOf(body, "content") != "" || len(listOf(body, "embeds")) > 0) {
		return nil, invalid("content", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", "The 'content' field cannot be used when using MessageFlags.IS_COMPONENTS_V2")
	}
	if fail := checkEmbeds(listOf(body, "embeds")); fail != nil {
		return nil, fail
	}
	return d, checkComponents(listOf(body, "components"), v2)
}

// attach takes the files of a form, by attachments[].id where it is given.
func (c *call) attach(d *draft, ch string) *apiError {
	about := map[string]map[string]any{}
	_, d.listed = d.body["attachments"].([]any)
	for _, e := range listOf(d.body, "attachments") {
		if m, ok := e.(map[string]any); ok {
			about[textOf(m, "id")] = m
		}
	}
	used := map[string]bool{}
	for _, field := range slices.Sorted(maps.Keys(c.files)) {
		n := strings.TrimSuffix(strings.TrimPrefix(field, "files["), "]")
		f := c.files[field]
		a := &attachment{id: c.s.snowflake(), channel: ch, File: f}
		if m, ok := about[n]; ok {
			used[n] = true
			a.about = textOf(m, "description")
			if name := textOf(m, "filename"); name != "" {
				a.Name = name
			}
		}
		d.files = append(d.files, a)
		c.s.files[a.id] = a
	}
	for id := range about {
		if used[id] {
			continue
		}
		if _, old := c.s.files[id]; !old {
			return invalid("attachments", "ATTACHMENT_NOT_FOUND", "no file for attachment "+id)
		}
		d.kept = append(d.kept, id)
	}
	return nil
}

func (d *draft) empty() bool {
	return (d.content == nil || strings.TrimSpace(*d.content) == "") && len(d.files) == 0 && len(d.kept) == 0 &&
		len(listOf(d.body, "embeds")) == 0 && len(listOf(d.body, "components")) == 0 &&
		len(listOf(d.body, "sticker_ids")) == 0 && d.body["poll"] == nil
}

// checkEmbeds holds the sum of all embeds to Discord's limit.
func checkEmbeds(embeds []any) *apiError {
	sum := 0
	for _, e := range embeds {
		m, ok := e.(map[string]any)
		if !ok {
			continue
		}
		for _, text := range []string{
			textOf(m, "title"), textOf(m, "description"),
			textOf(mapOf(m, "footer"), "text"), textOf(mapOf(m, "author"), "name"),
		} {
			sum += utf8.RuneCountInString(text)
		}
		for _, f := range listOf(m, "fields") {
			if f, ok := f.(map[string]any); ok {
				sum += utf8.RuneCountInString(textOf(f, "name")) + utf8.RuneCountInString(textOf(f, "value"))
			}
		}
	}
	if sum > maxEmbedSum {
		return invalid("embeds", "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000")
	}
	return nil
}

// checkComponents holds components to what Discord checks beyond its description.
func checkComponents(list []any, v2 bool) *apiError {
	if !v2 && len(list) > maxRows {
		return invalid("components", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length.")
	}
	total, seen := 0, map[string]bool{}
	var fail *apiError
	walkComponents(list, func(m map[string]any) {
		total++
		kind := numOf(m, "type")
		id, label := textOf(m, "custom_id"), textOf(m, "label")
		switch {
		case fail != nil:
		case !v2 && kind != compRow && kind != compButton && (kind < compSelect || kind > 8 || kind == 4):
			fail = invalid("components", "UNION_TYPE_CHOICES", fmt.Sprintf("Value of field \"type\" must be one of (1, 2, 3, 5, 6, 7, 8), not %d", kind))
		case id != "" && seen[id]:
			fail = invalid("components", "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
		case kind == compRow && mixed(m):
			fail = invalid("components", "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width")
		case kind != compButton:
		case label == "" && m["emoji"] == nil:
			fail = invalid("components", "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A button must have a label or an emoji")
		case numOf(m, "style") == styleLink && (id != "" || textOf(m, "url") == ""):
			fail = invalid("components", "BUTTON_COMPONENT_URL_REQUIRED", "A link button must have a url, and no custom id")
		case numOf(m, "style") != styleLink && id == "":
			fail = invalid("components", "BUTTON_COMPONENT_CUSTOM_ID_REQUIRED", "A custom id is required")
		}
		if id != "" {
			seen[id] = true
		}
	})
	if fail == nil && total > maxComponents {
		fail = invalid("components", "BASE_TYPE_MAX_LENGTH", "The total number of components cannot exceed 40")
	}
	return fail
}

// mixed reports a row of more than a menu, which takes the whole width.
func mixed(row map[string]any) bool {
	list := listOf(row, "components")
	for _, e := range list {
		if m, ok := e.(map[string]any); ok && numOf(m, "type") >= compSelect && len(list) > 1 {
			return true
		}
	}
	return false
}

// walkComponents visits each component, outer ones first.
func walkComponents(list []any, see func(map[string]any)) {
	for _, e := range list {
		m, ok := e.(map[string]any)
		if !ok {
			continue
		}
		see(m)
		walkComponents(listOf(m, "components"), see)
		if a := mapOf(m, "accessory"); a != nil {
			walkComponents([]any{a}, see)
		}
	}
}

// embedsWire is embeds as an answer gives them: fields without a value left away.
func embedsWire(list []any) []any {
	out := []any{}
	for _, e := range list {
		m, ok := tidy(e).(map[string]any)
		if !ok {
			continue
		}
		if textOf(m, "type") == "" { // Discord itself makes others, as previews
			m["type"] = "rich"
		}
		for _, f := range listOf(m, "fields") {
			if f, ok := f.(map[string]any); ok && f["inline"] == nil {
				f["inline"] = false
			}
		}
		out = append(out, m)
	}
	return out
}

// componentsWire is components as an answer gives them, each with its number.
func componentsWire(list []any) []any {
	out, ok := tidy(list).([]any)
	if !ok {
		return []any{}
	}
	n := 0
	walkComponents(out, func(m map[string]any) {
		n++
		if m["id"] == nil || numOf(m, "id") == 0 {
			m["id"] = n
		}
		switch numOf(m, "type") {
		case compSelect, 5, 6, 7, 8:
			for _, k := range []string{"min_values", "max_values"} {
				if m[k] == nil {
					m[k] = 1
				}
			}
			delete(m, "required")
		case 14:
			if m["spacing"] == nil {
				m["spacing"] = 1
			}
			if m["divider"] == nil {
				m["divider"] = true
			}
		case compContainer:
			if m["spoiler"] == nil {
				m["spoiler"] = false
			}
			if m["accent_color"] == nil {
				m["accent_color"] = nil
			}
		}
	})
	return out
}

// tidy copies a JSON value without its nulls.
func tidy(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for k, e := range v {
			if e != nil {
				out[k] = tidy(e)
			}
		}
		return out
	case []any:
		out := []any{}
		for _, e := range v {
			out = append(out, tidy(e))
		}
		return out
	}
	return v
}

// raw is a value as JSON; nothing gives nothing.
func raw(v any) json.RawMessage {
	switch v := v.(type) {
	case nil:
		return nil
	case []any:
		if len(v) == 0 {
			return nil
		}
	}
	out, err := json.Marshal(v)
	if err != nil {
		return json.RawMessage(`"unwritable"`)
	}
	return out
}

// mentioned returns whom a text notifies under the given allowed_mentions. An
// interaction's answer names people only, when nothing else was said.
func (s *Server) mentioned(text string, may map[string]any, given, people bool) (users, roles []string, everyone bool) {
	may2 := func(kind string) bool {
		if !given {
			return kind == "users" || !people
		}
		return slices.Contains(listOf(may, "parse"), any(kind))
	}
	named := func(kind, id string) bool { return given && slices.Contains(listOf(may, kind), any(id)) }
	add := func(list []string, id string) []string {
		if slices.Contains(list, id) {
			return list
		}
		return append(list, id)
	}
	for _, m := range regexp.MustCompile(`<@(!|&)?(\d+)>`).FindAllStringSubmatch(text, -1) {
		switch id := m[2]; {
		case m[1] == "&" && (may2("roles") || named("roles", id)):
			roles = add(roles, id)
		case m[1] != "&" && s.users[id] != nil && (may2("users") || named("users", id)):
			users = add(users, id)
		}
	}
	everyone = may2("everyone") && regexp.MustCompile(`@(everyone|here)\b`).MatchString(text)
	return users, roles, everyone
}

// unfurled lists the links of a text that Discord would fetch for a preview:
// all that are no code, not in <angles>, and not escaped.
func unfurled(text string) []string {
	for _, code := range []string{"(?s)```.*?(```|$)", "(?s)``.*?``", "`[^`\n]*`"} {
		text = regexp.MustCompile(code).ReplaceAllString(text, " ")
	}
	text = regexp.MustCompile(`<https?://[^\s>]+>`).ReplaceAllString(text, " ")
	var out []string
	for _, u := range regexp.MustCompile(`(?i)https?://[^\s<>"]+`).FindAllString(text, -1) {
		u = strings.TrimRight(u, ".,;:!?'*_~|")
		for strings.HasSuffix(u, ")") && strings.Count(u, "(") < strings.Count(u, ")") {
			u = u[:len(u)-1]
		}
		out = append(out, u)
	}
	return out
}
