package script

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// protocol writes an answer as one kind of agent reads it.
type protocol struct {
	path   string
	whole  func(answer) any
	pieces func(answer) []event
}

func findProtocol(path string) (protocol, bool) {
	for _, p := range []protocol{{"/messages", wholeMessage, messagePieces}, {"/responses", wholeResponse, responsePieces}, {"/chat/completions", wholeChat, chatPieces}} {
		if strings.HasSuffix(path, p.path) {
			return p, true
		}
	}
	return protocol{}, false
}

type usage struct{ in, out int }

type answer struct {
	id, model, text string
	tool            use
	used            usage
}

// spell returns what the tool is given as a text.
func (u use) spell() string {
	raw, err := json.Marshal(u.args)
	if err != nil {
		panic("a tool is given nothing but texts: " + err.Error())
	}
	return string(raw)
}

// event is a piece of a streamed answer.
type event struct {
	name string // empty where pieces have none
	data any
}

func (e event) write(w io.Writer) {
	if e.name != "" {
		_, _ = fmt.Fprintf(w, "event: %s\n", e.name)
	}
	if text, is := e.data.(string); is {
		_, _ = fmt.Fprintf(w, "data: %s\n\n", text)
		return
	}
	_, _ = io.WriteString(w, "data: ") //nolint:errcheck // who asked has gone
	writeJSON(w, e.data)
	_, _ = io.WriteString(w, "\n\n") //nolint:errcheck // as above
}

type fields = map[string]any

func wholeMessage(a answer) any {
	part, stop := fields{"type": "text", "text": a.text}, "end_turn"
	if a.tool.name != "" {
		part, stop = fields{"type": "tool_use", "id": "toolu_" + a.id, "name": a.tool.name, "input": a.tool.args}, "tool_use"
	}
	return fields{
		"type": "message", "id": a.id, "role": "assistant", "model": a.model, "content": []any{part}, "stop_reason": stop, "stop_sequence": nil,
		"usage": fields{"input_tokens": a.used.in, "output_tokens": a.used.out},
	}
}

func messagePieces(a answer) []event {
	begun := fields{"type": "text", "text": ""}
	delta := fields{"type": "text_delta", "text": a.text}
	stop := "end_turn"
	if a.tool.name != "" {
		begun = fields{"type": "tool_use", "id": "toolu_" + a.id, "name": a.tool.name, "input": fields{}}
		delta = fields{"type": "input_json_delta", "partial_json": a.tool.spell()}
		stop = "tool_use"
	}
	var out []event
	for _, d := range []fields{
		{"type": "message_start", "message": fields{
			"type": "message", "id": a.id, "role": "assistant", "model": a.model, "content": []any{}, "stop_reason": nil, "stop_sequence": nil,
			"usage": fields{"input_tokens": a.used.in, "output_tokens": 1},
		}},
		{"type": "content_block_start", "index": 0, "content_block": begun},
		{"type": "content_block_delta", "index": 0, "delta": delta},
		{"type": "content_block_stop", "index": 0},
		{"type": "message_delta", "delta": fields{"stop_reason": stop, "stop_sequence": nil}, "usage": fields{"output_tokens": a.used.out}},
		{"type": "message_stop"},
	} {
		out = append(out, event{fmt.Sprint(d["type"]), d})
	}
	return out
}

func wholeResponse(a answer) any {
	item := fields{"type": "message", "id": "msg_" + a.id, "role": "assistant", "status": "completed", "content": []any{fields{"type": "output_text", "text": a.text, "annotations": []any{}}}}
	if a.tool.name != "" {
		item = fields{"type": "function_call", "id": "fc_" + a.id, "call_id": "call_" + a.id, "name": a.tool.name, "arguments": a.tool.spell(), "status": "completed"}
	}
	return fields{
		"id": a.id, "object": "response", "status": "completed", "model": a.model, "output": []any{item},
		"usage": fields{
			"input_tokens": a.used.in, "input_tokens_details": fields{"cached_tokens": 0}, "output_tokens": a.used.out,
			"output_tokens_details": fields{"reasoning_tokens": 0}, "total_tokens": a.used.in + a.used.out,
		},
	}
}

func responsePieces(a answer) []event {
	whole := wholeResponse(a).(fields) //nolint:forcetypeassert,errcheck // it is made above
	item := whole["output"].([]any)[0] //nolint:forcetypeassert,errcheck // as above
	var out []event
	for n, d := range []fields{
		{"type": "response.created", "response": fields{"id": a.id, "object": "response", "status": "in_progress", "model": a.model, "output": []any{}}},
		{"type": "response.output_item.added", "output_index": 0, "item": item},
		{"type": "response.output_item.done", "output_index": 0, "item": item},
		{"type": "response.completed", "response": whole},
	} {
		d["sequence_number"] = n
		out = append(out, event{fmt.Sprint(d["type"]), d})
	}
	return out
}

func (a answer) chatCall() any {
	return fields{"index": 0, "id": "call_" + a.id, "type": "function", "function": fields{"name": a.tool.name, "arguments": a.tool.spell()}}
}

func (a answer) chatUsage() any {
	return fields{"prompt_tokens": a.used.in, "completion_tokens": a.used.out, "total_tokens": a.used.in + a.used.out}
}

func wholeChat(a answer) any {
	said, stop := fields{"role": "assistant", "content": a.text}, "stop"
	if a.tool.name != "" {
		said["tool_calls"], stop = []any{a.chatCall()}, "tool_calls"
	}
	return fields{"id": a.id, "object": "chat.completion", "model": a.model, "choices": []any{fields{"index": 0, "message": said, "finish_reason": stop}}, "usage": a.chatUsage()}
}

func chatPieces(a answer) []event {
	piece := func(delta fields, stop any) event {
		return event{data: fields{"id": a.id, "object": "chat.completion.chunk", "model": a.model, "choices": []any{fields{"index": 0, "delta": delta, "finish_reason": stop}}}}
	}
	said, stop := fields{"role": "assistant", "content": a.text}, "stop"
	if a.tool.name != "" {
		said, stop = fields{"role": "assistant", "tool_calls": []any{a.chatCall()}}, "tool_calls"
	}
	return []event{
		piece(said, nil), piece(fields{}, stop),
		{data: fields{"id": a.id, "object": "chat.completion.chunk", "model": a.model, "choices": []any{}, "usage": a.chatUsage()}},
		{data: "[DONE]"},
	}
}
