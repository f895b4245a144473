package coder

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// When a change cannot be made, none of the turn's changes is kept, and the model is told. What cannot be
// looked at undoes nothing.
func (w *work) runActions(ctx context.Context, r Reply) (Turn, error) {
	t := Turn{Actions: r.Actions, Thought: r.Thought, Tree: w.tree}
	w.served, w.red = nil, ""
	var saw []string
	looked := false // something was to be seen
	for _, a := range r.Actions {
		d, _ := findDeed(a.Do)
		if d.ends {
			switch {
			case a.Do == doDone && w.red == t.Tree:
				saw = append(saw, "== "+doDone+"\nIt counts for nothing, as the check of this turn failed.")
				looked = true
			case a.Do == doDone:
				t.Done = a.Text
			case a.endsWork():
				t.GaveUp, t.Stop, t.Shows = a.Text, StopKind(a.Do), strings.TrimSpace(a.Find)
			default:
				t.GaveUp = a.Text
			}
			break
		}
		text, tree, err := d.do(w, ctx, t.Tree, a)
		var no *workspace.UnusableError
		if errors.As(err, &no) && d.looks {
			saw = append(saw, "== "+a.describe()+"\nNot done: "+no.Text+".")
			continue
		}
		if errors.As(err, &no) {
			saw = append(saw, "== "+a.describe()+"\nNot done: "+no.Text+". Nothing that this turn changed is kept, and what came after this was not done.")
			t.Tree, t.Failed = w.tree, true
			break
		}
		if err != nil {
			return t, err
		}
		looked, t.Tree = true, tree
		saw = append(saw, "== "+a.describe()+"\n"+text)
	}
	t.Services = w.served
	t.Failed = t.Failed || !looked && t.Done == "" && t.GaveUp == ""
	house, err := w.findHouse(ctx, r.Actions)
	if err != nil {
		return t, err
	}
	t.Saw = strings.Join(append(cutEach(saw, codeTurnBytes), house...), "\n")
	if t.Tree == w.BaseTree {
		return t, nil
	}
	c, err := w.compareWithBase(ctx, t.Tree)
	var no *workspace.UnusableError
	if errors.As(err, &no) {
		t.Saw, t.Tree, t.Failed, t.Done, t.GaveUp, t.Stop = no.Text, w.tree, true, "", "", ""
		c, err = w.compareWithBase(ctx, t.Tree)
	}
	t.Patch = c.Patch
	return t, err
}

// cutEach cuts the longest of what a turn saw, so that all of it together has so many bytes: a short one is
// never left out for a long one.
func cutEach(texts []string, room int) []string {
	sizes := make([]int, 0, len(texts))
	for _, t := range texts {
		sizes = append(sizes, len(t))
	}
	slices.Sort(sizes)
	most := room
	for i, n := range sizes {
		if most = room / (len(sizes) - i); n > most {
			break
		}
		room -= n
	}
	out := make([]string, 0, len(texts))
	for _, t := range texts {
		out = append(out, cutMiddle(t, max(most, 200)))
	}
	return out
}

func (w *work) runChecks(ctx context.Context, tree string, _ Action) (string, error) {
	if len(w.Repository.Checks) == 0 {
		return "", &workspace.UnusableError{Text: "this repository has no checks"}
	}
	all, err := w.Check(ctx, tree)
	if err != nil {
		return "", err
	}
	var out []string
	for _, t := range all {
		out = append(out, describeTrial(t))
		w.served = append(w.served, t.Services...)
		if !t.Good() && !slices.ContainsFunc(w.Before, func(b coding.Trial) bool { return b.Name == t.Name && !b.Good() }) {
			w.red = tree
		}
	}
	return clipMiddle(strings.Join(out, "\n")), nil
}

func formatOutcome(t coding.Trial) string {
	switch {
	case t.Good() && t.Passed > 0:
		return fmt.Sprintf("%s: %s passed", t.Name, prose.Count(t.Passed, "test"))
	case t.Good():
		return t.Name + ": passed"
	case t.Reason != "":
		return t.Name + ": " + t.Ended()
	case len(t.Failing) > 0:
		const most = 10
		names := slices.Clone(t.Failing[:min(len(t.Failing), most)])
		text := fmt.Sprintf("%s: %d failed (%s), %d passed", t.Name, len(t.Failing), strings.Join(names, ", "), t.Passed)
		if why := t.Unserved(); why != "" {
			text += "; " + why
		}
		return text
	}
	return fmt.Sprintf("%s: failed (exit %d)", t.Name, t.Exit)
}

// A model sees the head and the tail.
func clipMiddle(text string) string { return cutMiddle(text, codeReadBytes) }

func cutMiddle(text string, most int) string {
	if len(text) <= most+most/8 {
		return text
	}
	return strings.ToValidUTF8(text[:most/2], "") + fmt.Sprintf("\n[%d bytes left out]\n", len(text)-most) + strings.ToValidUTF8(text[len(text)-most/2:], "")
}
