package coder

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/internal/safetext"
	"github.com/frasier-cos/frasier/worker/workspace"
)

func (w *work) deleteFile(ctx context.Context, tree string, a Action) (string, string, error) {
	made, err := w.Workspaces.Write(ctx, w.Repository, tree, []workspace.Edit{{Path: a.Path}})
	return "deleted", made, err
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
	return "written" + kept + describeDanger(a.Text), made, err
}

// The words must stand in the file once.
func (w *work) replaceOnce(ctx context.Context, tree string, a Action) (string, string, error) {
	now, _, err := w.replaceIn(ctx, tree, a.Path, a, false)
	if err != nil {
		return "", tree, err
	}
	made, err := w.Workspaces.Write(ctx, w.Repository, tree, []workspace.Edit{{Path: a.Path, Text: &now}})
	return "replaced" + describeDanger(a.Text), made, err
}

func (w *work) replaceIn(ctx context.Context, tree, name string, a Action, everywhere bool) (string, int, error) {
	text, err := w.Workspaces.Read(ctx, w.Repository, tree, name)
	if err != nil {
		return "", 0, err
	}
	if err := checkEncoding(name, text, a.Text, false); err != nil {
		return "", 0, err
	}
	find := a.Find
	if bare := strings.TrimSuffix(find, "\n"); a.Text == "" && !strings.Contains(strings.ReplaceAll(text, "\r\n", "\n"), find) {
		find = bare // a part of a line is taken out
	}
	return replaceWords(name, text, find, a.Text, everywhere)
}

// The words are replaced in all files that a path means and that hold them.
func (w *work) replaceEverywhere(ctx context.Context, tree string, a Action) (string, string, error) {
	files, err := w.findFiles(ctx, tree, a.Path)
	if err != nil {
		return "", tree, err
	}
	first, _, _ := strings.Cut(a.Find, "\n")
	holds, err := w.Workspaces.Holding(ctx, w.Repository, tree, first)
	if err != nil {
		return "", tree, err
	}
	var edits []workspace.Edit
	var said []string
	places := 0
	for _, e := range files {
		if !holds[e.Path] || !e.Plain() {
			continue
		}
		now, n, err := w.replaceIn(ctx, tree, e.Path, a, true)
		var no *workspace.UnusableError
		if errors.As(err, &no) && len(files) > 1 {
			continue // its first line stands there, and not the rest
		}
		if err != nil {
			return "", tree, err
		}
		places += n
		edits, said = append(edits, workspace.Edit{Path: e.Path, Text: &now}), append(said, fmt.Sprintf("%s: %d", e.Path, n))
	}
	if len(edits) == 0 {
		return "", tree, &workspace.UnusableError{Text: fmt.Sprintf("these words stand in none of the %d files that %s means", len(files), a.Path)}
	}
	made, err := w.Workspaces.Write(ctx, w.Repository, tree, edits)
	return fmt.Sprintf("replaced at %d places in %d files%s\n", places, len(edits), describeDanger(a.Text)) + strings.Join(said, "\n"), made, err
}

// Code is taken as it is; what hides in it is asked about when the change is judged.
func describeDanger(text string) string {
	var out []string
	for _, f := range safetext.FindDangerous(text) {
		out = append(out, f.String())
	}
	if len(out) == 0 {
		return ""
	}
	return "; it holds what a person may be asked about: " + strings.Join(out, "; ")
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
