package llm

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
)

type action int

const (
	actUse      action = iota // the reply goes on to be read
	actGiveUp                 // nothing here can help
	actBackoff                // wait and try again, twice at most, then a lower tier
	actOnce                   // try once more elsewhere, then a lower tier
	actPause                  // wait as long as the endpoint said, then try again
	actPartial                // the reply broke off: a long text goes on, else ask again and then a lower tier
	actLower                  // a lower tier at once
	actLoosen                 // drop constraints once, then a lower tier
	actLearn                  // ask in the form that the model takes, and remember it
	actBare                   // the endpoint refuses something unnamed: ask with nothing special
	actShrink                 // with fewer sources
	actLess                   // for a shorter answer
	actAgain                  // the reply is of no use: ask once more
	actLengthen               // the reply was cut by the limit of tokens
	actQuieten                // thoughts and no answer: ask for less thought
	actAppeal                 // the model declined
)

// trips tells whether the try counts against the model's breaker.
type verdict struct {
	row   int // of the table of errors; 0 for a plain success
	class Class
	kind  string // for the ledger
	act   action
	trips bool
	trait Trait // with actLearn
	fit   fit   // with actShrink: how much fits, as far as it is said
	room  int   // with actLess: how long an answer may be, of this prompt; 0 when it is the model's bound
}

type question struct {
	schema    bool
	maxTokens int
}

// The table of errors turns what came back from one try into a decision. It is pure.
func classifyTry(raw Raw, err error, q question) verdict {
	var f *Fault
	switch {
	case err == nil:
		return classifyReply(raw, q)
	case errors.As(err, &f):
		return classifyFault(f, hasBegun(raw))
	case errors.Is(err, org.ErrNoModel):
		return verdict{row: 4, class: ClassCatalog, kind: "no_model", act: actGiveUp}
	case errors.Is(err, context.Canceled):
		return verdict{row: 32, class: ClassCancelled, kind: "cancel", act: actGiveUp}
	}
	return verdict{row: 26, class: ClassTransport, kind: "network", act: actBackoff, trips: true}
}

// The answer came whole.
func classifyReply(raw Raw, q question) verdict {
	text, open := stripThink(raw.Text)
	text = strings.TrimSpace(text)
	thought := strings.TrimSpace(raw.Reasoning) != "" || open
	switch {
	case raw.Finish == finishError && strings.EqualFold(raw.NativeFinish, brokenCall):
		return verdictBrokenCall
	case raw.Finish == finishError && hasBegun(raw):
		return judgeBroken(15)
	case raw.Finish == finishError:
		return verdict{row: 15, class: ClassTransport, kind: "outage", act: actBackoff, trips: true}
	case raw.Finish == finishRefusal, raw.Refusal != "":
		return verdict{row: 21, class: ClassRefusal, kind: "refusal", act: actAppeal}
	case raw.Finish == finishLength:
		return verdict{row: 20, class: ClassContent, kind: "truncation", act: actLengthen}
	case len(raw.Calls) > 0:
		return verdict{}
	case text == "" && thought:
		return verdict{row: 22, class: ClassContent, kind: "reasoning_only", act: actQuieten}
	case text == "":
		// The endpoint answers, so its breaker stays shut: a breaker would make
		// steps wait, and only transport faults may.
		return verdict{row: 14, class: ClassContent, kind: "empty", act: actAgain}
	case !q.schema && isRefusal(text, q.maxTokens):
		return verdict{row: 21, class: ClassRefusal, kind: "refusal", act: actAppeal}
	case text != strings.TrimSpace(raw.Text):
		return verdict{row: 23, kind: "leak"}
	}
	return verdict{}
}

// Whoever sent an answer that has no end can be reached, so it is a reply of no use and nothing to
// wait for.
func judgeBroken(row int) verdict {
	return verdict{row: row, class: ClassContent, kind: "cut", act: actPartial}
}

func hasBegun(raw Raw) bool {
	return strings.TrimSpace(raw.Text) != "" || strings.TrimSpace(raw.Reasoning) != "" || len(raw.Calls) > 0
}

// part says that a part of the answer came.
func classifyFault(f *Fault, part bool) verdict {
	switch f.Place {
	case PlaceStatus, PlaceBody:
		return classifyStatus(f)
	case PlaceStream:
		if v := classifyStatus(f); v.class != ClassTransport {
			return v
		}
		if part {
			return judgeBroken(16)
		}
		return verdict{row: 16, class: ClassTransport, kind: "outage", act: actBackoff, trips: true}
	case PlaceCut:
		return judgeBroken(17)
	case PlaceStall:
		return verdict{row: 18, class: ClassTransport, kind: "stall", act: actOnce, trips: true}
	case PlaceDeadline:
		return verdict{row: 19, class: ClassTransport, kind: "slow", act: actLower, trips: true}
	case PlaceSilence:
		return verdict{row: 10, class: ClassTransport, kind: "timeout", act: actOnce, trips: true}
	case PlaceNetwork:
		return verdict{row: 26, class: ClassTransport, kind: "network", act: actBackoff, trips: true}
	case PlaceProtocol:
		return verdict{row: 27, class: ClassTransport, kind: "protocol", act: actBackoff, trips: true}
	case PlacePage:
		return verdict{row: 28, class: ClassTransport, kind: "outage", act: actBackoff, trips: true}
	}
	return verdict{row: 12, class: ClassTransport, kind: "outage", act: actBackoff, trips: true}
}

// The words of the endpoint count first, and where they say nothing its number.
func classifyStatus(f *Fault) verdict {
	if f.Words == "" {
		w := errorWords{all: []string{f.Message}}
		worded := *f
		worded.Words = w.joinWords(f.Kind, f.Code, f.Source)
		f = &worded
	}
	if v, ok := readWords(f); ok {
		return v
	}
	switch status := f.findStatus(); {
	case status == http.StatusBadRequest, status == http.StatusUnprocessableEntity:
		return verdict{row: rowOf(status), class: ClassBug, kind: "bug", act: actBare}
	case status == http.StatusRequestEntityTooLarge:
		return verdict{row: 31, class: ClassSize, kind: "size", act: actShrink, fit: fitOf(f.Words)}
	case status == http.StatusUnauthorized:
		return verdictAuth
	case status == http.StatusPaymentRequired:
		return verdictMoney
	case status == http.StatusForbidden:
		return verdictBlocked
	case status == http.StatusNotFound, status == http.StatusMethodNotAllowed, status == http.StatusGone:
		return verdictCatalog
	case status == http.StatusRequestTimeout, status == http.StatusGatewayTimeout:
		return verdict{row: 10, class: ClassTransport, kind: "timeout", act: actOnce, trips: true}
	case status == http.StatusConflict, status == http.StatusTooEarly, status == http.StatusTooManyRequests:
		v := verdictRate
		v.trips = !f.Waits
		return v
	case status >= 400 && status < 500:
		return verdict{row: 1, class: ClassBug, kind: "bug", act: actGiveUp}
	}
	return verdictOutage
}

// The status of the error object counts when it came with another one, or that of the word for it.
func (f *Fault) findStatus() int {
	if f.Status >= 400 {
		return f.Status
	}
	if n, err := strconv.Atoi(f.Code); err == nil && n >= 400 && n < 600 {
		return n
	}
	for _, w := range []string{f.Kind, f.Code} {
		if n := statusOf(w); n != 0 {
			return n
		}
	}
	return http.StatusBadGateway
}

func statusOf(word string) int {
	switch word {
	case "invalid_request", "invalid_prompt", "invalid_request_error":
		return http.StatusBadRequest
	case "authentication", "authentication_error", "invalid_api_key":
		return http.StatusUnauthorized
	case "payment_required", "insufficient_quota":
		return http.StatusPaymentRequired
	case "permission_denied":
		return http.StatusForbidden
	case "not_found":
		return http.StatusNotFound
	case "payload_too_large":
		return http.StatusRequestEntityTooLarge
	case "rate_limit_exceeded", "rate_limited", "rate_limit_error":
		return http.StatusTooManyRequests
	case "timeout":
		return http.StatusGatewayTimeout
	}
	return 0
}

func rowOf(status int) int {
	if status == http.StatusUnprocessableEntity {
		return 31
	}
	return 1
}
