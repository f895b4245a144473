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

// When one action cannot be done, none of the turn's changes is kept, and the model is told.
func (w *work) runActions(ctx context.Context, r Reply) (Turn, error) {
	t := Turn{Actions: r.Actions, Tree: w.tree}
	var saw []string
	for _, a := range r.Actions {
		if a.isEnd() {
			if a.Do == doDone {
				t.Done = a.Text
			} else {
				t.GaveUp = a.Text
			}
			break
		}
		text, tree, err := w.runAction(ctx, t.Tree, a)
		var no *workspace.UnusableError
		if errors.As(err, &no) {
			saw = append(saw, "== "+a.describe()+"\nNot done: "+no.Text+". Nothing that this turn changed is kept, and what came after this was not done.")
			t.Tree, t.Failed = w.tree, true
			break
		}
		if err != nil {
			return t, err
		}
		t.Tree = tree
		saw = append(saw, "== "+a.describe()+"\n"+text)
	}
	t.Saw = strings.Join(saw, "\n")
	if t.Tree == w.BaseTree {
		return t, nil
	}
	c, err := w.Workspaces.Between(ctx, w.Repository, w.Base, t.Tree)
	var no *workspace.UnusableError
	if errors.As(err, &no) {
		t.Saw, t.Tree, t.Failed, t.Done = no.Text, w.tree, true, ""
		c, err = w.Workspaces.Between(ctx, w.Repository, w.Base, t.Tree)
	}
	t.Patch = c.Patch
	return t, err
}

// What cannot be done gives a *workspace.UnusableError.
func (w *work) runAction(ctx context.Context, tree string, a Action) (saw, made string, err error) {
	switch a.Do {
	case doRead:
		saw, err = w.readFile(ctx, tree, a)
	case doSearch:
		saw, err = w.searchFiles(ctx, tree, a)
	case doCheck:
		saw, err = w.runChecks(ctx, tree)
	case doReplace:
		return w.replaceText(ctx, tree, a)
	case doWrite:
		return w.writeFile(ctx, tree, a)
	case doDelete:
		made, err = w.Workspaces.Write(ctx, w.Repository, tree, []workspace.Edit{{Path: a.Path}})
		return "deleted", made, err
	default:
		err = &workspace.UnusableError{Text: fmt.Sprintf("there is no action %q", a.Do)}
	}
	return saw, tree, err
}

func (w *work) readFile(ctx context.Context, tree string, a Action) (string, error) {
	text, err := w.Workspaces.Read(ctx, w.Repository, tree, a.Path)
	if err != nil {
		return "", err
	}
	if strings.ContainsRune(text, 0) {
		return "", &workspace.UnusableError{Text: a.Path + " is no text"}
	}
	all := splitLines(strings.TrimPrefix(text, mark))
	from := min(max(a.From, 1), max(len(all), 1))
	to := min(len(all), from+codeReadLines-1)
	if a.To >= from {
		to = min(to, a.To)
	}
	var b strings.Builder
	for i := from; i <= to; i++ {
		if b.Len() > codeReadBytes {
			to = i - 1
			break
		}
		fmt.Fprintf(&b, "%d: %s\n", i, strings.ToValidUTF8(all[i-1].body, "\uFFFD"))
	}
	if to < len(all) || from > 1 {
		fmt.Fprintf(&b, "(lines %d to %d of %d)\n", from, to, len(all))
	}
	if no := describeForeign(a.Path, text); no != "" {
		b.WriteString("(" + no + ")\n")
	}
	return clipMiddle(b.String()), nil
}

func (w *work) searchFiles(ctx context.Context, tree string, a Action) (string, error) {
	hits, err := w.Workspaces.Search(ctx, w.Repository, tree, a.Text, a.Path)
	if err != nil || len(hits) == 0 {
		return "nothing found", err
	}
	more := ""
	if len(hits) > codeHits {
		hits, more = hits[:codeHits], fmt.Sprintf("\n(%d more)", len(hits)-codeHits)
	}
	const long = 300 // a line of a file that a program made
	for i, h := range hits {
		if len(h) > long {
			hits[i] = strings.ToValidUTF8(h[:long], "") + " ..."
		}
	}
	return clipMiddle(strings.Join(hits, "\n")) + more, nil
}

// The file keeps its form.
func (w *work) writeFile(ctx context.Context, tree string, a Action) (string, string, error) {
	was, err := w.Workspaces.Read(ctx, w.Repository, tree, a.Path)
	var none *workspace.UnusableError
	if err != nil && !errors.As(err, &none) { // what may not be written over, writing itself says
		return "", tree, err
	}
	if err := checkEncoding(a.Path, was, a.Text, true); err != nil {
		return "", tree, err
	}
	now, kept := fitWritten(was, a.Text)
	made, err := w.Workspaces.Write(ctx, w.Repository, tree, []workspace.Edit{{Path: a.Path, Text: &now}})
	return "written" + kept, made, err
}

// The words must stand in the file once.
func (w *work) replaceText(ctx context.Context, tree string, a Action) (string, string, error) {
	text, err := w.Workspaces.Read(ctx, w.Repository, tree, a.Path)
	if err != nil {
		return "", tree, err
	}
	if err := checkEncoding(a.Path, text, a.Text, false); err != nil {
		return "", tree, err
	}
	now, err := replaceOnce(a.Path, text, a.Find, a.Text)
	if err != nil {
		return "", tree, err
	}
	made, err := w.Workspaces.Write(ctx, w.Repository, tree, []workspace.Edit{{Path: a.Path, Text: &now}})
	return "replaced", made, err
}

// It finds the first line of the words.
func describeNearest(text, find string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(find), "\n")
	if line = strings.TrimSpace(line); line == "" || !strings.Contains(text, line) {
		return ""
	}
	return "; their first line does (" + listPlaces(text, line) + "): look at its blanks and at what follows"
}

func listPlaces(text, find string) string {
	const most = 5
	var at []string
	for from := 0; len(at) < most; {
		i := strings.Index(text[from:], find)
		if i < 0 {
			break
		}
		at = append(at, fmt.Sprint(1+strings.Count(text[:from+i], "\n")))
		from += i + len(find)
	}
	if len(at) == 1 {
		return "line " + at[0]
	}
	return "lines " + strings.Join(at, ", ")
}

func (w *work) runChecks(ctx context.Context, tree string) (string, error) {
	if len(w.Repository.Checks) == 0 {
		return "", &workspace.UnusableError{Text: "this repository has no checks"}
	}
	all, err := w.Check(ctx, tree)
	if err != nil {
		return "", err
	}
	var out []string
	for _, t := range all {
		text := formatOutcome(t)
		if !t.Good() {
			text += "\n" + t.Tail
		}
		out = append(out, text)
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
func clipMiddle(text string) string {
	const most = codeReadBytes
	if len(text) <= most+most/8 {
		return text
	}
	return strings.ToValidUTF8(text[:most/2], "") + fmt.Sprintf("\n[%d bytes left out]\n", len(text)-most) + strings.ToValidUTF8(text[len(text)-most/2:], "")
}
