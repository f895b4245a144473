package llmtest

import "strings"

// Fault is one way of going wrong on the wire: a form of one row of the
// product's table of errors. Rule{Do: "fault:" + Name} produces it.
type Fault struct {
	// Row is the row of the table, from 1 to 32.
	Row int
	// Name is unique.
	Name string
	// Class is the table's word for it.
	Class string
	// How says what the client sees.
	How string
	// Stream tells that the fault exists in streams only; asked for without
	// one, the server sends the nearest thing that a single body can be.
	Stream bool
	// Open tells that the server holds the connection open until the client
	// leaves, or sends for ever; a test needs a short patience.
	Open bool

	act  act
	fail apiError
	raw  string
	kind string // content type of raw
	out  outcome
}

type act int

const (
	actError  act = iota // a status with an error object
	actRaw               // a status with other bytes
	actAnswer            // an answer, changed
	actHang              // nothing at all
	actReset             // the connection is reset
	actMid               // a stream that ends in an error event
	actCut               // a stream or body that ends early
	actStall             // a stream that stops after its first pieces, comments going on
	actDrip              // a stream that never ends
	actHuge              // a body larger than any answer
)

// FaultNamed returns the fault of that name; "row7" is the first of row 7.
func FaultNamed(name string) (Fault, bool) {
	for _, f := range Faults() {
		if f.Name == name {
			return f, true
		}
	}
	for _, f := range Faults() {
		if name == "row"+itoa(f.Row) {
			return f, true
		}
	}
	return Fault{}, false
}

// Faults lists all rows of the table of errors, most in several forms.
func Faults() []Fault {
	var out []Fault
	out = append(out, faultsOfRequest()...)
	out = append(out, faultsOfAccount()...)
	out = append(out, faultsOfProvider()...)
	out = append(out, faultsInside()...)
	out = append(out, faultsOfStream()...)
	out = append(out, faultsOfContent()...)
	out = append(out, faultsOfTransport()...)
	return out
}

func status(row int, name, class string, e apiError) Fault {
	how := "status " + itoa(e.status) + " " + e.kind
	if e.retry != "" {
		how += ", Retry-After: " + e.retry
	}
	return Fault{Row: row, Name: name, Class: class, How: strings.TrimSpace(how), act: actError, fail: e}
}

func faultsOfRequest() []Fault {
	overflow := "This endpoint's maximum context length is 524288 tokens. However, you requested about 612000 tokens."
	absent := func(code string) map[string]any {
		return map[string]any{"code": code, "retryable": false, "fallback_models": []string{"minimax/minimax-m2.7"}}
	}
	return []Fault{
		status(1, "400", "bug", apiError{status: 400, kind: "invalid_request", message: "Invalid request parameters"}),
		status(1, "400-prompt", "bug", apiError{status: 400, kind: "invalid_prompt", message: "Invalid prompt"}),
		status(1, "400-string", "bug", apiError{status: 400, code: "invalid_request_error", kind: "invalid_request", message: "Input required: specify messages"}),
		status(1, "400-nocode", "bug", apiError{status: 400, code: "", kind: "invalid_request", message: "Input required"}),
		status(2, "context", "size", apiError{status: 400, kind: "context_length_exceeded", message: overflow}),
		status(2, "context-local", "size", apiError{
			status: 400, code: 400, message: "the request exceeds the available context size",
			meta: map[string]any{"type": "exceed_context_size_error"},
		}),
		status(3, "policy", "refusal", apiError{status: 400, kind: "content_policy_violation", message: "The content was flagged"}),
		status(3, "refusal-400", "refusal", apiError{status: 400, kind: "refusal", message: "The model refused to answer"}),
		status(4, "model-unknown", "catalog", apiError{
			status: 400, kind: "not_found", message: "acme/none is not a valid model ID", avail: absent("model_not_found"),
		}),
		status(4, "model-deprecated", "catalog", apiError{
			status: 404, kind: "not_found", message: "This model is deprecated", avail: absent("model_deprecated"),
		}),
		status(4, "no-endpoints", "catalog", apiError{
			status: 404, kind: "not_found", message: "No endpoints found for acme/none", avail: absent("no_endpoints"),
		}),
		status(4, "upstream-gone", "catalog", apiError{
			status: 404, kind: "not_found", message: "The model is unavailable upstream", avail: absent("unavailable_upstream"),
		}),
		status(5, "constraint", "policy", apiError{
			status: 404, kind: "not_found", message: "No endpoints found that support the requested parameters",
			avail: map[string]any{"code": "constraint_filtered", "retryable": false},
		}),
		status(5, "privacy", "policy", apiError{
			status: 404, kind: "not_found", message: "No endpoints found matching your data policy",
			avail: map[string]any{"code": "privacy_restricted", "retryable": false},
		}),
		status(31, "413", "size", apiError{status: 413, kind: "payload_too_large", message: "Request payload too large"}),
		status(31, "422", "bug", apiError{status: 422, kind: "unprocessable", message: "Invalid argument"}),
	}
}

func faultsOfAccount() []Fault {
	limit := func(source string) map[string]any {
		return map[string]any{"limit_source": source, "resets_at": "2026-11-22T00:00:00Z"}
	}
	return []Fault{
		status(6, "401", "auth", apiError{status: 401, kind: "authentication", message: "User not found."}),
		status(7, "402-flight", "in-flight budget", apiError{
			status: 402, kind: "payment_required", retry: "1", message: "Too many requests in flight for your balance",
			meta: map[string]any{"limit_source": "openrouter_in_flight_budget"},
		}),
		status(8, "402", "money", apiError{
			status: 402, kind: "payment_required", message: "Insufficient credits. Add more using https://openrouter.ai/credits",
		}),
		status(8, "403-budget", "money", apiError{
			status: 403, kind: "permission_denied", message: "Key limit exceeded", meta: limit("openrouter_key_limit"),
		}),
		status(9, "403-moderation", "blocked", apiError{
			status: 403, kind: "content_policy_violation", message: "Your chosen model requires moderation and your input was flagged",
			meta: map[string]any{"reasons": []string{"violence"}, "flagged_input": "...", "provider_name": "Minimax"},
		}),
		status(9, "403-guardrail", "blocked", apiError{
			status: 403, kind: "permission_denied", message: "Request blocked: prompt injection patterns detected",
			meta: map[string]any{"patterns": []string{"ignore all previous instructions"}},
		}),
	}
}

func faultsOfProvider() []Fault {
	out := []Fault{
		status(10, "408", "timeout", apiError{status: 408, kind: "timeout", message: "Operation timed out"}),
		status(10, "504", "timeout", apiError{status: 504, kind: "timeout", message: "Gateway timeout"}),
		{Row: 10, Name: "silent", Class: "timeout", How: "no byte, not even a status line", act: actHang, Open: true},
		status(11, "409", "rate", apiError{status: 409, kind: "unmapped", message: "Conflict"}),
		status(11, "425", "rate", apiError{status: 425, kind: "unmapped", message: "Too early"}),
		status(11, "429", "rate", apiError{status: 429, kind: "rate_limit_exceeded", message: "Rate limit exceeded"}),
		status(11, "429-seconds", "rate", apiError{status: 429, kind: "rate_limit_exceeded", retry: "1", message: "Rate limit exceeded"}),
		status(11, "429-date", "rate", apiError{
			status: 429, kind: "rate_limit_exceeded", retry: "Fri, 31 Dec 1999 23:59:59 GMT", message: "Rate limit exceeded",
		}),
		status(11, "429-absurd", "rate", apiError{
			status: 429, kind: "rate_limit_exceeded", retry: "99999999999999999999", message: "Rate limit exceeded",
		}),
		status(11, "429-availability", "rate", apiError{
			status: 429, kind: "rate_limit_exceeded", message: "Provider returned error",
			avail: map[string]any{"code": "rate_limited", "retryable": true, "retry_after": 1},
		}),
		status(11, "429-string", "rate", apiError{
			status: 429, code: "rate_limit_exceeded", kind: "rate_limit_exceeded", message: "Rate limit exceeded",
		}),
	}
	for _, code := range []int{500, 502, 503, 529} {
		kind := map[int]string{500: "server", 502: "provider_unavailable", 503: "provider_overloaded", 529: "provider_overloaded"}[code]
		out = append(out, status(12, itoa(code), "outage", apiError{status: code, kind: kind, message: "Provider returned error"}))
	}
	out = append(out, status(12, "503-seconds", "outage", apiError{status: 503, kind: "provider_overloaded", retry: "1", message: "Overloaded"}))
	out = append(out, status(12, "503-half-hour", "outage", apiError{status: 503, kind: "provider_overloaded", retry: "1800", message: "Overloaded"}))
	return append(
		out,
		Fault{
			Row: 28, Name: "html", Class: "outage", How: "status 502 with an HTML page", act: actRaw, kind: "text/html",
			raw: "<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>", fail: apiError{status: 502},
		},
	)
}
