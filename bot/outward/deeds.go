package outward

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/frasier-cos/frasier/bot/forge"
	"github.com/frasier-cos/frasier/internal/outward"
)

// What the other side has of an action, read back.
type made struct {
	Link   string
	Answer any
}

// deed does one kind of action: it looks whether it is there, does it where it is not, and reads it back.
type deed func(ctx context.Context, f forge.Forge, order json.RawMessage) (made, error)

// deeds lists how each kind of action is done.
func (d *Doer) deeds() map[outward.Kind]deed {
	return map[outward.Kind]deed{
		outward.OpenPull:  ordered(openPull),
		outward.SetStatus: ordered(setStatus),
		outward.TellPlan:  ordered(say),
		outward.TellDone:  ordered(say),
		outward.MarkReady: d.markReady(),
		outward.MergePull: d.mergePull(),
		outward.ClosePull: d.closePull(),

		outward.DropBranch: ordered(d.dropBranch),
		outward.TellRemark: ordered(reply),
		outward.TakeBack:   d.takeBack(),

		outward.TellFinding: ordered(tellFinding),
	}
}

// ordered reads what is to be sent before it is done.
func ordered[T any](do func(context.Context, forge.Forge, T) (made, error)) deed {
	return func(ctx context.Context, f forge.Forge, order json.RawMessage) (made, error) {
		var o T
		if err := json.Unmarshal(order, &o); err != nil {
			return made{}, &forge.RefusedError{Text: "what is to be done there cannot be read: " + err.Error()}
		}
		return do(ctx, f, o)
	}
}

// doOnce carries out an action unless it is there.
func (d *Doer) doOnce(ctx context.Context, c outward.Claim) (made, error) {
	if c.Action.IsMail() && d.Mail != nil {
		answer, err := d.Mail(ctx, c)
		return made{Answer: answer}, err
	}
	if do, ok := d.pageDeeds()[c.Action.Kind]; ok {
		return d.doPage(ctx, c, do)
	}
	if undo := d.pageInverse(c.Action); undo != nil {
		return d.doPage(ctx, c, undo)
	}
	if do := d.trackerDeed(c.Action); do != nil {
		return do(ctx, c.Action)
	}
	do, ok := d.deeds()[c.Action.Kind]
	if !ok { // of a newer version, whose data this one has
		return made{}, &forge.RefusedError{Text: fmt.Sprintf("this version does not know how to do %q", c.Action.Kind)}
	}
	f, err := d.open(ctx, c.Action)
	if err != nil {
		return made{}, err
	}
	return do(ctx, f, c.Action.Order)
}

func openPull(ctx context.Context, f forge.Forge, p outward.Pull) (made, error) {
	if got, ok, err := f.FindPull(ctx, p.Owner, p.Repository, p.Head); err != nil || ok {
		return made{got.Link, got}, err
	}
	done, err := f.OpenPull(ctx, p)
	if err == nil {
		if got, ok, err := f.FindPull(ctx, p.Owner, p.Repository, p.Head); err == nil && ok { // as the others see it
			return made{got.Link, got}, nil
		}
		return made{done.Link, done}, nil
	}
	var no *forge.RefusedError
	if errors.As(err, &no) && no.Status != http.StatusUnauthorized { // somebody may have opened it meanwhile
		if got, ok, err := f.FindPull(ctx, p.Owner, p.Repository, p.Head); err == nil && ok {
			return made{got.Link, got}, nil
		}
	}
	return made{}, err
}

// trackerDeed returns how an action with a tracker is done; nil for one with anything else.
func (d *Doer) trackerDeed(a outward.Action) func(context.Context, outward.Action) (made, error) {
	var u outward.UndoOrder
	switch {
	case a.Kind == outward.MirrorProject && d.Mirror != nil:
		return func(ctx context.Context, a outward.Action) (made, error) {
			link, answer, err := d.Mirror(ctx, a)
			return made{link, answer}, err
		}
	case a.Kind == outward.TakeOrder && d.TakeOrder != nil:
		return func(ctx context.Context, a outward.Action) (made, error) {
			link, err := d.TakeOrder(ctx, a)
			return made{link, "taken"}, err
		}
	case a.Kind == outward.TakeBack && d.EndMirror != nil && json.Unmarshal(a.Order, &u) == nil && u.Kind == outward.MirrorProject:
		return func(ctx context.Context, a outward.Action) (made, error) {
			return made{u.Link, "undone"}, d.EndMirror(ctx, a)
		}
	}
	return nil
}
