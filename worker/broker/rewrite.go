package broker

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
)

// besides are the fields by which an endpoint would do more than answer: ask another model or another service, answer several times, or
// read what is kept there of others.
var besides = []string{ //nolint:gochecknoglobals // a constant list
	"mcp_servers", "plugins", "models", "fallbacks", "route", "provider", "web_search_options", "n", "best_of", "service_tier", "container", "background", "conversation", "previous_response_id", "prompt",
}

// own are the kinds of tools that the program itself carries out, behind its walls; all others the endpoint would. A kind that ends
// with a line stands for all that begin so.
var own = []string{"", "function", "custom", "namespace", "local_shell", "apply_patch", "bash_", "text_editor_", "memory_"} //nolint:gochecknoglobals // a constant list

// rewrite puts the model that was decided in the place of the one that is asked for, leaves out what would have the endpoint reach
// elsewhere, and has it say what was used. It returns how many tokens the answer may have.
func (d *Door) rewrite(path string, body []byte) ([]byte, int, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(body, &fields); err != nil || fields == nil {
		return nil, 0, errors.New("the request is no JSON object")
	}
	for name := range fields {
		if name != strings.ToLower(name) || slices.Contains(besides, name) { // some endpoints read names in any spelling
			delete(fields, name)
		}
	}
	var model string
	var stream bool
	var most, each int
	for _, name := range []string{"max_tokens", "max_completion_tokens", "max_output_tokens"} {
		if err := readField(fields, name, &each); err != nil {
			return nil, 0, err
		}
		most = max(most, each)
	}
	if err := errors.Join(readField(fields, "model", &model), readField(fields, "stream", &stream)); err != nil {
		return nil, 0, err
	}
	if slices.Contains(d.run.Idle, model) {
		return nil, 0, errors.New("there is no model " + model + " here")
	}
	if err := keepInside(fields); err != nil {
		return nil, 0, err
	}
	var err error
	if fields["model"], err = json.Marshal(d.run.Model); err != nil {
		return nil, 0, err
	}
	if path == pathChat && stream {
		fields["stream_options"] = json.RawMessage(`{"include_usage":true}`)
	}
	if most <= 0 {
		most = outTokens
	}
	out, err := json.Marshal(fields)
	return out, most, err
}

// readField reads a field that may not be there.
func readField[T any](fields map[string]json.RawMessage, name string, to *T) error {
	*to = *new(T)
	if raw := fields[name]; raw != nil && json.Unmarshal(raw, to) != nil {
		return errors.New("the request is not understood")
	}
	return nil
}

// keepInside takes out the tools that the endpoint would carry out, and refuses what it would have to fetch: whatever is behind the walls
// could send away by an address all that it sees.
func keepInside(fields map[string]json.RawMessage) error {
	for name, raw := range fields {
		if name == "tools" {
			continue
		}
		var all any
		if json.Unmarshal(raw, &all) == nil && namesAddress(all) {
			return errors.New("nothing is fetched from an address here; a picture or a file comes with its bytes")
		}
	}
	if fields["tools"] == nil {
		return nil
	}
	var tools []any
	if json.Unmarshal(fields["tools"], &tools) != nil {
		return errors.New("the request is not understood")
	}
	tools, cut := keepOwn(tools)
	if !cut {
		return nil // as they came
	}
	raw, err := json.Marshal(tools)
	fields["tools"] = raw
	if len(tools) == 0 {
		delete(fields, "tools")
		delete(fields, "tool_choice")
	}
	return err
}

// keepOwn reports whether it took any out.
func keepOwn(tools []any) (out []any, cut bool) {
	for _, t := range tools {
		fields, is := t.(map[string]any)
		kind, named := fields["type"].(string)
		if !is || !named && fields["type"] != nil || !slices.ContainsFunc(own, func(o string) bool { return o == kind || strings.HasSuffix(o, "_") && strings.HasPrefix(kind, o) }) {
			cut = true
			continue
		}
		if below, is := fields["tools"].([]any); is {
			kept, less := keepOwn(below)
			fields["tools"], cut = kept, cut || less
		}
		out = append(out, t)
	}
	return out, cut
}

// namesAddress reports whether an endpoint would fetch something for a message. The arguments of a tool are words.
func namesAddress(v any) bool {
	switch v := v.(type) {
	case []any:
		return slices.ContainsFunc(v, namesAddress)
	case map[string]any:
		if kind := v["type"]; kind == "tool_use" || kind == "function_call" || kind == "url_citation" {
			return false
		}
		for name, at := range v {
			name = strings.ToLower(name)
			if text, is := at.(string); is && (strings.HasSuffix(name, "url") || name == "file_data") && !strings.HasPrefix(text, "data:") && strings.Contains(text, ":") {
				return true
			}
			if namesAddress(at) {
				return true
			}
		}
	}
	return false
}
