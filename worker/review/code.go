package review

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/safetext"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/prompt"
	"github.com/frasier-cos/frasier/worker/coder"
)

// Code is a change of code under review.
type Code struct {
	Work

	Reviewer org.Agent
	Change   coding.Change
	Patch    []byte // as it is read; empty for the change's own
	Reader   coder.Reader
	// Facts stand on the page of every turn.
	Facts prompt.CodeReviewContract
	// Keep does the n-th turn once, from 0, however often the review begins again.
	Keep func(ctx context.Context, n int, do func(context.Context) (CodeTurn, error)) (CodeTurn, error)
	// Prove runs a test that is to show a finding; why says what of it does not. Nil for a change of Frasier's own, whose findings go to its writer.
	Prove func(ctx context.Context, f coding.ReviewFinding, path, text string) (t coding.FindingTest, why string, err error)
}

// CodeTurn is one turn of a reviewer as it is kept.
type CodeTurn struct {
	Part     int                    `json:"part"`
	Thought  string                 `json:"thought,omitempty"`
	Did      []string               `json:"did,omitempty"`
	Looked   int                    `json:"looked,omitempty"`
	Saw      string                 `json:"saw,omitempty"`
	Findings []coding.ReviewFinding `json:"findings,omitempty"`
	Advice   []string               `json:"advice,omitempty"` // findings without a place that there is
	Over     bool                   `json:"over,omitempty"`   // it has the verdict
	Pass     bool                   `json:"pass,omitempty"`
	Said     string                 `json:"said,omitempty"` // with the verdict
	Model    string                 `json:"model"`
	Lower    org.Tier               `json:"lower,omitempty"`
	Proved   []coding.ProvedFinding `json:"proved,omitempty"`  // the findings with their tests, of somebody else's pull request
	Unshown  []string               `json:"unshown,omitempty"` // why findings do not count: what their tests said
}

// Code asks an engineer whether a change of code is right. He reads all of it, in parts where it is long, and
// may look at the code and run it; nothing of what he says changes a file. A return
// without a place that there is counts for nothing, nor does a pass that names no line of the change.
func (j *Judge) Code(ctx context.Context, c Code) (Verdict, error) {
	if len(c.Patch) == 0 {
		c.Patch = c.Change.Patch
	}
	parts := splitPatch(coding.ReadablePatch(c.Patch), codePartBytes)
	if len(parts) > codeParts {
		return Verdict{Findings: []string{fmt.Sprintf("the change is too long to be reviewed: %d characters, and at most %d are read. Make it in smaller steps", len(c.Patch), codeParts*codePartBytes)}}, nil
	}
	v := Verdict{Pass: true}
	n := 0
	for i := range parts {
		p := part{Code: c, parts: parts, at: i, found: v.Findings}
		for !p.isOver() {
			t, err := c.Keep(ctx, n, func(ctx context.Context) (CodeTurn, error) { return j.takeCodeTurn(ctx, p) })
			if err != nil {
				return Verdict{}, err
			}
			p.turns, n = append(p.turns, t), n+1
		}
		v.addPart(p.turns)
	}
	if v.Pass {
		v.Findings, v.Remarks = nil, mergeFindings(append(v.Findings, v.Remarks...))
		return v, nil
	}
	v.Findings, v.Remarks = mergeFindings(v.Findings), nil
	return v, nil
}

// part is one part of a change that is read.
type part struct {
	Code

	parts []string
	at    int // among them
	turns []CodeTurn
	found []string // in the parts before
}

func (p part) isOver() bool {
	return len(p.turns) == codeTurns || len(p.turns) > 0 && p.turns[len(p.turns)-1].Over
}

// addPart adds what the turns on one part of a change came to.
func (v *Verdict) addPart(turns []CodeTurn) {
	last := turns[len(turns)-1]
	v.Model, v.Lower = last.Model, last.Lower
	for _, t := range turns {
		v.Proved, v.Unshown = append(v.Proved, t.Proved...), v.Unshown+len(t.Unshown)
		for _, f := range t.Findings {
			v.Findings = append(v.Findings, f.String())
		}
		v.Remarks = append(v.Remarks, t.Advice...)
	}
	switch {
	case !last.Over:
		v.Pass = false
		v.Findings = append(v.Findings, "the reviewer gave no verdict: "+last.Said)
	case !last.Pass:
		v.Pass = false
		if last.Said != "" {
			v.Findings = append(v.Findings, last.Said)
		}
	}
}

// mergeFindings keeps so many findings without doubles. Two places of a file are two findings.
func mergeFindings(all []string) []string {
	var out []string
	for _, f := range all {
		if len(out) < codeFindings && !slices.Contains(out, f) {
			out = append(out, f)
		}
	}
	return out
}

func (j *Judge) takeCodeTurn(ctx context.Context, c part) (CodeTurn, error) {
	t := CodeTurn{Part: c.at + 1}
	contract := c.buildContract()
	reply, err := j.askCode(ctx, c.Code, contract)
	if err != nil {
		return t, err
	}
	t.Model, t.Lower = reply.Model, findLowerTier(reply)
	read := coder.ReadReview
	if c.Prove != nil {
		read = coder.ReadPullReview
	}
	r, err := read(reply.Text)
	var form *coder.FormError
	if errors.As(err, &form) {
		return t.refuse("Nothing of your reply counts, since it could not be read: " + form.Words), nil
	}
	if err != nil {
		return t, err
	}
	t.Thought = r.Thought
	for _, a := range r.Actions {
		t.Did = append(t.Did, a.Describe())
	}
	if err := t.takeFindings(ctx, c.Code, r.Actions); err != nil {
		return t, err
	}
	last := r.Actions[len(r.Actions)-1]
	if len(t.Unshown) > 0 && contract.Left > 1 { // he may mend his test, or take it back
		return t.refuse(strings.Join(t.Unshown, "\n")), nil
	}
	switch last.Do {
	case coder.DoPass:
		return t.pass(ctx, c.Code, last)
	case coder.DoReturn:
		return t.sendBack(c.turns, last.Text, contract.Left == 1), nil
	}
	looks := slices.DeleteFunc(slices.Clone(r.Actions), func(a coder.Action) bool { return !a.IsLook() })
	if len(looks) == 0 {
		return t.refuse("That is neither something to look at nor a verdict; end with pass or return."), nil
	}
	looks = looks[:min(len(looks), contract.Looks)]
	t.Looked, t.Said = len(looks), "its turns went into looking"
	t.Saw, err = c.Reader.Look(ctx, looks)
	if len(looks) < len(r.Actions)-len(t.Findings)-len(t.Advice) {
		t.Saw = strings.TrimSpace(t.Saw + "\nThe rest was not looked at: there is no more to look at than was said.")
	}
	return t, err
}

// refuse keeps a turn that brought nothing, with what the reviewer is told of it.
func (t CodeTurn) refuse(why string) CodeTurn {
	t.Saw, t.Said = why, why
	return t
}

// takeFindings keeps what has a place in the code, before or after the change, apart from what has none.
func (t *CodeTurn) takeFindings(ctx context.Context, c Code, all []coder.Action) error {
	for i, a := range all {
		if a.Do != coder.DoFinding {
			continue
		}
		f := coding.ReviewFinding{File: a.Path, Line: a.From, Kind: a.Find, Text: clipFinding(a.Text)}
		there, err := c.hasPlace(ctx, a)
		switch {
		case err != nil:
			return err
		case there && c.Prove != nil:
			var test *coder.Action
			if i+1 < len(all) && all[i+1].Do == coder.DoTest {
				test = &all[i+1]
			}
			if err := t.takeProved(ctx, c, f, test); err != nil {
				return err
			}
		case there:
			t.Findings = append(t.Findings, f)
		default:
			t.Advice = append(t.Advice, f.Text)
		}
	}
	return nil
}

// takeProved keeps a finding about somebody else's pull request with the test that shows it. One whose test does not show it is told so.
func (t *CodeTurn) takeProved(ctx context.Context, c Code, f coding.ReviewFinding, test *coder.Action) error {
	p := coding.ProvedFinding{ReviewFinding: f}
	if test != nil {
		shown, why, err := c.Prove(ctx, f, test.Path, test.Text)
		if err != nil {
			return err
		}
		if why != "" {
			t.Unshown = append(t.Unshown, fmt.Sprintf("%s does not count: %s.", f.String(), why))
			return nil
		}
		p.Test = &shown
	}
	t.Findings, t.Proved = append(t.Findings, f), append(t.Proved, p)
	return nil
}

// hasPlace reports whether a file and line are there: of the code with the change, or of a file that the change deletes.
func (c Code) hasPlace(ctx context.Context, a coder.Action) (bool, error) {
	lines, err := c.Reader.CountLines(ctx, a.Path)
	if err != nil {
		return false, err
	}
	if i := slices.IndexFunc(c.Change.Files, func(f coding.FileChange) bool { return f.Gone() && isPath(f, a.Path) }); lines < 0 && i >= 0 {
		lines = strings.Count(c.Change.Files[i].Before, "\n") + 1
	}
	return lines >= 0 && a.From <= lines, nil
}

func isPath(f coding.FileChange, name string) bool {
	return f.Path == name || coding.ShownPath(f.Path) == name
}

// pass takes a pass that names a line of the change.
func (t CodeTurn) pass(ctx context.Context, c Code, a coder.Action) (CodeTurn, error) {
	there, err := c.hasPlace(ctx, a)
	if err != nil {
		return t, err
	}
	if !there || !slices.ContainsFunc(c.Change.Files, func(f coding.FileChange) bool { return isPath(f, a.Path) }) {
		return t.refuse("It is not passed yet: name a line of a file of the change, as PATH:LINE, that does what was asked."), nil
	}
	t.Over, t.Pass, t.Said = true, true, clipFinding(a.Text)
	return t, nil
}

// sendBack takes a return that says where. One that does not is asked once more for the place; without one its
// words are advice.
func (t CodeTurn) sendBack(before []CodeTurn, why string, last bool) CodeTurn {
	placed := len(t.Findings) > 0 || slices.ContainsFunc(before, func(b CodeTurn) bool { return len(b.Findings) > 0 })
	switch {
	case placed:
		t.Over, t.Said = true, clipFinding(why)
	case last:
		t.Over, t.Pass, t.Advice = true, true, append(t.Advice, clipFinding(why))
	default:
		return t.refuse("It is not sent back yet: none of your findings names a file and a line that there are.")
	}
	return t
}

func (c part) buildContract() prompt.CodeReviewContract {
	out := c.Facts
	if out.Proves = c.Prove != nil; out.Proves {
		out.Actions = coder.DescribePullReview()
	} else {
		out.Actions = coder.DescribeReview()
	}
	out.Part, out.Parts, out.Diff, out.Found = c.at+1, len(c.parts), numberLines(c.parts[c.at]), mergeFindings(c.found)
	out.Left, out.Looks = codeTurns-len(c.turns), codeLooks
	for i, t := range c.turns {
		out.Looks -= t.Looked
		out.Turns = append(out.Turns, prompt.Took{N: i + 1, Thought: t.Thought, Did: t.Did, Saw: t.Saw})
	}
	return out
}

func (j *Judge) askCode(ctx context.Context, c Code, contract prompt.CodeReviewContract) (llm.Reply, error) {
	tier := org.StageOf(org.StageCodeReview).Tier
	caller := c.Caller
	caller.Agent = c.Reviewer.ID
	blocks, err := j.Prompts.Blocks(prompt.Data{
		Stage: org.StageCodeReview, Tier: tier, Project: prompt.ProjectOf(c.Context), Task: hideAuthor(c.Work), Nonce: c.Nonce,
		Contract: contract, Volatile: prompt.Volatile{Day: j.Now()},
	})
	if err != nil {
		return llm.Reply{}, fmt.Errorf("code review of step %s: %w", c.Step.ID, err)
	}
	reply, err := j.askLastReader(ctx, c.Work, llm.Request{
		Purpose: org.StageCodeReview, Caller: caller, Tier: tier, AvoidFamilies: []string{c.Family}, Blocks: blocks, Verbatim: true,
		Limit: org.ReviewLimit, Input: work.StageInput{Step: &c.Step, Context: &c.Context},
	})
	if err != nil {
		return llm.Reply{}, fmt.Errorf("code review of step %s: %w", c.Step.ID, err)
	}
	return reply, nil
}

func clipFinding(text string) string {
	text = safetext.Neutral(strings.Join(strings.Fields(text), " "))
	if len(text) <= codeFindingBytes {
		return text
	}
	return strings.ToValidUTF8(text[:codeFindingBytes], "") + " ..."
}
