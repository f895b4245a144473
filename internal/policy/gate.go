package policy

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
)

// Gates names the policy row of the gates that every new project has,
// single tasks excepted: "after planning, after each phase"; "off" by default.
const Gates = "gates"

// A point may be named so, each with what may stand before it in a list of gates.
const (
	phrasePlan     = `post-?planner|(?:after|once|when)\s+(?:the\s+)?plan(?:ning)?(?:\s+is\s+(?:there|ready|done))?\b|before\s+(?:you\s+)?(?:start|begin)(?:ning|ing)?\b`
	phrasePhase    = `post-?phase|(?:after|between)\s+(?:each\s+|every\s+|the\s+|all\s+)?phases?\b`
	phraseDocument = `pre-?assembly|before\s+(?:you\s+)?(?:(?:write|writing|assemble|assembling|deliver|delivering)\s+)?(?:the\s+)?(?:final\s+)?(?:document|report|deliverable|assembly)\b`
)

// The phrases become one pattern.
func gatePhrase(p org.GatePoint) string {
	switch p {
	case org.GatePlan:
		return phrasePlan
	case org.GatePhase:
		return phrasePhase
	case org.GateDocument:
		return phraseDocument
	case org.GateStep:
	}
	return ""
}

func gatePoints() []org.GatePoint {
	return []org.GatePoint{org.GatePlan, org.GatePhase, org.GateDocument}
}

// ParseGates reads a list of points such as "after planning, post-phase";
// "off" and an empty text are none. Its error is a sentence for the founder.
func ParseGates(text string) ([]org.GatePoint, error) {
	var out []org.GatePoint
	for _, part := range regexp.MustCompile(`(?i)\s*(?:[,;]|\band\b)\s*`).Split(strings.TrimSpace(text), -1) {
		if part == "" || strings.EqualFold(part, "off") || strings.EqualFold(part, "none") {
			continue
		}
		i := slices.IndexFunc(gatePoints(), func(p org.GatePoint) bool {
			return regexp.MustCompile(`(?i)^(?:` + gatePhrase(p) + `)$`).MatchString(strings.TrimPrefix(part, "triggerOn:"))
		})
		if i < 0 {
			return nil, fmt.Errorf("%q is no place for a gate: write after planning, after each phase or before the document", part)
		}
		if p := gatePoints()[i]; !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	return out, nil
}

// A founder says so that work is to stop somewhere, or the opposite.
const (
	gateAsked   = `\b(?:stop|wait|pause|halt|hold|check(?:\s+in)?\s+with\s+me|ask\s+me|show\s+me|gates?|checkpoints?|trigger-?on)\b[^.;!?\n]{0,40}?\b(?:`
	gateRefused = `\b(?:don[’']?t|do\s+not|never|no\s+need\s+to|without|not)\s+(?:\w+\s+)?$`
)

// GatesIn finds in the founder's own words where he wants the work to stop:
// "stop after planning". What he says he does not want is none.
func GatesIn(text string) []org.GatePoint {
	var out []org.GatePoint
	refused := regexp.MustCompile(`(?i)` + gateRefused)
	for _, p := range gatePoints() {
		for _, at := range regexp.MustCompile(`(?i)`+gateAsked+gatePhrase(p)+`)`).FindAllStringIndex(text, -1) {
			if !refused.MatchString(text[:at[0]]) {
				out = append(out, p)
				break
			}
		}
	}
	return out
}
