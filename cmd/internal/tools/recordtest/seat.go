package main

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/eval/replay"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
	"github.com/frasier-cos/frasier/llm"
)

// What a recorded expert found in a draft, and leadSays the same as the
// lead would write it down.
type (
	expertSaid struct {
		Errors []struct {
			Quote    string `json:"quote"`
			Why      string `json:"why_wrong"`
			Evidence string `json:"evidence"`
			Severity string `json:"severity"`
		} `json:"errors"`
		Proof   []string `json:"proof"`
		Verdict string   `json:"verdict"`
	}
	leadSays struct {
		Fit          string        `json:"fit"`
		Inconsistent []struct{}    `json:"inconsistent"`
		Blockers     []leadBlocker `json:"blockers"`
		Proof        []string      `json:"proof"`
		Verdict      string        `json:"verdict"`
	}
	leadBlocker struct {
		Quote       string `json:"quote"`
		Problem     string `json:"problem"`
		Instruction string `json:"instruction"`
	}
)

// How long a lead's problem may be, by the form of his reply.
const problemChars = 300

// cutSentences is the beginning of a text in whole sentences, of at most so many
// characters, and the rest.
func cutSentences(text string, most int) (head, rest string) {
	if len([]rune(text)) <= most {
		return text, ""
	}
	begin := string([]rune(text)[:most])
	at := strings.LastIndex(begin, ". ") + 1
	return strings.TrimSpace(text[:at]), strings.TrimSpace(text[at:])
}

// What an expert said of the very draft that the lead is asked about: a verdict
// is of a draft, whoever has the seat. Faults of low severity are no blockers. It is false
// when he spoke of another draft, some word that he quotes standing nowhere in this one.
func asLead(c replay.Call, r llmtest.Request) (string, bool) {
	if c.Stage != org.StageExpert || r.Stage != org.StageLead || c.Title != r.Title {
		return "", false
	}
	object, err := llm.Object(c.Reply, nil)
	if err != nil {
		return "", false
	}
	var said expertSaid
	if err := json.Unmarshal(object, &said); err != nil {
		return "", false
	}
	says := leadSays{Fit: "As somebody of the field found.", Inconsistent: []struct{}{}, Blockers: []leadBlocker{}, Proof: said.Proof, Verdict: said.Verdict}
	quotes := slices.Clone(said.Proof)
	for _, e := range said.Errors {
		quotes = append(quotes, e.Quote)
		if e.Severity == "high" {
			problem, more := cutSentences(e.Why, problemChars)
			says.Blockers = append(says.Blockers, leadBlocker{e.Quote, problem, strings.TrimSpace(more + " (" + e.Evidence + ")")})
		}
	}
	draft := prose.Fold(r.Prompt)
	if slices.ContainsFunc(quotes, func(q string) bool { return !strings.Contains(draft, prose.Fold(q)) }) {
		return "", false
	}
	raw, err := json.Marshal(says)
	return string(raw), err == nil
}
