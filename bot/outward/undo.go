package outward

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/forge"
	"github.com/frasier-cos/frasier/internal/outward"
)

// inverse takes back what one kind of action did: it looks whether that is so already, refuses what others changed since, does it where it is
// not, and reads it back.
type inverse func(ctx context.Context, f forge.Forge, u outward.UndoOrder) (made, error)

// inverses lists how each kind of action is taken back. What a founder reads of each is in Action.Inverse.
func (d *Doer) inverses() map[outward.Kind]inverse {
	return map[outward.Kind]inverse{
		outward.OpenPull:   d.undoOpening,
		outward.MarkReady:  undone(undoReady),
		outward.ClosePull:  undone(undoClosing),
		outward.DropBranch: undone(undoBranch),
		outward.SetStatus:  undone(undoStatus),
		outward.TellPlan:   undone(undoWords),
		outward.TellDone:   undone(undoWords),
		outward.TellRemark: undone(undoRemark),

		outward.TellFinding: undone(undoFinding),
	}
}

// undone reads what was sent and what is there of it before it is taken back.
func undone[O, A any](undo func(context.Context, forge.Forge, O, A) error) inverse {
	return func(ctx context.Context, f forge.Forge, u outward.UndoOrder) (made, error) {
		var o O
		var a A
		err := json.Unmarshal(u.Order, &o)
		if err == nil && len(u.Answer) > 0 {
			err = json.Unmarshal(u.Answer, &a)
		}
		if err != nil {
			return made{}, &forge.RefusedError{Text: "what was done there cannot be read: " + err.Error()}
		}
		return made{u.Link, "undone"}, undo(ctx, f, o, a)
	}
}

// takeBack is the deed of TakeBack.
func (d *Doer) takeBack() deed {
	return ordered(func(ctx context.Context, f forge.Forge, u outward.UndoOrder) (made, error) {
		undo, ok := d.inverses()[u.Kind]
		if !ok {
			return made{}, &forge.RefusedError{Text: fmt.Sprintf("this version knows no way back from %q", u.Kind)}
		}
		return undo(ctx, f, u)
	})
}

// keepAsIs refuses to take back what is not as we left it.
func keepAsIs(what, why string, args ...any) error {
	return &forge.RefusedError{Status: http.StatusConflict, Text: fmt.Sprintf("left %s as it is: %s", what, fmt.Sprintf(why, args...))}
}

// undoOpening closes a pull request. One that others merged or added commits to is theirs too by now.
func (d *Doer) undoOpening(ctx context.Context, f forge.Forge, u outward.UndoOrder) (made, error) {
	open, err := d.Records.OpenPulls(ctx)
	if err != nil {
		return made{}, err
	}
	return undone(func(ctx context.Context, f forge.Forge, o outward.Pull, a outward.PullAnswer) error {
		order := outward.PullOrder{Owner: o.Owner, Repository: o.Repository, Number: a.Number, Link: a.Link}
		name := namePull(order)
		seen, err := f.Pull(ctx, o.Owner, o.Repository, a.Number)
		switch {
		case err != nil:
			return err
		case seen.State == outward.PullMerged:
			return keepAsIs(name, "it is merged%s", byWhom(seen.MergedBy))
		case seen.State != outward.PullOpen:
			return nil
		}
		ours := []string{a.Head}
		if i := slices.IndexFunc(open, func(p outward.PullRequest) bool { return p.Action == u.Of }); i >= 0 {
			ours = append(ours, open[i].Ours...)
		}
		if a.Head != "" && !slices.Contains(ours, seen.Head) {
			return keepAsIs(name, "its branch has commits since that are not mine, the last of them %.10s", seen.Head)
		}
		if err := f.ClosePull(ctx, order); err != nil {
			return err
		}
		return readState(ctx, f, order, func(p outward.PullSeen) bool { return p.State != outward.PullOpen })
	})(ctx, f, u)
}

func namePull(o outward.PullOrder) string {
	return fmt.Sprintf("%s/%s#%d", o.Owner, o.Repository, o.Number)
}

func byWhom(name string) string {
	if name == "" {
		return ""
	}
	return " by " + name
}

// readState reads a pull request back.
func readState(ctx context.Context, f forge.Forge, o outward.PullOrder, is func(outward.PullSeen) bool) error {
	now, err := f.Pull(ctx, o.Owner, o.Repository, o.Number)
	if err == nil && !is(now) {
		err = fmt.Errorf("%s is not as it was ordered though that was taken", namePull(o))
	}
	return err
}

func undoReady(ctx context.Context, f forge.Forge, o outward.PullOrder, _ json.RawMessage) error {
	seen, err := f.Pull(ctx, o.Owner, o.Repository, o.Number)
	switch {
	case err != nil:
		return err
	case seen.State == outward.PullMerged:
		return keepAsIs(namePull(o), "it is merged%s", byWhom(seen.MergedBy))
	case seen.State != outward.PullOpen:
		return keepAsIs(namePull(o), "it is not open any more")
	case seen.Draft:
		return nil
	}
	if err := f.MarkDraft(ctx, o); err != nil {
		return err
	}
	return readState(ctx, f, o, func(p outward.PullSeen) bool { return p.Draft })
}

func undoClosing(ctx context.Context, f forge.Forge, o outward.PullOrder, _ json.RawMessage) error {
	seen, err := f.Pull(ctx, o.Owner, o.Repository, o.Number)
	switch {
	case err != nil:
		return err
	case seen.State == outward.PullMerged:
		return keepAsIs(namePull(o), "it is merged%s", byWhom(seen.MergedBy))
	case seen.State == outward.PullOpen:
		return nil
	}
	if o.Branch != "" {
		at, err := f.FindBranch(ctx, o.Owner, o.Repository, o.Branch)
		if err == nil && at == "" {
			err = keepAsIs(namePull(o), "its branch %s is gone, and without it nobody can open it", o.Branch)
		}
		if err != nil {
			return err
		}
	}
	if err := f.ReopenPull(ctx, o); err != nil {
		return err
	}
	return readState(ctx, f, o, func(p outward.PullSeen) bool { return p.State == outward.PullOpen })
}

// undoBranch makes a branch at the last commit of its pull request, which its forge keeps.
func undoBranch(ctx context.Context, f forge.Forge, o outward.PullOrder, _ json.RawMessage) error {
	seen, err := f.Pull(ctx, o.Owner, o.Repository, o.Number)
	if err != nil {
		return err
	}
	at, err := f.FindBranch(ctx, o.Owner, o.Repository, o.Branch)
	switch {
	case err != nil:
		return err
	case at == seen.Head:
		return nil
	case at != "":
		return keepAsIs("the branch "+o.Branch, "somebody made one of that name since, at %.10s", at)
	}
	if err := f.MakeBranch(ctx, o.Owner, o.Repository, o.Branch, seen.Head); err != nil {
		return err
	}
	if at, err = f.FindBranch(ctx, o.Owner, o.Repository, o.Branch); err == nil && at != seen.Head {
		err = fmt.Errorf("the branch %s is not there though that was taken", o.Branch)
	}
	return err
}

// undoStatus puts another status over ours: forges delete none.
func undoStatus(ctx context.Context, f forge.Forge, s outward.Status, _ json.RawMessage) error {
	now := outward.Status{Owner: s.Owner, Repository: s.Repository, Commit: s.Commit, Context: s.Context, Gone: true, Text: outward.TakenBack, Link: s.Link}
	read := func() (outward.StatusAnswer, error) {
		got, ok, err := f.FindStatus(ctx, s.Owner, s.Repository, s.Commit, s.Context)
		if !ok {
			got = now.Shown() // nobody sees one
		}
		return got, err
	}
	got, err := read()
	switch {
	case err != nil || got == now.Shown():
		return err
	case got != s.Shown():
		return keepAsIs(fmt.Sprintf("the status %s at %.10s", s.Context, s.Commit), "another was put over it since, which says %q", got.Text)
	}
	if err := f.SetStatus(ctx, now); err != nil {
		return err
	}
	if got, err = read(); err == nil && got != now.Shown() {
		err = fmt.Errorf("the status %s is not at %.10s though it was taken", s.Context, s.Commit)
	}
	return err
}

// undoWords deletes a comment of ours, unless somebody wrote something else into it.
func undoWords(ctx context.Context, f forge.Forge, s outward.Said, a outward.Comment) error {
	find := func() (outward.Comment, bool, error) {
		all, err := f.Comments(ctx, s.Owner, s.Repository, s.Number)
		i := slices.IndexFunc(all, func(c outward.Comment) bool { return c.ID == a.ID })
		if i < 0 {
			return outward.Comment{}, false, err
		}
		return all[i], true, err
	}
	now, there, err := find()
	switch {
	case err != nil || !there:
		return err
	case !sameWords(now.Body, s.Body):
		return keepAsIs(fmt.Sprintf("what I said at %s/%s#%d", s.Owner, s.Repository, s.Number), "somebody changed it since; it says: %s", cleanText(now.Body, titleMost))
	}
	if err := f.Unsay(ctx, s.Owner, s.Repository, a.ID); err != nil {
		return err
	}
	if _, there, err = find(); err == nil && there {
		err = fmt.Errorf("what was said at %s/%s#%d is there though its end was taken", s.Owner, s.Repository, s.Number)
	}
	return err
}

// sameWords compares texts as forges keep them: some write the ends of lines anew.
func sameWords(a, b string) bool {
	plain := func(s string) string { return strings.TrimSpace(strings.ReplaceAll(s, "\r\n", "\n")) }
	return plain(a) == plain(b)
}

// undoRemark deletes an answer of ours to what was said of a line, unless somebody changed or answered it.
func undoRemark(ctx context.Context, f forge.Forge, r outward.Reply, a json.RawMessage) error {
	if r.Remark == 0 {
		var said outward.Comment
		if err := json.Unmarshal(a, &said); err != nil {
			return &forge.RefusedError{Text: "what was done there cannot be read: " + err.Error()}
		}
		return undoWords(ctx, f, outward.Said{Owner: r.Owner, Repository: r.Repository, Number: r.Number, Body: r.Body, Mark: r.Mark}, said)
	}
	var mine outward.Remark
	if err := json.Unmarshal(a, &mine); err != nil {
		return &forge.RefusedError{Text: "what was done there cannot be read: " + err.Error()}
	}
	return dropRemark(ctx, f, r, mine)
}

func dropRemark(ctx context.Context, f forge.Forge, r outward.Reply, mine outward.Remark) error {
	find := func() (now outward.Remark, there, answered bool, err error) {
		all, err := f.Reviews(ctx, r.Owner, r.Repository, r.Number)
		for _, v := range all {
			for _, m := range v.Remarks {
				switch {
				case m.ID == mine.ID:
					now, there = m, true
				case m.Reply == mine.ID:
					answered = true
				}
			}
		}
		return now, there, answered, err
	}
	what := fmt.Sprintf("what I said at %s/%s#%d", r.Owner, r.Repository, r.Number)
	now, there, answered, err := find()
	switch {
	case err != nil || !there:
		return err
	case !sameWords(now.Body, r.Body):
		return keepAsIs(what, "somebody changed it since; it says: %s", cleanText(now.Body, titleMost))
	case answered:
		return keepAsIs(what, "somebody answered it since")
	}
	if err := f.DropRemark(ctx, r.Owner, r.Repository, r.Number, now); err != nil {
		return err
	}
	if _, there, _, err = find(); err == nil && there {
		err = fmt.Errorf("%s is there though its end was taken", what)
	}
	return err
}
