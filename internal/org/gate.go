package org

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Gate is a named checkpoint of a project: when the work comes to it, what
// follows waits for the founder. A gate is never passed by silence. By default
// there is none.
type Gate struct {
	ID      string
	Project ProjectID
	Point   GatePoint
	Subject string // of a GateStep: the key of the step or roadmap item; else empty
	Name    string // as the founder reads it: "after planning", "after “Pick a market”"
	SetAt   time.Time
	// Open is the decision that the project waits for at it now; empty when
	// the work is not there.
	Open string
}

// GatePoint is where in a project's course a gate stands.
type GatePoint string

// The points.
const (
	GatePlan     GatePoint = "post-planner" // each mission's plan is there, nothing of it has begun
	GateStep     GatePoint = "post-step"    // a named step or roadmap item is done
	GateDocument GatePoint = "pre-assembly" // all steps have ended, the document is not written
	GatePhase    GatePoint = "post-phase"   // a phase has ended, the next is not planned
)

// PolicyGates names the policy row of the gates that every new project has,
// single tasks excepted: "after planning, after each phase"; "off" by default.
const PolicyGates = "gates"

// Phrase says where a gate stands, as the founder says it.
func (g GatePoint) Phrase() string {
	switch g {
	case GatePlan:
		return "after planning"
	case GateDocument:
		return "before the document"
	case GatePhase:
		return "after each phase"
	case GateStep:
	}
	return "after a step"
}

// gatePhrases are the ways to name a point, each with what may stand before
// it in a list of gates.
const (
	phrasePlan     = `post-?planner|(?:after|once|when)\s+(?:the\s+)?plan(?:ning)?(?:\s+is\s+(?:there|ready|done))?\b|before\s+(?:you\s+)?(?:start|begin)(?:ning|ing)?\b`
	phrasePhase    = `post-?phase|(?:after|between)\s+(?:each\s+|every\s+|the\s+|all\s+)?phases?\b`
	phraseDocument = `pre-?assembly|before\s+(?:you\s+)?(?:(?:write|writing|assemble|assembling|deliver|delivering)\s+)?(?:the\s+)?(?:final\s+)?(?:document|report|deliverable|assembly)\b`
)

// gatePhrase returns the point's phrases as one pattern.
func gatePhrase(p GatePoint) string {
	switch p {
	case GatePlan:
		return phrasePlan
	case GatePhase:
		return phrasePhase
	case GateDocument:
		return phraseDocument
	case GateStep:
	}
	return ""
}

func gatePoints() []GatePoint { return []GatePoint{GatePlan, GatePhase, GateDocument} }

// ParseGates reads a list of points such as "after planning, post-phase";
// "off" and an empty text are none. Its error is a sentence for the founder.
func ParseGates(text string) ([]GatePoint, error) {
	var out []GatePoint
	for _, part := range regexp.MustCompile(`(?i)\s*(?:[,;]|\band\b)\s*`).Split(strings.TrimSpace(text), -1) {
		if part == "" || strings.EqualFold(part, "off") || strings.EqualFold(part, "none") {
			continue
		}
		i := slices.IndexFunc(gatePoints(), func(p GatePoint) bool {
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

// gateAsked is what a founder says to have the work stop somewhere, and what
// makes it the opposite.
const (
	gateAsked   = `\b(?:stop|wait|pause|halt|hold|check(?:\s+in)?\s+with\s+me|ask\s+me|show\s+me|gates?|checkpoints?|trigger-?on)\b[^.;!?\n]{0,40}?\b(?:`
	gateRefused = `\b(?:don[’']?t|do\s+not|never|no\s+need\s+to|without|not)\s+(?:\w+\s+)?$`
)

// GatesIn finds in the founder's own words where he wants the work to stop:
// "stop after planning". What he says he does not want is none.
func GatesIn(text string) []GatePoint {
	var out []GatePoint
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

// GateGo and GateNote are the answers that let the work go on; GateNote stands
// for another plan where the gate is GatePlan.
const (
	GateGo   = "a"
	GateNote = "b"
)

// GateQuestion asks whether the work may go on at a gate. reached says what is
// done, next what follows.
func GateQuestion(p Project, g Gate, reached, next string) Decision {
	second := Option{ID: GateNote, Label: "Go on, with a note", Effect: "the agents are told", Command: CommandSteer + " " + string(p.ID), Ask: "What should they know?"}
	if g.Point == GatePlan {
		second = Option{ID: GateNote, Label: "Change the plan", Effect: "planned again, then asked again", Command: CommandReplan + " " + string(p.ID), Ask: "What should be different?"}
	}
	return Decision{
		Project: p.ID, Kind: DecideGate, Topic: EscalateStrategic,
		Question: fmt.Sprintf("%s You asked me to stop %s.", reached, g.Name),
		Options: []Option{
			{ID: GateGo, Label: "Go on", Effect: next, Style: StyleGood},
			second,
			{ID: "c", Label: "End it here", Effect: "free; the project ends", Command: CommandCancel + " " + string(p.ID), Style: StyleDanger},
		},
	}
}

// Passes reports whether an answer lets the work go on at a gate.
func (g GatePoint) Passes(answer string) bool {
	return answer == GateGo || answer == GateNote && g != GatePlan
}
