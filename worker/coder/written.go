package coder

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/safetext"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/prompt"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// Turn is one turn as it is kept: what the model wanted, what it was told of it, and the tree
// that it left. A turn that is kept is not asked for again, and its tree is made again from its patch.
type Turn struct {
	Actions []Action `json:"actions"`
	Thought string   `json:"thought,omitempty"`
	Saw     string   `json:"saw"`
	Tree    string   `json:"tree"`
	Patch   []byte   `json:"patch,omitempty"` // from the base to the tree; none while it is the base's
	Failed  bool     `json:"failed,omitempty"`
	Family  string   `json:"family,omitempty"`  // of the model that was asked
	Done    string   `json:"done,omitempty"`    // what was made, by its maker, who says that it is all
	GaveUp  string   `json:"gave_up,omitempty"` // why it cannot be made
	Stop    StopKind `json:"stop,omitempty"`    // why it is not made, where that is no bad work; GaveUp has the words
	Shows   string   `json:"shows,omitempty"`   // the test that is to show it
	Heard   []string `json:"heard"`             // marks of what the founder had said when it was asked for; null where an older version kept it
	Again   bool     `json:"again,omitempty"`   // it was called done, and the founder had said something meanwhile
	Slip    bool     `json:"slip,omitempty"`    // the reply could not be read

	Services []coding.ServiceRun `json:"services,omitempty"` // that its checks started for themselves
}

// Task holds what a model works with. It never sees a folder: what it reads and changes are
// trees, so nothing is lost that a turn has made, and nothing else counts.
type Task struct {
	Workspaces workspace.Dir
	Repository coding.Repository
	Base       string // the commit that the change starts from
	BaseTree   string
	Round      int // of the step, from 1
	// Turns bound what a model may ask for, and Tries how often its change is tried.
	Turns, Tries int
	// Start is a patch of an earlier round to go on from; empty to begin anew.
	Start []byte
	// Order is what is to be done, in the founder's and the plan's words; files that have them are shown first.
	Order string
	// Ask asks the model for the n-th turn. Where nothing came of it that could be read, the error is a *FormError.
	Ask func(ctx context.Context, n int, c prompt.TurnContract) (reply, family string, err error)
	// Keep does the n-th turn once, however often the work begins again.
	Keep func(ctx context.Context, n int, do func(context.Context) (Turn, error)) (Turn, error)
	// Check runs the repository's checks on a tree.
	Check func(ctx context.Context, tree string) ([]coding.Trial, error)
	// Prove tries a change that the model calls done for the n-th time, and returns what stands against it.
	Prove func(ctx context.Context, n int, c coding.Change) ([]string, error)
	// Refute looks for the n-th time whether a test shows that what the task says is not so, on the code as it is
	// with the tests of the change, and returns what stands against it.
	Refute func(ctx context.Context, n int, test string, c coding.Change) ([]string, error)
	// Hear returns marks of all that the founder has said by now, and what of it is not among those that are known. Nil
	// where nobody can say anything.
	Hear func(ctx context.Context, known []string) (marks, said []string, err error)
	// Run runs a command in a copy of a tree, and returns what it said and the tree that it left there; nil where none can be run.
	Run func(ctx context.Context, tree, command string) (said, made string, err error)
	// Before holds the checks' ends on the base, and Last those of the round before on its change.
	Before, Last []coding.Trial
	// Past is what was done in this round so far, where a change came back to its writer; nil for nothing. Written keeps it.
	Past *Past
}

// work is one round of model turns.
type work struct {
	Task
	tree    string
	fresh   string // the tree of the turn that this process has just done
	turns   []Turn
	files   []string
	more    int
	house   string
	there   map[string]bool // files of the base
	housed  map[string]bool // what of folders is known, by its file
	told    string          // why the change comes to the writer, before its first turn; empty where the task says all
	ran     lastRun
	diff    string        // from the base, as it is now
	change  coding.Change // what compareWithBase saw last
	tried   int
	against []string            // the change, when it was tried last
	useless int                 // turns in a row that changed nothing and showed nothing new
	slips   int                 // replies in a row that could not be read
	served  []coding.ServiceRun // by the checks of the turn that is under way
	red     string              // the tree on which a check of that turn failed that passes on the base; empty for none
}

// Written has a model write a change, turn by turn, until it stands up to all that is tried
// on it. A *NothingError says why there is none, and the change is the best that there was.
func Written(ctx context.Context, d Task) (coding.Change, error) {
	w := work{Task: d, tree: d.BaseTree, there: map[string]bool{}, housed: map[string]bool{}}
	if d.Past != nil {
		w.goOn(d.Past)
		defer w.keepPast(d.Past)
	}
	if err := w.openRepository(ctx); err != nil {
		return coding.Change{}, err
	}
	for n := len(w.turns) + 1; n <= w.Turns; n++ {
		t, err := d.Keep(ctx, n, func(ctx context.Context) (Turn, error) { return w.runTurn(ctx, n) })
		if err != nil {
			return coding.Change{}, err
		}
		if err := w.resumeTurn(ctx, t); err != nil {
			return coding.Change{}, err
		}
		switch {
		case t.Again:
			w.Turns++ // what he says costs the model none of its own
		case t.Stop != "":
			if over, err := w.stopWork(ctx, t); over || err != nil {
				return coding.Change{}, err
			}
		case t.GaveUp != "":
			return w.endWithoutChange(ctx, "whoever was to write it gave up: "+strings.TrimRight(t.GaveUp, "."))
		case t.Done != "":
			c, faults, err := w.proveChange(ctx, t)
			if err != nil {
				return c, err
			}
			if len(faults) == 0 {
				more, err := w.hearAfter(ctx, t)
				if err != nil || !more {
					return c, err
				}
				continue
			}
			if w.tried == w.Tries {
				return c, &NothingError{strings.Join(faults, "; ")}
			}
		case w.slips == codeSlips:
			return w.endWithoutChange(ctx, fmt.Sprintf("%d replies in a row could not be read: %s", w.slips, clipText(t.Saw, 300)))
		case w.useless == codeUseless:
			return w.endWithoutChange(ctx, fmt.Sprintf("%d turns in a row changed nothing and looked at nothing new", w.useless))
		}
	}
	return w.endWithoutChange(ctx, fmt.Sprintf("it was not done after %s", prose.Count(d.Turns, "turn")))
}

// What an earlier round made is gone on from where it still fits.
func (w *work) openRepository(ctx context.Context) error {
	if len(w.Start) > 0 {
		tree, err := w.Workspaces.Apply(ctx, w.Repository, w.Base, w.Start)
		var no *workspace.UnusableError
		if err != nil && !errors.As(err, &no) {
			return err
		}
		if err == nil {
			w.tree = tree
		}
	}
	all, err := w.Workspaces.Files(ctx, w.Repository, w.BaseTree)
	if err != nil {
		return err
	}
	if err := w.mapFiles(ctx, all); err != nil {
		return err
	}
	_, w.house, err = w.readHouse(ctx, "")
	if err != nil {
		return err
	}
	return w.readDiff(ctx)
}

// readDiff keeps what the change is by now, for the model to see.
func (w *work) readDiff(ctx context.Context) (err error) {
	if w.diff = ""; w.tree == w.BaseTree {
		return nil
	}
	w.diff, err = w.Workspaces.Diff(ctx, w.Repository, w.BaseTree, w.tree)
	return err
}

func (w *work) endWithoutChange(ctx context.Context, why string) (coding.Change, error) {
	c, err := w.buildChange(ctx, "")
	if err != nil {
		return c, err
	}
	if len(w.against) > 0 { // says more than what its writer makes of it
		why += "; what it had made was not done: " + strings.Join(w.against, "; ")
	}
	return c, &NothingError{why}
}

func (w *work) buildChange(ctx context.Context, said string) (coding.Change, error) {
	c, err := w.compareWithBase(ctx, w.tree)
	c.Said = said
	return c, err
}

// A turn that only looks has the tree of the one before, and what a turn made is tried as it was kept.
func (w *work) compareWithBase(ctx context.Context, tree string) (coding.Change, error) {
	if w.change.Tree == tree {
		return w.change, nil
	}
	c, err := w.Workspaces.Between(ctx, w.Repository, w.Base, tree)
	if err == nil {
		w.change = c
	}
	return c, err
}

func (w *work) proveChange(ctx context.Context, t Turn) (coding.Change, []string, error) {
	c, err := w.buildChange(ctx, t.Done)
	var no *workspace.UnusableError
	if errors.As(err, &no) {
		return c, []string{no.Text}, nil
	}
	if err != nil {
		return c, nil, err
	}
	w.tried++
	faults, err := w.Prove(ctx, w.tried, c)
	w.against = faults
	if err == nil && len(faults) > 0 {
		last := &w.turns[len(w.turns)-1]
		last.Saw = strings.TrimSpace(last.Saw + "\nIt was tried, and is not done:\n- " + strings.Join(faults, "\n- "))
	}
	return c, faults, err
}

// A reply that cannot be read is a turn in which nothing was done, and the model is told why.
func (w *work) runTurn(ctx context.Context, n int) (Turn, error) {
	known, _, err := w.hearFounder(ctx, nil)
	if err != nil {
		return Turn{}, err
	}
	text, family, err := w.Ask(ctx, n, w.buildContract(n))
	var r Reply
	if err == nil {
		r, err = parseReply(text)
	}
	var form *FormError
	if errors.As(err, &form) {
		return w.keepSlip(ctx, text, family, form)
	}
	if err != nil {
		return Turn{}, err
	}
	t, err := w.runActions(ctx, r)
	t.Family, w.fresh = family, t.Tree
	if err != nil {
		return t, err
	}
	return w.hearBefore(ctx, t, known)
}

func (w *work) keepSlip(ctx context.Context, text, family string, form *FormError) (Turn, error) {
	t := Turn{Saw: "Nothing of your reply was done, since it could not be read:\n" + form.Words, Tree: w.tree, Failed: true, Slip: true, Family: family}
	if said, calls, offered := llm.ReadCalls(text); offered && len(calls) == 0 { // the form in which calls are kept is ours
		text = said
	}
	if text != "" {
		t.Saw += "\nIt was:\n" + cutMiddle(safetext.Neutral(text), codeSlipBytes)
	}
	if w.tree == w.BaseTree {
		return t, nil
	}
	c, err := w.compareWithBase(ctx, w.tree)
	t.Patch = c.Patch
	return t, err
}

// The turn may have been kept by a process that is gone.
func (w *work) resumeTurn(ctx context.Context, t Turn) error {
	again := slices.ContainsFunc(w.turns, func(o Turn) bool { return o.Tree == t.Tree && slices.Equal(o.Actions, t.Actions) })
	if w.useless++; t.Tree != w.tree || !again && !t.Failed || t.Slip {
		w.useless = 0
	}
	if w.slips++; !t.Slip {
		w.slips = 0
	}
	w.turns = append(w.turns, t)
	w.recallHouse(t.Saw)
	if t.Tree == w.tree {
		return nil
	}
	made := w.BaseTree
	switch {
	case t.Tree == w.fresh:
		made = w.fresh
	case len(t.Patch) > 0:
		var err error
		if made, err = w.Workspaces.Apply(ctx, w.Repository, w.Base, t.Patch); err != nil {
			return fmt.Errorf("make turn %d again: %w", len(w.turns), err)
		}
	}
	if made != t.Tree {
		return fmt.Errorf("turn %d gives the tree %s, and gave %s", len(w.turns), made, t.Tree)
	}
	w.tree = made
	return w.readDiff(ctx)
}
