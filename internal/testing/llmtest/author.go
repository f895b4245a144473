package llmtest

import (
	"encoding/json"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/llm/prompt"
)

// verdicts tell the author to judge otherwise than it would.
type verdicts struct {
	reject bool // reviewers send the work back
	low    bool // the critic says no to everything
	good   bool // the critic says no to one item and yes to the rest
}

// author answers a request as a diligent model would that knows nothing but
// the facts of the prompt. Equal requests get equal answers.
func author(r Request, v verdicts) string {
	if task, tail, ok := continued(r.Prompt); ok {
		r.Prompt = task
		return rest(author(r, v), tail)
	}
	s := read(r)
	var obj any
	switch r.Stage {
	case org.StageRepair:
		return s.repair()
	case org.StageClassify:
		obj = s.classify()
	case org.StageChief:
		obj = s.chief()
	case org.StagePlan:
		obj = s.plan(v)
	case org.StageEnrich:
		obj = s.enrich(v)
	case org.StagePlanReview:
		obj = s.planReview(v)
	case org.StageDecompose:
		obj = s.decompose()
	case org.StageClaims:
		obj = s.claims()
	case org.StageGap:
		obj = s.gap()
	case org.StageSupport:
		obj = s.support(v)
	case org.StageCritique:
		obj = s.critique(v)
	case org.StageCompare:
		obj = s.compare(v)
	case org.StageDirect, org.StageCEO:
		obj = s.direct(v)
	case org.StageCurate:
		obj = s.curate(v)
	case org.StageCalibrate:
		obj = s.calibrate(v)
	case org.StageQA, org.StageCrosscheck, org.StageTiebreak:
		obj = s.qa(v)
	case org.StageLead:
		obj = s.lead(v)
	case org.StageDebug:
		obj = s.debug(v)
	case org.StageExpert:
		obj = s.expert(v)
	case org.StageUpskill:
		obj = s.upskill()
	case org.StageWatch:
		obj = s.watch(v)
	case org.StageCoherence:
		obj = s.coherence(v)
	case org.StageTurn, org.StageCodeReview:
		return s.code(v)
	case org.StageSight:
		return s.sight()
	case org.StageLook, org.StageFigures:
		obj = s.look()
	case org.StageOutline:
		obj = s.outline()
	case org.StageSummary:
		return s.summary()
	case org.StageSection:
		return s.oneSection()
	case org.StageRevise:
		return s.revise()
	default:
		return s.example()
	}
	return object(obj)
}

// continued takes apart a prompt that asks to go on with a cut text: the task
// as it was, and the end of what was written.
func continued(prompt string) (task, tail string, ok bool) {
	const begin, end = "Your answer was cut off. It ends with these characters:\n\n", "\n\nGo on from the very next character"
	task, tail, ok = strings.Cut(prompt, begin)
	if !ok {
		return "", "", false
	}
	if i := strings.LastIndex(tail, end); i >= 0 {
		tail = tail[:i]
	}
	return task, tail, true
}

// What follows tail in text: all of it when tail does not occur.
func rest(text, tail string) string {
	for _, t := range []string{tail, strings.TrimSpace(tail)} {
		if i := strings.LastIndex(text, t); i >= 0 && t != "" {
			return text[i+len(t):]
		}
	}
	return text
}

// example is the reply of whoever nobody wrote down an answer for: the one that the prompt
// itself shows, made to fit the schema of the request, and without a schema a draft.
func (s sheet) example() string {
	if len(s.r.Schema) == 0 {
		return s.synthesize()
	}
	_, shown, _ := strings.Cut(s.r.Prompt, "\nGood: ")
	return object(fitted(s.r.Schema, opened(shown)))
}

// object writes v as a model writes JSON.
func object(v any) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return "{}"
	}
	return strings.TrimSpace(b.String())
}

// short cuts text to n runes at a word.
func short(text string, n int) string {
	text = strings.Join(strings.Fields(text), " ")
	r := []rune(text)
	if len(r) <= n {
		return text
	}
	cut := string(r[:n])
	if i := strings.LastIndexByte(cut, ' '); i > n/2 {
		cut = cut[:i]
	}
	return strings.TrimRight(cut, " ,.;:")
}

// anyOf reports whether one of the words stands in text, folded.
func anyOf(text string, words ...string) bool {
	folded := " " + prose.Fold(text) + " "
	for _, w := range words {
		if strings.Contains(folded, " "+w+" ") {
			return true
		}
	}
	return false
}

// repair returns the reply in the prompt, made to fit the schema of the
// request: what is there stays, what is missing is empty.
func (s sheet) repair() string {
	reply := contract[prompt.RepairContract](s.brief).Invalid
	if len(s.r.Schema) == 0 {
		return reply
	}
	return object(fitted(s.r.Schema, opened(reply)))
}

// opened reads an object out of a text that may hold more than it, or break
// off inside it; nil when there is none.
func opened(text string) any {
	i := strings.IndexByte(text, '{')
	if i < 0 {
		return nil
	}
	text = text[i:]
	var v any
	if json.NewDecoder(strings.NewReader(text)).Decode(&v) == nil {
		return v
	}
	for n := len(text); n > 0; n = strings.LastIndexAny(text[:n], ",}]") {
		if json.Unmarshal([]byte(closed(text[:n])), &v) == nil {
			return v
		}
	}
	return nil
}

// closed adds the brackets that a text leaves open.
func closed(text string) string {
	var open []byte
	inString, escaped := false, false
	for i := range len(text) {
		switch c := text[i]; {
		case escaped:
			escaped = false
		case inString && c == '\\':
			escaped = true
		case c == '"':
			inString = !inString
		case inString:
		case c == '{':
			open = append(open, '}')
		case c == '[':
			open = append(open, ']')
		case (c == '}' || c == ']') && len(open) > 0:
			open = open[:len(open)-1]
		}
	}
	if inString {
		text += `"`
	}
	for i := len(open) - 1; i >= 0; i-- {
		text += string(open[i])
	}
	return text
}
