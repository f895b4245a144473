package worker

import (
	"context"
	"errors"
	"fmt"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/stagelog"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm/prompt"
	"github.com/frasier-cos/frasier/worker/check"
	"github.com/frasier-cos/frasier/worker/proof"
)

// Version is version, for tests.
type Version = version

// Revisable is revisable, for tests.
func Revisable(v Version) bool { return mayBeRevised(v) }

// Defects is defects, for tests.
func Defects(v Version) []prompt.Defect { return asDefects(listDefects(v)) }

// Settled is settled, for tests.
func Settled(d check.Defect, answers []string, passages []work.Passage) bool {
	return isSettled(d, answers, passages)
}

// Answered is answered, for tests: what is kept of an author's answers to a version's findings.
func Answered(v Version, answers []check.Answer) []string {
	return pairAnswers(listDefects(v), answers)
}

// TookUp is tookUp, for tests.
func TookUp(before, after Version) bool { return after.tookUp(before) }

// Gist is gist, for tests.
func Gist(text string) string { return clipResult(text) }

// Carry is carry, for tests.
func Carry(up []work.Upstream, ev work.Evidence) ([]work.Upstream, work.Evidence) {
	return carrySources(up, ev)
}

// Length is length, for tests.
func Length(s org.Step) int { return askedLength(s) }

// Section is a section of an outline with the reply that was written for it.
type Section struct {
	Title    string
	Passages []string
	Reply    string
	Served   org.Tier
}

// Join is join, for tests: the text of the piece and the tier that counts.
func Join(sections ...Section) (string, org.Tier) {
	var plan outline
	var parts []draftReply
	for _, s := range sections {
		plan.Sections = append(plan.Sections, outlineSection{Title: s.Title})
		parts = append(parts, draftReply{Reply: s.Reply, Served: s.Served})
	}
	w := joinSections(plan, parts)
	return w.Reply, w.Served
}

// EvidenceFor is evidenceFor, for tests.
func EvidenceFor(ev work.Evidence, last bool, passages ...string) work.Evidence {
	return evidenceFor(ev, outlineSection{Passages: passages}, last)
}

// Aim is aim, for tests.
func Aim(s org.Step, words int) int { return aimedLength(s, words) }

// Carried is carried, for tests, of a project with that branch.
func Carried(ctx context.Context, w *Worker, o *coding.CodeOrder) ([]org.File, error) {
	r := run{Worker: w, about: work.StepContext{Branch: o}}
	return r.carryChanges(ctx)
}

// Again is AgainIn in the last round that has the stage, for tests.
func (w *Worker) Again(ctx context.Context, s org.Step, name string) (stagelog.Replay, error) {
	for round := s.Round(); round > 0; round-- {
		got, err := w.AgainIn(ctx, s, round, name)
		if !errors.Is(err, stagelog.ErrNoStage) {
			return got, err
		}
	}
	return stagelog.Replay{}, fmt.Errorf("%w: %s of step %s", stagelog.ErrNoStage, name, s.ID)
}

// Keeps lists the stages whose results the way of a step saves, for tests; of an assembly, a change of code or a piece of writing.
func Keeps(k org.StepKind, code bool) []string {
	switch {
	case code:
		return append(keptBy(codeParts()), keptBy(writerParts())...)
	case k == org.KindAssembly:
		return keptBy(assemblyParts())
	}
	return keptBy(documentParts())
}

func keptBy[C course](all []part[C]) (out []string) {
	for _, p := range all {
		out = append(out, p.keeps...)
	}
	return out
}

// Bounds tells of a change that came back so often for what was merged and for what the founder said whether it may once more, for each.
func Bounds(clashes, words int) (mayClash, mayHear bool) {
	r := &codeRun{}
	for n := range clashes + words {
		var s setback
		if n < clashes {
			s.Clash = &clash{}
		}
		r.setbacks = append(r.setbacks, s)
	}
	return r.mayClash(), r.mayHear()
}

// IsOrdered is isOrdered, for tests.
func IsOrdered(kind coding.ChangeKind, all []coding.GuardFinding) bool { return isOrdered(kind, all) }

// JudgeRivals is judgeRivals, for tests, of changes by models of those families: who won, why, and which model said so.
func JudgeRivals(ctx context.Context, w *Worker, s org.Step, families []string, all []proof.Contender) (won int, why, model string, err error) {
	var entries []entry
	for i, c := range all {
		entries = append(entries, entry{rival: coding.Rival{N: i + 1}, made: proven{Change: c.Change, Ruling: c.Ruling, Family: families[i]}})
	}
	r := &codeRun{run: &run{Worker: w, step: s}}
	v, err := r.judgeRivals(ctx, entries, all)
	return v.Won, v.Why, v.Second, err
}

// WeighTest is what decides whether a test shows a finding.
var WeighTest = weighTest
