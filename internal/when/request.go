package when

import (
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
)

const politely = `(?:(?:hey|hi|hello|please|ok|okay|and|bitte|hallo|und)[,!]? +)*(?:(?:can|could|would|will) you +(?:please +)?)?(?:i(?:'d| would) like you to +)?`

var (
	asked   = lazyregexp.New(`(?is)^` + politely + `(?:remind|erinner[en]?) +(?:me|us|mich|uns)\b[ ,:]*(?:(?:please|bitte)\b[ ,]*)?(.*)$`)
	askedOf = lazyregexp.New(`(?is)^(?:bitte +)?(?:kannst|könntest|würdest|magst) du (?:bitte )?(?:mich|uns) (.*) erinnern[?.! ]*$`)
	behind  = lazyregexp.New(`(?is)^(.{2,60}?),? +(?:please +)?(?:remind +(?:me|us)|erinner[en]? +(?:mich|uns))\b[ ,:]*(.*)$`)
	// A question for what is remembered, not for a reminder.
	wonders = lazyregexp.New(`(?i)^(?:again +)?(?:what|how|who|whose|which|where|why|whether|if|was|wie|wer|welche[rsn]?|wo|warum|ob|woran)\b`)
	awaited = lazyregexp.New(`(?is)^(?:when|once|as soon as|wenn|sobald) +(.{1,80}?) +(?:(?:is|has been|are|ist) +)?(?:answered|answers|replies|replied|writes|wrote|done|finished|ready|delivered|over|ends|ended|antwortet|beantwortet|schreibt|fertig|zu ende)(?: +(?:ist|hat|wurde))?\b[ ,:]*(?:(?:to|that|about|daran|dass) +)?(.*)$`)
)

// Request is the wish to be reminded of something.
type Request struct {
	Words string // the time and the matter, for Read; empty where it waits for something
	On    string // what it waits for: a founder, a question or a project, as it is called
	Body  string // the matter, where it waits for something
}

// FindRequest finds the wish to be reminded in a message. What asks for something that is known already, such as
// "remind me what we decided", is none, nor is one about a thing that names no time.
func FindRequest(text string, now time.Time, zone *time.Location) (Request, bool) {
	text = strings.TrimSpace(text)
	const most = 1000
	if len(text) > most {
		return Request{}, false
	}
	var words string
	if m := asked.FindStringSubmatch(text); m != nil {
		words = m[1]
	} else if m := askedOf.FindStringSubmatch(text); m != nil {
		words = m[1]
	} else if m := behind.FindStringSubmatch(text); m != nil {
		if r, err := Read(m[1], now, zone); errorsNone(err) || r.Rest != "" {
			return Request{}, false
		}
		words = m[1] + " " + m[2]
	} else {
		return Request{}, false
	}
	return splitRequest(strings.TrimRight(strings.TrimSpace(words), "?!. "), now, zone)
}

func errorsNone(err error) bool { return err == ErrNone } //nolint:errorlint // Read returns it as it is

func splitRequest(words string, now time.Time, zone *time.Location) (Request, bool) {
	if m := awaited.FindStringSubmatch(words); m != nil {
		if _, err := Read(m[1], now, zone); errorsNone(err) {
			return Request{On: strings.TrimSpace(m[1]), Body: strings.TrimSpace(m[2])}, true
		}
	}
	low := strings.ToLower(words)
	switch {
	case wonders.MatchString(words), strings.HasPrefix(low, "when "), strings.HasPrefix(low, "once "), strings.HasPrefix(low, "wenn "), strings.HasPrefix(low, "sobald "):
		return Request{}, false
	case words == "":
		return Request{}, false
	}
	_, err := Read(words, now, zone)
	if errorsNone(err) && !strings.HasPrefix(low, "to ") && !strings.HasPrefix(low, "daran") {
		return Request{}, false
	}
	return Request{Words: words}, true
}
