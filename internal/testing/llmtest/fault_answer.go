package llmtest

import (
	"net/http"
	"strconv"
)

func itoa(n int) string { return strconv.Itoa(n) }

// faultsInside are errors that come with status 200.
func faultsInside() []Fault {
	overloaded := apiError{status: 502, kind: "provider_unavailable", message: "Provider returned error"}
	return []Fault{
		{
			Row: 13, Name: "200-error", Class: "as its code", How: "status 200 with a top-level error 429", act: actRaw,
			kind: "application/json", fail: apiError{status: http.StatusOK},
			raw: `{"error":{"message":"Rate limit exceeded","code":429,"metadata":{"error_type":"rate_limit_exceeded"}},"user_id":"user_test"}`,
		},
		{
			Row: 13, Name: "200-error-string", Class: "as its code", How: "status 200 with an error that is a string", act: actRaw,
			kind: "application/json", fail: apiError{status: http.StatusOK}, raw: `{"error":"upstream exploded"}`,
		},
		{Row: 14, Name: "no-choices", Class: "empty", How: "status 200, choices is []", act: actAnswer, out: outcome{noChoices: true}},
		{Row: 14, Name: "null-message", Class: "empty", How: "status 200, message is null", act: actAnswer, out: outcome{nullMessage: true}},
		{Row: 14, Name: "empty", Class: "empty", How: "status 200, content is empty, finish stop", act: actAnswer, out: outcome{finish: "stop"}},
		{
			Row: 15, Name: "finish-error", Class: "outage", How: "half of the answer, finish error, choices[].error", act: actAnswer,
			out: outcome{finish: "error", failed: &overloaded},
		},
		{
			Row: 29, Name: "rerouted", Class: "reroute", How: "another model's name in the answer", act: actAnswer,
			out: outcome{model: "deepseek/deepseek-v4-flash"},
		},
		{Row: 30, Name: "no-usage", Class: "accounting", How: "an answer without usage", act: actAnswer, out: outcome{noUsage: true}},
	}
}

func faultsOfStream() []Fault {
	return []Fault{
		{Row: 16, Name: "mid-error", Class: "outage", How: "half of the answer, then an event with error and finish error, then [DONE]", act: actMid, Stream: true},
		{Row: 16, Name: "mid-error-bare", Class: "outage", How: `half of the answer, then data: {"error":...}`, act: actMid, Stream: true, kind: "bare"},
		{Row: 17, Name: "cut", Class: "cut", How: "half of the answer, then the end without finish reason or [DONE]", act: actCut, Stream: true},
		{Row: 17, Name: "cut-line", Class: "cut", How: "the connection is reset inside a line", act: actCut, Stream: true, kind: "line"},
		{Row: 18, Name: "stall", Class: "stall", How: "one piece, then comments only", act: actStall, Stream: true, Open: true},
		{Row: 19, Name: "drip", Class: "slow", How: "pieces for ever", act: actDrip, Stream: true, Open: true},
	}
}

func faultsOfContent() []Fault {
	text := func(row int, name, class, how string) Fault {
		return Fault{Row: row, Name: name, Class: class, How: how, act: actAnswer}
	}
	return []Fault{
		text(20, "length", "truncation", "two thirds of the answer, finish length"),
		text(20, "length-thought", "truncation", "no text but reasoning, finish length"),
		text(21, "filtered", "refusal", "finish content_filter with a refusal"),
		text(21, "refusal", "refusal", "message.refusal is set, finish stop"),
		text(21, "refusal-words", "refusal", "a refusal in plain words, finish stop"),
		text(22, "reasoning-only", "reasoning-only", "no content, the answer stands in reasoning"),
		text(22, "reasoning-open", "reasoning-only", "content is <think> that never closes"),
		text(23, "think", "leak", "content begins with <think>...</think>"),
		text(23, "think-close", "leak", "content begins inside a thought, with a lone </think>"),
		text(24, "invalid-json", "format", "an object that breaks off, finish stop"),
		text(24, "prose-json", "format", "the object between prose and in a fence"),
		text(24, "two-objects", "format", "two objects, one after the other"),
		text(25, "semantic", "semantic", "an object of the schema's form whose ids and quotes exist nowhere"),
	}
}

func faultsOfTransport() []Fault {
	return []Fault{
		{Row: 26, Name: "reset", Class: "network", How: "the connection is reset before any byte (for refusals see RefusedURL)", act: actReset},
		{Row: 27, Name: "huge", Class: "protocol", How: "status 200 and a JSON body of 9 MiB", act: actHuge},
		{
			Row: 27, Name: "not-json", Class: "protocol", How: "status 200 and a body that is no JSON", act: actRaw, kind: "application/json",
			raw: "{malformed json", fail: apiError{status: http.StatusOK},
		},
		{Row: 32, Name: "hang", Class: "cancel", How: "headers, then nothing until the client leaves", act: actStall, Open: true, kind: "hang"},
	}
}

// edit returns the answer of a fault that leaves the transport whole.
func (f Fault) edit(r Request) outcome {
	good := author(r, verdicts{})
	o := f.out
	o.text = good
	switch f.Name {
	case "no-choices", "null-message", "empty":
		o.text = ""
	case "finish-error":
		o.text = good[:cutAt(good, 2, 1)]
	case "length":
		o.text, o.finish = good[:cutAt(good, 3, 2)], "length"
	case "length-thought":
		o.text, o.reasoning, o.finish = "", "Let me think about what is asked here.", "length"
	case "filtered":
		o.text, o.refusal, o.finish = "", "I can't help with that.", "content_filter"
	case "refusal":
		o.text, o.refusal = "", "I can't help with that."
	case "refusal-words":
		o.text = "I'm sorry, but I can't help with that request."
	case "reasoning-only":
		o.text, o.reasoning = "", good
	case "reasoning-open":
		o.text = "<think>The founder wants a short answer, so let me see what the sources say"
	case "think":
		o.text = "<think>Let me see. {\"class\": \"none\"}</think>\n" + good
	case "think-close":
		o.text = "so that should be it.\n</think>\n\n" + good
	case "invalid-json":
		o.text = good[:cutAt(good, 2, 1)]
	case "prose-json":
		o.text = "Here is what you asked for:\n\n```json\n" + good + "\n```\n\nLet me know if you need more."
	case "two-objects":
		o.text = "{\"note\": \"first\"}\n" + good
	case "semantic":
		o.text = strayed(r)
	}
	return o
}

// cutAt returns the border of a rune after num/den of text.
func cutAt(text string, den, num int) int {
	n := len(text) * num / den
	for n > 0 && n < len(text) && text[n]&0xC0 == 0x80 {
		n--
	}
	return n
}
