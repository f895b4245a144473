package worker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// handedReply is a change from elsewhere as its stage keeps it.
type handedReply struct {
	changeReply
	Unfit string `json:"unfit,omitempty"` // why the patch gives no tree
}

// waitingError ends an attempt whose step waits for somebody else.
type waitingError struct{ outcome work.Outcome }

func (e *waitingError) Error() string { return e.outcome.Cause }

// What was asked elsewhere in a round, when the change comes back though code found it good.
type remotePast struct{ n, tried int }

// takeFromElsewhere has a program elsewhere make the change, and tries it: nobody holds the step meanwhile. What stands against a change is
// told in the next question. The text says why there is none.
func (r *codeRun) takeFromElsewhere(ctx context.Context) (proven, string, error) {
	start, err := r.recallPatch(ctx)
	if err != nil {
		return proven{}, "", err
	}
	n, earlier, was := r.remote.n, r.remote.tried, ""
	var faults []string
	if len(r.setbacks) > 0 {
		start, faults = r.back.Patch, []string{r.back.Words}
	}
	for {
		m, err := r.askElsewhere(ctx, n, start, faults)
		if err != nil {
			return proven{}, "", err
		}
		if m.No != "" {
			return proven{}, explainRemote(m.No, faults), nil
		}
		n++
		p, left := proven{}, r.placed.Tries.Value-(n-earlier)
		faults = []string{m.Unfit}
		if m.Unfit == "" {
			if p, err = r.proveHanded(ctx, m.changeReply, n-1); err != nil {
				return proven{}, "", err
			}
			start, faults = m.Patch, listObjections(p.Ruling)
		}
		insists := p.Ruling.Asks() && (left <= 0 || was == m.Tree || r.mayAskAtOnce(p.Ruling))
		if len(faults) == 0 || insists {
			r.remote = remotePast{n, n}
			return p, "", nil
		}
		if left <= 0 {
			return proven{}, explainRemote(fmt.Sprintf("a program elsewhere did not get it done in %d tries", n-earlier), faults), nil
		}
		if p.Ruling.Asks() {
			faults = append(faults, insist)
		}
		was = m.Tree
	}
}

func explainRemote(why string, faults []string) string {
	if len(faults) > 0 {
		why += "; what stood against the last change: " + strings.Join(faults, "; ")
	}
	return why + "; nothing was merged"
}

// askElsewhere returns the n-th change of the round, once it is there. Until then the step waits.
func (r *codeRun) askElsewhere(ctx context.Context, n int, start []byte, faults []string) (handedReply, error) {
	return stage(ctx, r.run, org.StageChange, n, func(ctx context.Context) (m handedReply, err error) {
		if r.isReplay() {
			return m, errors.New("what a program elsewhere did cannot be done again")
		}
		a := coding.RemoteAsk{Step: r.step.ID, Round: r.step.Round(), N: n, Until: r.Now().Add(org.RemoteLimit)}
		if a.Intent, err = r.describeIntent(ctx, a, start, faults); err != nil {
			return m, err
		}
		if a, err = r.Code.Records.AskRemote(ctx, r.claim.Lease, a); err != nil {
			return m, err
		}
		switch {
		case a.Answered():
			return r.takeHanded(ctx, a)
		case !r.Now().Before(a.Until):
			m.No = "no program elsewhere handed in a change until " + moment.Mark(a.Until, moment.Minute)
			return m, nil
		}
		why := fmt.Sprintf("a program elsewhere is asked for the change of %s, until %s", r.step.ID, moment.Mark(a.Until, moment.Minute))
		return m, &waitingError{work.Outcome{
			Next: org.StepPending, Hold: org.HoldBackoff, RunAfter: a.Until, Cause: why, Fault: work.Fault{For: org.ForProgram, Why: why},
		}}
	})
}

// takeHanded makes the tree of what was handed in.
func (r *codeRun) takeHanded(ctx context.Context, a coding.RemoteAsk) (m handedReply, err error) {
	m.Said = fmt.Sprintf("Made elsewhere by %s.", a.By)
	if a.Said != "" {
		m.Said += " It says: " + a.Said
	}
	m.Patch, m.Tree = a.Patch, r.base.Tree
	if len(a.Patch) == 0 {
		return m, nil
	}
	m.Tree, err = r.runner.Workspaces.Apply(ctx, r.about.Code.Repository, r.base.Commit, a.Patch)
	var no *workspace.UnusableError
	if errors.As(err, &no) {
		m.Tree, m.Unfit, err = r.base.Tree, "the patch does not fit the base: "+strings.ReplaceAll(strings.TrimPrefix(no.Text, "error: "), "\nerror: ", "; "), nil
	}
	return m, err
}

// proveHanded makes the tree of a change again where an earlier worker made it, and tries it.
func (r *codeRun) proveHanded(ctx context.Context, m changeReply, n int) (proven, error) {
	repo, tree := r.about.Code.Repository, r.base.Tree
	if len(m.Patch) > 0 {
		var err error
		if tree, err = r.runner.Workspaces.Apply(ctx, repo, r.base.Commit, m.Patch); err != nil {
			return proven{}, fmt.Errorf("make the change of step %s again: %w", r.step.ID, err)
		}
	}
	if tree != m.Tree {
		return proven{}, fmt.Errorf("the change of step %s gives the tree %s, and gave %s", r.step.ID, tree, m.Tree)
	}
	c, err := r.runner.Workspaces.Between(ctx, repo, r.base.Commit, tree)
	var no *workspace.UnusableError
	if errors.As(err, &no) {
		p := proven{Change: c}
		p.Ruling.Reasons = []string{no.Text}
		return p, nil
	}
	if err != nil {
		return proven{}, err
	}
	c.Said = m.Said
	return r.proveChange(ctx, c, n)
}

// describeIntent writes down all that a program elsewhere is to know.
func (r *codeRun) describeIntent(ctx context.Context, a coding.RemoteAsk, start []byte, faults []string) ([]byte, error) {
	o, p := *r.about.Code, r.placed
	i := coding.Intent{
		Step: r.step.ID, Ask: coding.AskName(r.step.ID, a.Round, a.N), Project: r.step.Project, Title: r.step.Title, Goal: r.step.Goal, Kind: p.Kind.Value,
		Acceptance: []string{}, Words: append([]string{}, r.about.Steering...), Feedback: []string{}, Checks: append([]string{}, p.Checks.Value...), Services: []string{}, Files: []coding.IntentFile{},
		Repository: coding.IntentRepository{Name: o.Repository.Name, Ref: p.Ref.Value}, Base: coding.IntentBase{Commit: r.base.Commit, Tree: r.base.Tree},
		Branch: p.Branch.Value, Isolation: p.Isolated.Value, Start: string(start), Bytes: org.PatchBytes, Until: a.Until,
	}
	if o.Repository.Kind == coding.RepositoryURL {
		i.Repository.Address = o.Repository.Source
	}
	for _, c := range r.step.Acceptance {
		i.Acceptance = append(i.Acceptance, c.Text)
	}
	for _, j := range r.about.Rejections {
		i.Feedback = append(i.Feedback, j.Feedback...)
	}
	i.Feedback = append(i.Feedback, faults...)
	for _, s := range p.Services.Value {
		i.Services = append(i.Services, s.Describe())
	}
	err := r.putFiles(ctx, &i)
	if err != nil {
		return nil, fmt.Errorf("write down what step %s asks elsewhere: %w", r.step.ID, err)
	}
	return json.Marshal(i)
}

// putFiles adds the files of the base, where they are few enough.
func (r *codeRun) putFiles(ctx context.Context, i *coding.Intent) error {
	ws, repo := r.runner.Workspaces, r.about.Code.Repository
	all, err := ws.Files(ctx, repo, r.base.Tree)
	if err != nil {
		return err
	}
	all = slices.DeleteFunc(all, func(e workspace.Entry) bool { return !e.Plain() })
	sum := 0
	for _, e := range all {
		sum += e.Size
	}
	if i.Partial = !coding.FitsIntent(len(all), sum); i.Partial {
		return nil
	}
	held, err := ws.Contents(ctx, repo, all)
	for _, e := range all {
		f := coding.IntentFile{Path: e.Path, Mode: e.Mode, Text: string(held[e.ID])}
		if !utf8.ValidString(f.Text) || strings.ContainsRune(f.Text, 0) {
			f.Text, f.Base64 = "", held[e.ID]
		}
		i.Files = append(i.Files, f)
	}
	return err
}
