// Package coder makes changes to code: one coder applies what the founder gave and
// writes nothing of its own (Given), the other has a model write it, turn by turn (Written).
//
// Both work on trees of Frasier's own copy, which are made of commits and patches, and
// never in a folder: what is not in the patch does not count. They run no program; whoever calls them hands in
// what checks a tree.
package coder

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/redact"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// NothingError says why no change could be made.
type NothingError struct{ Text string }

// Error returns the sentence.
func (e *NothingError) Error() string { return e.Text }

// Given applies the patches of an order to a commit, one after the other. It
// returns the change and a sentence on what was done. What does not fit, is
// not there or had a secret taken out of it gives a *NothingError that names it.
func Given(ctx context.Context, y workspace.Dir, o coding.CodeOrder, base string) (coding.Change, error) {
	if len(o.Patches) == 0 {
		return coding.Change{}, &NothingError{"nothing to apply was given: name a file with the change in a line \"patch: NAME\" below the item, and send it along. To write it myself I need an AI model"}
	}
	tree := base
	for _, name := range o.Patches {
		i := 0
		for i < len(o.Given) && o.Given[i].Name != name {
			i++
		}
		if i == len(o.Given) {
			return coding.Change{}, &NothingError{fmt.Sprintf("the file %s, which is to hold the change, did not come with the order", name)}
		}
		if kinds, _ := redact.Marked(string(o.Given[i].Data)); len(kinds) > 0 {
			return coding.Change{}, &NothingError{fmt.Sprintf("%s held a secret (%s), which I took out when the file came, so I can't apply it as you wrote it. Send it without the secret, and replace the secret: it was sent over a chat", name, strings.Join(kinds, ", "))}
		}
		next, err := y.Apply(ctx, o.Repository, tree, o.Given[i].Data)
		var no *workspace.UnusableError
		if errors.As(err, &no) {
			return coding.Change{}, &NothingError{fmt.Sprintf("%s does not fit the code as it is now: %s", name, strings.ReplaceAll(strings.TrimPrefix(no.Text, "error: "), "\nerror: ", "; "))}
		}
		if err != nil {
			return coding.Change{}, err
		}
		tree = next
	}
	c, err := y.Between(ctx, o.Repository, base, tree)
	c.Said = "Applied as you gave it: " + strings.Join(o.Patches, ", ") + "."
	return c, err
}
