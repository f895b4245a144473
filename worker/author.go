package worker

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/prompt"
	"github.com/frasier-cos/frasier/worker/check"
	"github.com/frasier-cos/frasier/worker/review"
	"github.com/frasier-cos/frasier/worker/rubric"
)

// written is a draft as its author's call gave it: what the checkpoint keeps.
type written struct {
	Reply      string   `json:"reply"`
	Model      string   `json:"model"`
	Family     string   `json:"family"`
	Served     org.Tier `json:"served"`
	Downgraded bool     `json:"downgraded"`
	Cut        bool     `json:"cut"`
	Answers    []string `json:"answers,omitempty"`  // of its author to findings that he left, each with the finding
	Repaired   bool     `json:"repaired,omitempty"` // made of replacements alone in the version before
}

// version is a written draft with what was made of it.
type version struct {
	written
	Draft    check.Draft
	Audit    check.Audit
	Critique review.Critique
	Scored   bool
	Pending  []string // what the critic did not find, changed since: for the reader who comes after him
}

// author writes a draft, or repairs the one that the round before ended with,
// and revises it at most MaxRevisions times: what code finds a hard fault in
// goes back before a critic is paid, and a draft that the critic has no
// objection to goes on. Of two versions without a hard fault a judge says which
// is better. It returns all versions in order and which of them is kept. What
// it looks up for a revision comes into ev.
func (r *run) author(ctx context.Context, ev *work.Evidence) (all []version, best int, err error) {
	first, err := r.begin(ctx, ev)
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
		if !all[n].faulty() {
			before := kept
			if kept, err = r.judged(ctx, *ev, all, kept); err != nil {
				return nil, 0, err
			}
			if base = kept; before != none && kept == before {
				break // the revision was worse, and the next would start where it did
			}
		}
		missed := len(all[base].open()) > 0 || r.tooLong(all[base], farOver)
		if n == MaxRevisions || !revisable(all[base]) && (told || !missed) { // what a critic finds buys one revision
			break
		}
		told = told || missed
		next, err := r.again(ctx, ev, all[base], n+1)
		if llm.Content(err) {
			break // the stage's fallback: the best so far
		}
		if err != nil {
			return nil, 0, err
		}
		if sameDraft(next.Draft, all[base].Draft) && (!all[base].faulty() || len(next.Answers) > len(all[base].Answers)) { // answers alone, or nothing that could be done
			all[base].Answers, all[base].Audit = next.Answers, next.Audit
			if kept == none && !all[base].faulty() {
				if kept, err = r.judged(ctx, *ev, all, none); err != nil {
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

// sameDraft reports whether two drafts say the same with the same evidence.
func sameDraft(a, b check.Draft) bool {
	return a.Text == b.Text && slices.EqualFunc(a.Claims, b.Claims, func(x, y check.ClaimLine) bool {
		return x.Claim == y.Claim && x.Quote == y.Quote && slices.Equal(x.Passages, y.Passages)
	})
}

// none says that there is no version without a hard fault yet.
const none = -1

// judged has the last version judged: alone when it is the first without a hard
// fault, else beside the one that was kept. It returns which of them is kept
// now.
func (r *run) judged(ctx context.Context, ev work.Evidence, all []version, kept int) (int, error) {
	last := len(all) - 1
	if kept == none {
		return last, r.criticise(ctx, ev, &all[last], last)
	}
	if r.isSmallRepair(all[kept], all[last]) {
		all[last].adoptCritique(all[kept])
		return last, nil
	}
	c, err := stage(ctx, r, org.StageCompare, last, func(ctx context.Context) (*review.Choice, error) {
		got, err := r.Judge.Compare(ctx, r.work(ev, all[kept], last), r.work(ev, all[last], last))
		if llm.Content(err) || errors.Is(err, org.ErrNoModel) {
			r.Log.WarnContext(ctx, "versions not compared: the earlier one is kept", "step", r.step.ID, "err", err)
			return nil, nil //nolint:nilnil // no comparison is a result of its own: it is saved
		}
		return &got, err
	})
	switch {
	case err != nil:
		return kept, fmt.Errorf("compare versions of step %s: %w", r.step.ID, err)
	case c == nil:
		return kept, nil
	case c.Second:
		kept = last
	}
	all[kept].Critique, all[kept].Scored, all[kept].Answers = c.Critique, true, all[last].Answers
	return kept, nil
}

// isSmallRepair reports whether a revision needs no judge to say that it is better: it
// replaced what was found and nothing else, code finds no more in it than before, and
// whoever reads a grave step next looks at what the critic had not found in it.
// In five recorded projects 28 of 30 revisions were better than their draft, none of
// them worse where code found no more in it.
func (r *run) isSmallRepair(before, after version) bool {
	small := after.Repaired && before.Scored && !after.faulty() && len(after.Audit.MustFix) <= len(before.Audit.MustFix)
	return small && (before.content() && len(before.omissions()) == 0 || r.step.Grave)
}

// adoptCritique takes over what the critic said of the version before and was done since.
func (v *version) adoptCritique(before version) {
	v.Critique, v.Scored, v.Pending = before.Critique, true, slices.Concat(before.Critique.Unmet, before.omissions())
	v.Critique.Unmet, v.Critique.Add, v.Critique.Missed = nil, nil, false
	v.Critique.Fixes = slices.DeleteFunc(slices.Clone(before.Critique.Fixes), func(d check.Defect) bool { return d.Check == review.FromCritic || d.Check == review.Contradiction })
}

// leastFaulty is the version with the fewest hard faults, of equal ones the
// last.
func leastFaulty(all []version) int {
	best := 0
	for i, v := range all {
		if len(hard(v.Audit)) <= len(hard(all[best].Audit)) {
			best = i
		}
	}
	return best
}

// again revises a version, after what its findings ask for was looked up.
func (r *run) again(ctx context.Context, ev *work.Evidence, v version, n int) (version, error) {
	more, v, err := r.furnish(ctx, *ev, v, n)
	if err != nil {
		return version{}, err
	}
	*ev = more
	return r.revise(ctx, *ev, v, n)
}

// write is the first draft: at once, or section by section when it is to be
// long.
func (r *run) write(ctx context.Context, ev work.Evidence) (version, error) {
	words := length(r.step)
	w, err := stage(ctx, r, org.StageSynthesize, 0, func(ctx context.Context) (written, error) {
		if words >= longWords && !r.Client.Offline() {
			w, err := r.inSections(ctx, ev, words)
			if !llm.Content(err) {
				return w, err
			}
			r.Log.WarnContext(ctx, "written at once: its sections were of no use", "step", r.step.ID, "err", err)
		}
		return r.ask(ctx, org.StageSynthesize, 0, ev, prompt.Data{
			Contract: prompt.SynthesizeContract{Checklist: rubric.ForAuthor(r.step, ev.Inquiry.Checklist), Words: aim(r.step, words), AtMost: r.atMost(), Unsought: ev.Unsought, Decides: decides(r.step)},
		})
	})
	if err != nil {
		return version{}, fmt.Errorf("write step %s: %w", r.step.ID, err)
	}
	return r.supported(ctx, w, ev, 0)
}

// decides reports whether others use what a step decides, so that its figures get names.
func decides(s org.Step) bool { return s.Kind == org.KindStrategy }

// supported audits a draft and has the passages looked for that stand behind
// statements whose quotation stands nowhere. A version in which some were found
// takes the place of the draft; what was not found stays a defect.
func (r *run) supported(ctx context.Context, w written, ev work.Evidence, seq int) (version, error) {
	v := r.audited(w, ev)
	flagged := check.Unsupported(check.Subject{Step: r.step, Draft: v.Draft, Evidence: ev, Context: r.background()})
	if len(flagged) == 0 || len(ev.Passages) == 0 || r.Client.Offline() {
		return v, nil
	}
	found, err := stage(ctx, r, org.StageSupport, seq, func(ctx context.Context) ([]check.Found, error) {
		found, err := r.Judge.Support(ctx, r.work(ev, v, seq), flagged)
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
	if better := r.audited(w, ev); len(better.Audit.MustFix) < len(v.Audit.MustFix) {
		return better, nil
	}
	return v, nil
}

// revise is a further draft with the defects named.
func (r *run) revise(ctx context.Context, ev work.Evidence, v version, n int) (version, error) {
	w, err := stage(ctx, r, org.StageRevise, n, func(ctx context.Context) (written, error) {
		list := append(defects(v), r.cut(v)...)
		w, err := r.ask(ctx, org.StageRevise, n, ev, prompt.Data{
			Working: v.Reply, Contract: prompt.ReviseContract{Checklist: rubric.ForAuthor(r.step, ev.Inquiry.Checklist), Defects: list, AtMost: r.atMost(), Decides: decides(r.step)},
		})
		if err != nil {
			return w, err
		}
		got := check.Revise(v.Reply, w.Reply)
		if got.Lost > 0 {
			r.Log.InfoContext(ctx, "replacements of a revision not found in the draft", "step", r.step.ID, "made", got.Made, "lost", got.Lost)
		}
		w.Repaired = got.Made > 0 && got.Lost == 0
		w.Reply, w.Answers = got.Reply, append(slices.Clone(v.Answers), answered(list, got.Answers)...)
		return w, nil
	})
	if err != nil {
		return version{}, fmt.Errorf("revise step %s: %w", r.step.ID, err)
	}
	return r.supported(ctx, w, ev, n)
}

// defects are what a revision settles, each once: what code and critic found,
// and the items that are not met where the critic did not say what to write.
func defects(v version) []prompt.Defect {
	fixes := *fixesOf(&v)
	var out []prompt.Defect
	add := func(d prompt.Defect) {
		same := func(o prompt.Defect) bool {
			return prose.Overlap(o.Problem+" "+o.Instruction, d.Problem+" "+d.Instruction) >= sameFinding
		}
		if !slices.ContainsFunc(out, same) {
			out = append(out, d)
		}
	}
	told := false
	for _, d := range fixes {
		told = told || d.Check == review.FromCritic
		add(prompt.Defect{Para: d.Para, Problem: d.Text, Instruction: d.Fix, Passage: d.Passage})
	}
	for _, u := range v.Critique.Unmet {
		if !told {
			add(prompt.Defect{Problem: "Not met: " + u, Instruction: "Meet it from what is here; where the text does meet it, answer with the words that do."})
		}
	}
	for _, x := range v.Critique.Add {
		add(prompt.Defect{Problem: x, Instruction: "Nobody asked for it, and the founder needs it: take it up where a sentence or two do it and the passages or a sum bear it; where the piece is no place for it, name it under \"## Not established\"."})
	}
	return out
}

// answered are an author's answers with the findings that they are about.
func answered(list []prompt.Defect, answers []check.Answer) []string {
	var out []string
	for _, a := range answers {
		if n, err := strconv.Atoi(strings.TrimLeft(strings.TrimSpace(a.Finding), "Dd")); err == nil && n >= 0 && n < len(list) {
			out = append(out, list[n].Problem+answerMark+strings.TrimSpace(a.Why))
		}
	}
	return out
}

// answerMark stands between a finding and what its author says to it.
const answerMark = " (its author keeps it: "

// keeping returns a finding as it is when its author answered it: code insists
// no longer, and who judges the draft is told both.
func keeping(d check.Defect, answers []string) check.Defect {
	for _, a := range answers {
		problem, why, _ := strings.Cut(a, answerMark)
		if d.Check != "A10" && prose.Overlap(problem, d.Text) >= sameFinding && !strings.Contains(d.Fix, answerMark) {
			d.Hard = false
			d.Fix += answerMark + why + ")"
		}
	}
	return d
}

// sameFinding is the share of words from which two findings are one.
const sameFinding = 0.9

// ask calls the author's tier for one draft. An empty text is a content
// failure like any other.
func (r *run) ask(ctx context.Context, name string, seq int, ev work.Evidence, d prompt.Data) (written, error) {
	ctx, cancel := context.WithTimeout(ctx, cmp.Or(r.Unhurried, org.SynthesizeLimit))
	defer cancel()
	d.Stage, d.Tier, d.Nonce = name, r.step.Tier, r.nonce
	d.Project, d.Persona, d.Task, d.Evidence = prompt.ProjectOf(r.about), r.about.Agent.Persona, prompt.TaskOf(r.step, r.about), &ev
	d.Task.Methods = r.methods()
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
		return written{}, err
	}
	request := llm.Request{
		Purpose: name, Caller: r.caller(seq), Tier: r.step.Tier, Blocks: blocks,
		Input: work.StageInput{Step: &r.step, Context: &r.about, Inquiry: &ev.Inquiry, Evidence: &ev},
	}
	reply, err := r.Client.Do(ctx, request)
	if err != nil {
		return written{}, err
	}
	if !r.Client.Offline() && (reply.Cut || check.Unfinished(check.ParseDraft(reply.Text).Text)) { // no draft to judge: asked for once more
		if again, err := r.Client.Do(ctx, request); err == nil && !again.Cut {
			reply = again
		} else if err != nil && !llm.Content(err) {
			return written{}, err
		}
	}
	return written{
		Reply: reply.Text, Model: reply.Model, Family: reply.Family, Served: reply.Served,
		Downgraded: reply.Downgraded, Cut: reply.Cut,
	}, nil
}

// audited takes a reply apart and checks it by code.
func (r *run) audited(w written, ev work.Evidence) version {
	w.Reply = work.FillFigures(w.Reply, work.DecidedIn(r.about.Upstream))
	d, strange := r.cleared(check.ParseDraft(w.Reply), ev)
	a := check.Run(check.Subject{
		Step: r.step, Draft: d, Evidence: ev, Context: r.background(), Secrets: []string{r.nonce}, Instructions: r.told,
	})
	r.remark(&a, d, strange)
	if w.Cut {
		a.MustFix = append(a.MustFix, check.Defect{Check: "A9", Text: "the text ends in the middle", Fix: "finish it; shorten if it is too long", Hard: true})
	}
	for i, f := range a.MustFix {
		a.MustFix[i] = keeping(f, w.Answers)
	}
	if strings.TrimSpace(d.Text) == "" {
		a.MustFix = append(a.MustFix, check.Defect{Check: "A9", Text: "the draft is empty", Fix: "write the piece", Hard: true})
	}
	return version{written: w, Draft: d, Audit: a}
}

// background is the text besides passages that numbers and names may come
// from: the task itself, the founder's words and what earlier steps found.
func (r *run) background() string {
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

// criticise asks the critic. A content failure leaves the version unscored,
// which means full review; it never makes up a score.
func (r *run) criticise(ctx context.Context, ev work.Evidence, v *version, n int) error {
	c, err := stage(ctx, r, org.StageCritique, n, func(ctx context.Context) (*review.Critique, error) {
		got, err := r.Judge.Critique(ctx, r.work(ev, *v, n))
		if llm.Content(err) || errors.Is(err, org.ErrNoModel) {
			r.Log.WarnContext(ctx, "no critique", "step", r.step.ID, "err", err)
			return nil, nil //nolint:nilnil // no critique is a result of its own: it is saved and means full review
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

func (r *run) work(ev work.Evidence, v version, seq int) review.Work {
	return review.Work{
		Caller: r.caller(seq), Step: r.step, Context: r.about, Evidence: ev, Nonce: r.nonce,
		Reply: v.Reply, Draft: v.Draft, Audit: v.Audit, Family: v.Family, Pending: v.Pending,
	}
}
