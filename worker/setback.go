package worker

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/work"
)

// A change goes back to its writer so often in one round: for what was merged meanwhile, after which the founder is asked,
// and for what he said meanwhile, after which it is merged and the rest is said in its result (our choice).
const (
	clashesAtMost = 2
	wordsAtMost   = 3
)

// setback is why a change that code finds good goes back to its writer in the same round: it does not agree with what was
// merged meanwhile, or the founder said something that its writer did not know.
type setback struct {
	Said  []string `json:"said,omitempty"`
	Heard []string `json:"heard,omitempty"` // marks of all that he had said
	Clash *clash   `json:"clash,omitempty"`
}

// clash names a later change that a change cannot be merged with.
type clash struct {
	Files  []string `json:"files"`
	Commit string   `json:"commit"` // what is merged by now
	Base   string   `json:"base"`   // the tree of that
	Tree   string   `json:"tree"`   // that, with the change where the two agree
	Theirs string   `json:"theirs"`
	Mine   string   `json:"mine"`
}

// errSentBack has the change made again by its writer, who knows why.
var errSentBack = errors.New("the change goes back to its writer")

// sendBack looks whether a change may go on, before a review is paid for it and before it is merged. What was found once is
// kept, so that a worker who begins again goes the same way.
func (r *codeRun) sendBack(ctx context.Context) (*work.Outcome, error) {
	n := len(r.setbacks) + 1
	p, kept := r.saved[org.StageSlot(org.StageSetback, n)]
	kept = kept && p.InputHash == r.hash
	if !kept && r.wentOn() {
		return nil, nil
	}
	var found *setback
	if !kept {
		var err error
		if found, err = r.findSetback(ctx); err != nil || found == nil {
			return nil, err
		}
		if c := found.Clash; c != nil && (!r.hasWriter() || !r.mayClash()) {
			return end(r.askClash(*c))
		}
	}
	s, err := stage(ctx, r.run, org.StageSetback, n, func(context.Context) (setback, error) {
		if found == nil {
			return setback{}, errors.New("what was merged and said at that time cannot be looked for again")
		}
		return *found, nil
	})
	if err != nil {
		return nil, err
	}
	if err := r.goBack(ctx, s); err != nil {
		return nil, err
	}
	return nil, errSentBack
}

// wentOn reports whether an earlier worker went on from here: what it found then holds, whatever came since.
func (r *run) wentOn() bool {
	for _, p := range r.saved {
		if p.InputHash == r.hash {
			return true
		}
	}
	return false
}

// hasWriter reports whether somebody writes the change who can write it anew.
func (r *run) hasWriter() bool {
	return r.placed.Coder.Value != coding.CoderGiven && r.placed.Coder.Value != coding.CoderAllowed
}

func (r *codeRun) countClashes() int {
	n := 0
	for _, s := range r.setbacks {
		if s.Clash != nil {
			n++
		}
	}
	return n
}

// mayClash reports whether its writer may bring it together with what was merged once more, and mayHear whether what the founder
// said sends it back once more.
func (r *codeRun) mayClash() bool { return r.countClashes() < clashesAtMost }

func (r *codeRun) mayHear() bool { return len(r.setbacks)-r.countClashes() < wordsAtMost }

// findSetback returns nil for a change that may go on.
func (r *codeRun) findSetback(ctx context.Context) (*setback, error) {
	if r.isReplay() {
		return nil, nil
	}
	c, err := r.findClash(ctx)
	if err != nil {
		return nil, err
	}
	out := setback{Clash: c}
	if out.Heard, out.Said, err = r.hearLate(ctx); err != nil {
		return nil, err
	}
	if !r.mayHear() {
		out.Said = nil
	}
	if out.Clash == nil && len(out.Said) == 0 {
		return nil, nil
	}
	return &out, nil
}

// hearLate returns what the founder said that whoever wrote the change did not know.
func (r *codeRun) hearLate(ctx context.Context) (marks, said []string, err error) {
	if r.heard == nil || !r.hasWriter() {
		return nil, nil, nil
	}
	return r.hearFounder(ctx, r.heard)
}

// findClash returns what a change does not agree with of what was merged in its project since it began; nil for nothing.
func (r *codeRun) findClash(ctx context.Context) (*clash, error) {
	c := r.proven.Change
	now, err := r.Records.Context(ctx, r.step.ID)
	if err != nil {
		return nil, fmt.Errorf("see what was merged since step %s began: %w", r.step.ID, err)
	}
	if now.Code == nil || now.Code.Base() == "" || now.Code.Base() == c.Base {
		return nil, nil
	}
	ws, repo, head := r.runner.Workspaces, now.Code.Repository, now.Code.Base()
	if err := ws.Restore(ctx, *now.Code); err != nil {
		return nil, err
	}
	_, files, err := ws.Merge(ctx, repo, c.Base, head, c.Tree)
	if err != nil {
		return nil, fmt.Errorf("try to merge step %s: %w", r.step.ID, err)
	}
	if len(files) == 0 {
		return nil, nil
	}
	apart, err := ws.Unravel(ctx, repo, c.Base, head, c.Tree)
	if err != nil {
		return nil, fmt.Errorf("see where step %s does not agree with what was merged: %w", r.step.ID, err)
	}
	base, err := ws.Tree(ctx, repo, head)
	return &clash{Files: files, Commit: head, Base: base, Tree: apart.Tree, Theirs: apart.Theirs, Mine: apart.Mine}, err
}

// goBack has the writer go on from the change, on what is merged by now.
func (r *codeRun) goBack(ctx context.Context, s setback) error {
	if s.Clash != nil {
		now, err := r.Records.Context(ctx, r.step.ID)
		if err == nil && now.Code != nil {
			err = r.runner.Workspaces.Restore(ctx, *now.Code)
		}
		if err != nil {
			return fmt.Errorf("have what was merged since step %s began: %w", r.step.ID, err)
		}
	}
	if err := r.takeUp(ctx, s); err != nil || s.Clash == nil {
		return err
	}
	var err error
	r.before, err = r.tryTree(ctx, len(r.setbacks), r.checkSubject(coding.TrialBefore, s.Clash.Base))
	return err
}

// takeUp has the writer go on from what it made, or of a clash from both sides.
func (r *codeRun) takeUp(ctx context.Context, s setback) error {
	r.setbacks = append(r.setbacks, s)
	r.back = comeback{Tree: r.proven.Change.Tree, Patch: r.proven.Change.Patch, Words: s.tellWriter()}
	r.past.Tell(r.back.Words)
	c := s.Clash
	if c == nil {
		return nil
	}
	r.base.Commit, r.base.Tree = c.Commit, c.Base
	r.back.Tree, r.back.Patch = c.Tree, nil
	if c.Tree == c.Base {
		return nil
	}
	change, err := r.runner.Workspaces.Between(ctx, r.about.Code.Repository, c.Commit, c.Tree)
	r.back.Patch = change.Patch
	return err
}

// comeback holds the state from which a writer goes on when a change comes back to it.
type comeback struct {
	Tree  string
	Patch []byte // from the base to the tree
	Words string
}

// tellWriter says why the change comes back.
func (s setback) tellWriter() string {
	const most = 8000 // bytes of each side
	var b strings.Builder
	if c := s.Clash; c != nil {
		files := strings.Join(c.Files, ", ")
		fmt.Fprintf(&b, "The change cannot be merged: something else was merged meanwhile that does not agree with it in %s. From now on the code is what is merged, with your change wherever the two agree; %s stands there as it was merged, without yours.\n"+
			"Merged meanwhile:\n%s\nYours:\n%s\nBring both together, so that both hold with the tests of both, then say done again. Where they cannot both hold, say what the founder must decide.\n",
			files, files, clipBytes(c.Theirs, most), clipBytes(c.Mine, most))
	}
	if len(s.Said) > 0 {
		b.WriteString("The founder said meanwhile:\n- " + strings.Join(s.Said, "\n- ") + "\nMind it, then say done again.\n")
	}
	return strings.TrimSpace(b.String())
}

// askClash asks the founder, who sees both sides, how a change goes together with what was merged.
func (r *codeRun) askClash(c clash) work.Outcome {
	const most = 420 // bytes of each side: both stand in one message
	why := "it does not agree with what was merged meanwhile in " + strings.Join(c.Files, ", ")
	how := "Your patch and that are below; nothing of it was merged. Which of them holds, or how do they go together?"
	if r.hasWriter() {
		how = fmt.Sprintf("It was brought together %s, and each time something else came before it. Both are below; nothing of this one was merged. Which of them holds, or how do they go together?", prose.Count(r.countClashes(), "time"))
	}
	o := r.askNow(org.EscalateAmbiguity, why, fmt.Sprintf("%q cannot be merged: %s. %s", r.step.Title, why, how))
	o.Hunk = "# merged meanwhile\n" + clipBytes(leaveOutHeads(c.Theirs), most) + "\n# this one\n" + clipBytes(leaveOutHeads(c.Mine), most)
	return o
}

// leaveOutHeads takes from a diff what only git reads.
func leaveOutHeads(diff string) string {
	var out []string
	for _, l := range strings.Split(strings.TrimSpace(diff), "\n") {
		if !strings.HasPrefix(l, "diff --git") && !strings.HasPrefix(l, "index ") && !strings.HasPrefix(l, "--- ") {
			out = append(out, l)
		}
	}
	return strings.Join(out, "\n")
}

func clipBytes(text string, most int) string {
	if text = strings.TrimSpace(text); len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "\n[more left out]"
}

// noteLate adds to what is said of a change that the founder said something too late for it.
func (r *codeRun) noteLate(ctx context.Context) error {
	_, said, err := r.hearLate(ctx)
	if err == nil && len(said) > 0 {
		r.proven.Ruling.Notes = append(r.proven.Ruling.Notes, fmt.Sprintf("This came too late for it, after it had gone back to its writer %d times: %s", wordsAtMost, strings.Join(said, "; ")))
	}
	return err
}
