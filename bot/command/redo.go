package command

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/command/step"
	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/org"
)

// did lists what an order has done already that is carried out again because
// the process died before it could answer: the journal's lines of a kind, of one
// project or, when it is empty, of all. What others did meanwhile is among them.
func (d *Handler) did(ctx context.Context, o *order, p org.ProjectID, kind org.EventKind) ([]org.Event, error) {
	if o.since.IsZero() || kind == "" {
		return nil, nil
	}
	all, err := d.Log.DoneSince(ctx, o.since, kind)
	return slices.DeleteFunc(all, func(e org.Event) bool { return p != "" && e.Project != p }), err
}

// replan has what is left of a project planned again.
func (d *Handler) replan(ctx context.Context, o *order) (org.Reply, error) {
	p, err := d.which(ctx, o, false)
	if err != nil {
		return org.Reply{}, err
	}
	return d.planAgain(ctx, o, p, strings.TrimSpace(o.Args[optionText]))
}

func (d *Handler) planAgain(ctx context.Context, o *order, p org.ProjectName, note string) (org.Reply, error) {
	did, err := d.did(ctx, o, p.ID, org.EventMissionReplanned)
	if err == nil && len(did) == 0 {
		did, err = d.did(ctx, o, p.ID, org.EventStepReopened) // a single task has no plan
	}
	if err == nil && len(did) == 0 {
		err = d.Store.Replan(ctx, p.ID, note, o.Author)
	}
	if errors.Is(err, org.ErrConflict) {
		return org.Reply{}, refuse(step.ReplanNotNow(p, wording.TellConflict(err)))
	}
	if err != nil {
		return org.Reply{}, err
	}
	return org.Reply{Text: wording.Replanned(p, note)}, nil
}

// confirm carries out the line of an earlier command that asked for a yes.
func (d *Handler) confirm(ctx context.Context, o *order) (org.Reply, error) {
	line, err := d.Store.CommandLine(ctx, o.Channel.Transport, strings.TrimSpace(o.Args["given"]))
	if isNotFound(err) {
		return org.Reply{}, refuse(messages.ConfirmNothing())
	}
	if err != nil {
		return org.Reply{}, err
	}
	call, of, err := parse(line)
	if err != nil || of.Name != org.CommandRedo && of.Name != org.CommandChanges {
		return org.Reply{}, refuse(messages.ConfirmNothing())
	}
	call.Args[optionSure] = "yes"
	given := *o
	given.Line, given.Call, given.spec = line, call, of
	v, err := of.carryOut(ctx, d, &given)
	return v.Reply, err
}
