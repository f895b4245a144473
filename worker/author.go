package worker

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/prompt"
	"github.com/frasier-cos/frasier/worker/check"
	"github.com/frasier-cos/frasier/worker/review"
	"github.com/frasier-cos/frasier/worker/rubric"
)

// draftReply is a draft as its author's call gave it, and as the checkpoint keeps it.
type draftReply struct {
	Reply      string   `json:"reply"`
	Model      string   `json:"model"`
	Family     string   `json:"family"`
	Served     org.Tier `json:"served"`
	Downgraded bool     `json:"downgraded"`
	Cut        bool     `json:"cut"`
	Answers    []string `json:"answers,omitempty"`  // of its author to findings that he left, each with the finding
	Repaired   bool     `json:"repaired,omitempty"` // made of replacements alone in the version before
	Lost       []string `json:"lost,omitempty"`     // replacements in that version that could not be made
}

// version is a written draft with what was made of it.
type version struct {
	draftReply
	Draft    check.Draft
	Audit    check.Audit
	Critique review.Critique
	Scored   bool
	Pending  []string // what the critic did not find, changed since: for the reader who comes after him
}

// author writes a draft, or repairs the one that the round before ended with,
// and revises it at most MaxRevisions times, for what code and critic found together:
// a draft in which code finds a hard fault never goes on, and one that neither objects
// to does. Of two versions without a hard fault a judge says which is better, where
// code cannot. It returns all versions in order and which of them is kept. What
// it looks up for a revision comes into ev.
func (r *documentRun) author(ctx context.Context, ev *work.Evidence) (all []version, best int, err error) {
	first, err := r.beginRound(ctx, ev)
	if err != nil {
		return nil, 0, err
	}
	all = []version{first}
	if r.Client.Offline() {
		return all, 0, nil
	}
	kept, told := none, false
	for n := 0; ; n++ {
		base := n // what a revision starts from
		if all[n].hasHardFault() {
			if n > 0 && all[n].isRepairOf(all[n-1]) { // what its critic said was told with what code found
				all[n].adoptCritique(all[n-1])
			}
			if err := r.readFirst(ctx, *ev, &all[n], n); err != nil {
				return nil, 0, err
			}
		} else {
			before := kept
			if kept, err = r.judgeLast(ctx, *ev, all, kept); err != nil {
				return nil, 0, err
			}
			if base = kept; before != none && kept == before {
				break // the revision was worse, and the next would start where it did
			}
		}
		missed := len(all[base].listOpenFindings()) > 0 || r.tooLong(all[base], farOver) || len(all[base].Draft.LeftOut) > 0
		if n == MaxRevisions || !mayBeRevised(all[base]) && (told || !missed) { // what a critic finds buys one revision
			break
		}
		told = told || missed
		next, err := r.reviseVersion(ctx, ev, all[base], n+1)
		if llm.Content(err) {
			break // the stage's fallback: the best so far
		}
		if err != nil {
			return nil, 0, err
		}
		if sameDraft(next.Draft, all[base].Draft) && (!all[base].hasHardFault() || len(next.Answers) > len(all[base].Answers)) { // answers alone, or nothing that could be done
			all[base].takeAnswer(next)
			if kept == none && !all[base].hasHardFault() {
				if kept, err = r.judgeLast(ctx, *ev, all, none); err != nil {
					return nil, 0, err
				}
			}
			break
		}
		all = append(all, next)
	}
	if kept == none {
		kept = leastFaulty(all)
	}
	return all, kept, nil
}

func (r *documentRun) reviseVersion(ctx context.Context, ev *work.Evidence, v version, n int) (version, error) {
	more, v, err := r.fetchMissing(ctx, *ev, v, n)
	if err != nil {
		return version{}, err
	}
	*ev = more
	return r.reviseOnce(ctx, *ev, v, n)
}

// writeFirst makes the first draft: at once, or section by section when it is to be long.
func (r *documentRun) writeFirst(ctx context.Context, ev work.Evidence) (version, error) {
	words := askedLength(r.step)
	w, err := stage(ctx, r, org.StageSynthesize, 0, func(ctx context.Context) (draftReply, error) {
		if words >= longWords && !r.Client.Offline() {
			w, err := r.inSections(ctx, ev, words)
			if !llm.Content(err) {
				return w, err
			}
			r.Log.WarnContext(ctx, "written at once: its sections were of no use", "step", r.step.ID, "err", err)
		}
		return r.askForDraft(ctx, org.StageSynthesize, 0, ev, prompt.Data{
			Contract: prompt.SynthesizeContract{Checklist: rubric.ForAuthor(r.step, ev.Inquiry.Checklist), Words: aimedLength(r.step, words), AtMost: r.atMost(), Unsought: ev.Unsought, Decides: decidesFigures(r.step)},
		})
	})
	if err != nil {
		return version{}, fmt.Errorf("write step %s: %w", r.step.ID, err)
	}
	return r.auditSupport(ctx, w, ev, 0)
}

// decidesFigures reports whether others use what a step decides, so that its figures get names: one
// that sets something or plans, and a grave one that nobody outside reads.
func decidesFigures(s org.Step) bool {
	kind := rubric.Of(s)
	return s.Kind == org.KindStrategy || kind == rubric.Decision || kind == rubric.Plan || s.Grave && kind != rubric.Copy
}

// leftOut returns the findings that a line of what a draft decides is not handed to others.
// Nothing is rejected for them.
func leftOut(d check.Draft) []prompt.Defect {
	var out []prompt.Defect
	for _, l := range d.LeftOut {
		out = append(out, prompt.Defect{
			Problem:     fmt.Sprintf("The block decided has %q, and nobody is told it: %s.", l.Line, l.Why),
			Instruction: "Say in the text what others must use, put the line right, or strike it.",
		})
	}
	return out
}

// auditSupport audits a draft and has the passages looked for that stand behind
// statements whose quotation stands nowhere. A version in which some were found
// takes the place of the draft; what was not found stays a defect.
func (r *documentRun) auditSupport(ctx context.Context, w draftReply, ev work.Evidence, seq int) (version, error) {
	v := r.auditReply(w, ev)
	flagged := check.Unsupported(check.Subject{Step: r.step, Draft: v.Draft, Evidence: ev, Context: r.listBackground()})
	if len(flagged) == 0 || len(ev.Passages) == 0 || r.Client.Offline() {
		return v, nil
	}
	found, err := stage(ctx, r, org.StageSupport, seq, func(ctx context.Context) ([]check.Found, error) {
		found, err := r.Judge.Support(ctx, r.judgeWork(ev, v, seq), flagged)
		if llm.Content(err) || errors.Is(err, org.ErrNoModel) {
			r.Log.WarnContext(ctx, "passages not looked for", "step", r.step.ID, "err", err)
			return nil, nil
		}
		return found, err
	})
	if err != nil || len(found) == 0 {
		return v, err
	}
	w.Reply = check.Supported(w.Reply, found)
	if better := r.auditReply(w, ev); len(better.Audit.MustFix) < len(v.Audit.MustFix) {
		return better, nil
	}
	return v, nil
}

func (r *documentRun) reviseOnce(ctx context.Context, ev work.Evidence, v version, n int) (version, error) {
	w, err := stage(ctx, r, org.StageRevise, n, func(ctx context.Context) (draftReply, error) {
		list := listDefects(v)
		for _, d := range slices.Concat(r.findTooLong(v), leftOut(v.Draft)) {
			list = append(list, listSingleFindings(d))
		}
		w, err := r.askForDraft(ctx, org.StageRevise, n, ev, prompt.Data{
			Working: v.Reply, Contract: prompt.ReviseContract{Checklist: rubric.ForAuthor(r.step, ev.Inquiry.Checklist), Defects: asDefects(list), AtMost: r.mostWords(), Decides: decidesFigures(r.step)},
		})
		if err != nil {
			return w, err
		}
		got := check.Revise(v.Reply, w.Reply, v.Audit.Fabricated)
		for _, x := range got.Lost {
			r.Log.InfoContext(ctx, "replacement of a revision not found in the draft", "step", r.step.ID, "old", x.Old, "new", x.New)
			w.Lost = append(w.Lost, fmt.Sprintf("%q for %q", x.New, x.Old))
		}
		w.Repaired = got.Made > 0 && len(got.Lost) == 0
		w.Reply, w.Answers = got.Reply, append(slices.Clone(v.Answers), pairAnswers(list, got.Answers)...)
		return w, nil
	})
	if err != nil {
		return version{}, fmt.Errorf("revise step %s: %w", r.step.ID, err)
	}
	return r.auditSupport(ctx, w, ev, n)
}

// askForDraft calls the author's tier for one draft. An empty text is a content
// failure like any other.
func (r *documentRun) askForDraft(ctx context.Context, name string, seq int, ev work.Evidence, d prompt.Data) (draftReply, error) {
	ctx, cancel := context.WithTimeout(ctx, cmp.Or(r.Unhurried, org.SynthesizeLimit))
	defer cancel()
	d.Stage, d.Tier, d.Nonce = name, r.step.Tier, r.nonce
	d.Project, d.Persona, d.Task, d.Evidence = prompt.ProjectOf(r.about), r.about.Agent.Persona, prompt.TaskOf(r.step, r.about), &ev
	d.Task.Methods = r.findMethods()
	if name == org.StageRevise {
		d.Task.Rejections = nil // they are among its findings
	}
	d.Skill = r.Prompts.SkillFor(r.about.Agent.Category, name, r.step.Kind)
	d.Volatile = prompt.Volatile{Day: r.Now()}
	if ev.Spent != (work.BudgetUsed{}) {
		d.Volatile.Budget = prompt.BudgetLine(org.ResearchBudget(r.step.Depth), ev.Spent)
	}
	blocks, err := r.Prompts.Blocks(d)
	if err != nil {
		return draftReply{}, err
	}
	request := llm.Request{
		Purpose: name, Caller: r.callerOf(seq), Tier: r.step.Tier, Blocks: blocks,
		Input: work.StageInput{Step: &r.step, Context: &r.about, Inquiry: &ev.Inquiry, Evidence: &ev},
	}
	reply, err := r.Client.Do(ctx, request)
	if err != nil {
		return draftReply{}, err
	}
	if !r.Client.Offline() && (reply.Cut || check.Unfinished(check.ParseDraft(reply.Text).Text)) { // no draft to judge: asked for once more
		if again, err := r.Client.Do(ctx, request); err == nil && !again.Cut {
			reply = again
		} else if err != nil && !llm.Content(err) {
			return draftReply{}, err
		}
	}
	return draftReply{
		Reply: reply.Text, Model: reply.Model, Family: reply.Family, Served: reply.Served,
		Downgraded: reply.Downgraded, Cut: reply.Cut,
	}, nil
}

func (r *documentRun) auditReply(w draftReply, ev work.Evidence) version {
	w.Reply = work.FillFigures(w.Reply, work.DecidedIn(r.about.Upstream))
	d, strange := r.clearLinks(check.ParseDraft(w.Reply), ev)
	a := check.Run(check.Subject{
		Step: r.step, Draft: d, Evidence: ev, Context: r.listBackground(), Secrets: []string{r.nonce}, Instructions: r.told, Proved: listProofs(w.Answers, ev.Passages),
	})
	r.remarkLinks(&a, d, strange)
	if w.Cut {
		a.MustFix = append(a.MustFix, check.Defect{Check: "A9", Text: "the text ends in the middle", Fix: "finish it; shorten if it is too long", Hard: true})
	}
	a.MustFix = slices.DeleteFunc(a.MustFix, func(f check.Defect) bool { return isSettled(f, w.Answers, ev.Passages) })
	for i, f := range a.MustFix {
		a.MustFix[i] = keepIfAnswered(f, w.Answers)
	}
	for _, m := range w.Lost {
		a.Warnings = append(a.Warnings, "a replacement of the author's was not made, since its old words stand not just once in the text: "+m)
	}
	for _, l := range d.LeftOut {
		a.Warnings = append(a.Warnings, fmt.Sprintf("what its author decides for later items is not told to them, %q: %s", l.Line, l.Why))
	}
	if strings.TrimSpace(d.Text) == "" {
		a.MustFix = append(a.MustFix, check.Defect{Check: "A9", Text: "the draft is empty", Fix: "write the piece", Hard: true})
	}
	return version{draftReply: w, Draft: d, Audit: a}
}

// listBackground returns the text besides passages that numbers and names may come from: the task
// itself, the founder's words and what earlier steps found.
func (r *documentRun) listBackground() string {
	var b strings.Builder
	s := r.step
	texts := []string{s.Title, s.Goal, r.about.Request, r.about.Project.Title, r.about.Project.Goal, r.about.Plan.Objective}
	for _, t := range slices.Concat(texts, s.Entities, r.about.Directives, r.about.Steering) {
		b.WriteString(t + "\n")
	}
	for _, a := range s.Acceptance {
		b.WriteString(a.Text + "\n")
	}
	for _, u := range r.about.Upstream {
		b.WriteString(u.Title + "\n" + u.Result + "\n")
	}
	return b.String()
}

// askCritic asks the critic. A content failure leaves the version unscored,
// which means full review; it never makes up a score.
func (r *documentRun) askCritic(ctx context.Context, ev work.Evidence, v *version, n int) error {
	c, err := stage(ctx, r, org.StageCritique, n, func(ctx context.Context) (*review.Critique, error) {
		got, err := r.Judge.Critique(ctx, r.judgeWork(ev, *v, n))
		if llm.Content(err) || errors.Is(err, org.ErrNoModel) {
			r.Log.WarnContext(ctx, "no critique", "step", r.step.ID, "err", err)
			return nil, nil // no critique is a result of its own: it is saved and means full review
		}
		return &got, err
	})
	if err != nil {
		return fmt.Errorf("criticise step %s: %w", r.step.ID, err)
	}
	if c != nil {
		v.Critique, v.Scored = *c, true
	}
	return nil
}

func (r *run) judgeWork(ev work.Evidence, v version, seq int) review.Work {
	return review.Work{
		Caller: r.callerOf(seq), Step: r.step, Context: r.about, Evidence: ev, Nonce: r.nonce,
		Reply: v.Reply, Draft: v.Draft, Audit: v.Audit, Family: v.Family, Pending: v.Pending, Answers: v.tellAnswers(),
	}
}
