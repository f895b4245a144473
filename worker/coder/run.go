package coder

import (
	"context"
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/internal/safetext"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// What the last command changed in files, for a model that wants it.
type lastRun struct{ from, made string }

// A command runs in a copy of the tree that is thrown away; what it changed in files is shown, and becomes part of
// the change only when the model says so.
func (w *work) runCommand(ctx context.Context, tree string, a Action) (string, error) {
	if w.Run == nil {
		return "", &workspace.UnusableError{Text: "no command can be run here"}
	}
	said, made, err := w.Run(ctx, tree, a.Text)
	if err != nil {
		return "", err
	}
	w.ran = lastRun{tree, made}
	said = cutMiddle(safetext.Neutral(strings.ToValidUTF8(said, "\uFFFD")), codeRunBytes)
	if made == tree {
		return said, nil
	}
	diff, err := w.Workspaces.Diff(ctx, w.Repository, tree, made)
	if err != nil {
		return "", err
	}
	return said + "\nIt changed files, which the action apply takes over:\n" + cutMiddle(diff, codeRunBytes), nil
}

func (w *work) applyRun(_ context.Context, tree string, _ Action) (string, string, error) {
	switch {
	case w.ran.made == "" || w.ran.made == w.ran.from:
		return "", tree, &workspace.UnusableError{Text: "no command changed a file; what one changed is kept for the turns right after it"}
	case w.ran.from != tree:
		return "", tree, &workspace.UnusableError{Text: "the code has changed since the command ran; run it again"}
	}
	return fmt.Sprintf("taken over: %s", w.ran.made[:12]), w.ran.made, nil
}
