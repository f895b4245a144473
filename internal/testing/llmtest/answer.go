package llmtest

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
)

// answer decides what a call is answered with: a function of the test, then
// the rules, then the script, then the mode.
func (st *story) answer(r Request) outcome {
	if st.o.Answer != nil {
		if a, ok := st.o.Answer(r); ok {
			return a.outcome()
		}
	}
	if rule, ok := st.rule(r); ok {
		return st.obey(rule, r)
	}
	if st.o.Mode != ModeReplay {
		if a, ok := st.o.Script.reply(r); ok {
			return a.outcome()
		}
	}
	if st.o.Tools == ToolsRefused && offersTools(r) {
		return outcome{fault: &Fault{Name: "no-tools", act: actError, fail: apiError{
			status: http.StatusNotFound, kind: "not_found", message: "No endpoints found that support tool use. Try disabling \"read\". To learn more about provider routing, visit: https://openrouter.ai/docs/provider-routing",
		}}}
	}
	if r.Stage == org.StageTurn && (len(st.o.Coding) > 0 || st.o.Mode == "" || st.o.Mode == ModeAuthor) {
		return st.o.Coding.turn(read(r), st.o.Tools == ToolsCalled && offersTools(r))
	}
	if r.Stage == org.StageCodeReview && len(st.o.Reviewing) > 0 {
		return outcome{text: st.o.Reviewing.review(read(r))}
	}
	switch st.o.Mode {
	case "", ModeAuthor, ModeScripted, ModeSlow:
		return written(r)
	case ModeSchema:
		return outcome{text: random(r, st.o.Seed)}
	case ModeEmpty:
		return outcome{}
	case ModeGarbage:
		return outcome{text: garbage(r, st.o.Seed)}
	case ModeCut:
		return st.cut(r)
	case ModeFlaky:
		return st.flaky(r)
	case ModeByzantine:
		return st.byzantine(r)
	case ModeReplay:
		return st.tape.answer(r)
	case ModeDown:
		return faultNamed("503")
	}
	return outcome{violation: fmt.Sprintf("unknown mode %q", st.o.Mode)}
}

func written(r Request) outcome { return outcome{text: author(r, verdicts{})} }

func (a Reply) outcome() outcome {
	if a.Fault != "" {
		return faultNamed(a.Fault)
	}
	return outcome{text: a.Text, calls: a.Calls, reasoning: a.Reasoning, finish: a.Finish}
}

func faultNamed(name string) outcome {
	f, ok := FaultNamed(name)
	if !ok {
		return outcome{violation: fmt.Sprintf("unknown fault %q", name)}
	}
	return outcome{fault: &f}
}

// deeds lists what a rule can do, apart from faults.
func deeds() []string {
	return []string{"reject", "fail", "empty", "garbage", "refuse", "low", "good", "byzantine", "schema", "reply"}
}

func (r Rule) check() error {
	if name, ok := strings.CutPrefix(r.Do, "fault:"); ok {
		if _, known := FaultNamed(name); !known {
			return fmt.Errorf("unknown fault %q", name)
		}
		return nil
	}
	if !slices.Contains(deeds(), r.Do) {
		return fmt.Errorf("unknown deed %q of a rule", r.Do)
	}
	return nil
}

// rule finds the rule that changes this call and counts the call for every
// rule that it matches.
func (st *story) rule(req Request) (Rule, bool) {
	st.mu.Lock()
	defer st.mu.Unlock()
	var found *Rule
	for i := range st.o.Rules {
		r := &st.o.Rules[i]
		if !r.covers(req.Stage) || !about(req, r.Title) {
			continue
		}
		st.rules[i]++
		n, from := st.rules[i], max(r.From, 1)
		if found == nil && n >= from && (r.Times == 0 || n < from+r.Times) {
			found = r
		}
	}
	if found == nil {
		return Rule{}, false
	}
	return *found, true
}

// about reports whether a request is about the step of that title. Where the
// prompt names no step, the title may stand anywhere in it.
func about(r Request, title string) bool {
	if title == "" {
		return true
	}
	where := r.Title
	if where == "" {
		where = r.Prompt
	}
	return strings.Contains(strings.ToLower(where), strings.ToLower(title))
}

func (st *story) obey(rule Rule, r Request) outcome {
	switch rule.Do {
	case "reject":
		return outcome{text: author(r, verdicts{reject: true})}
	case "low":
		return outcome{text: author(r, verdicts{low: true})}
	case "good":
		return outcome{text: author(r, verdicts{good: true})}
	case "fail":
		return faultNamed("503")
	case "empty":
		return outcome{}
	case "garbage":
		return outcome{text: garbage(r, st.o.Seed)}
	case "refuse":
		return outcome{text: "I can't help with that request.", finish: "content_filter", refusal: "I can't help with that request."}
	case "byzantine":
		return st.byzantine(r)
	case "schema":
		return outcome{text: random(r, st.o.Seed)}
	case "reply":
		return outcome{text: rule.Reply}
	}
	return faultNamed(strings.TrimPrefix(rule.Do, "fault:"))
}

// covers reports whether a rule is about calls of a stage. What a critic is told
// holds when he compares versions too.
func (r Rule) covers(stage string) bool {
	if stage == org.StageCompare && r.Stage == org.StageCritique && r.Do != "reply" {
		return true
	}
	return r.Stage == "" || r.Stage == "*" || r.Stage == stage
}
