package command

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/policy"
)

// gate lists where a project waits for the founder, sets such a place, or
// takes one away: "gate p3", "gate p3 after planning", "gate p3 s12",
// "gate p3 off", "gate p3 after planning off".
func (d *Handler) gate(ctx context.Context, o *order) (org.Reply, error) {
	where := strings.TrimSpace(o.Args["when"])
	if first := strings.TrimSpace(o.Args[optionProject]); first != "" && !syntax.IsProjectID(first) && gateWord(first) {
		where, o.Args[optionProject] = strings.TrimSpace(first+" "+where), ""
	}
	p, err := d.which(ctx, o, where != "")
	if err != nil {
		return org.Reply{}, err
	}
	words := strings.Fields(where)
	off := len(words) > 0 && (strings.EqualFold(words[len(words)-1], "off") || strings.EqualFold(words[len(words)-1], "none"))
	switch {
	case len(words) == 0:
		return d.gates(ctx, p)
	case off:
		return d.ungate(ctx, o, p, strings.Join(words[:len(words)-1], " "))
	}
	return d.setGate(ctx, p, where)
}

// gateWord reports whether a word begins a place and no project's title.
func gateWord(word string) bool {
	switch strings.ToLower(word) {
	case "after", "before", "between", "once", "when", "off", "none", "post-planner", "post-phase", "pre-assembly":
		return true
	}
	return false
}

func (d *Handler) setGate(ctx context.Context, p org.ProjectName, where string) (org.Reply, error) {
	points, err := policy.ParseGates(where)
	if err != nil {
		return d.gateAfter(ctx, p, where, err)
	}
	var names []string
	for _, at := range points {
		g, err := d.Store.SetGate(ctx, org.Gate{Project: p.ID, Point: at})
		if errors.Is(err, org.ErrConflict) {
			return org.Reply{}, refuse(messages.GateProjectEnded(p))
		}
		if err != nil {
			return org.Reply{}, err
		}
		names = append(names, g.Name)
	}
	return say(messages.GateSet(p, names))
}

// gateAfter has a project stop after one of its steps.
func (d *Handler) gateAfter(ctx context.Context, p org.ProjectName, where string, bad error) (org.Reply, error) {
	name := strings.Trim(strings.TrimSpace(strings.TrimPrefix(strings.ToLower(where), "after ")), "\"“”")
	found, err := d.Store.StepsNamed(ctx, p.ID, name, 2)
	if err != nil {
		return org.Reply{}, err
	}
	if len(found) == 0 {
		return org.Reply{}, refuse(messages.GateWhere(p, bad.Error()))
	}
	if len(found) > 1 && !strings.EqualFold(string(found[0].ID), name) {
		return org.Reply{}, refuse(messages.GateWhichStep(p.ID, name, found[0].ID))
	}
	g, err := d.Store.SetGate(ctx, org.Gate{Project: p.ID, Point: org.GateStep, Subject: string(found[0].ID)})
	switch {
	case errors.Is(err, org.ErrConflict):
		return org.Reply{}, refuse(messages.GateStepEnded(found[0]))
	case err != nil:
		return org.Reply{}, err
	}
	return say(messages.GateSetAfterStep(p, g.Name))
}

func (d *Handler) ungate(ctx context.Context, o *order, p org.ProjectName, where string) (org.Reply, error) {
	points := []org.GatePoint{""}
	if where != "" {
		var err error
		if points, err = policy.ParseGates(where); err != nil || len(points) == 0 {
			return org.Reply{}, refuse(messages.GateWhich(p.ID))
		}
	}
	did, err := d.did(ctx, o, p.ID, org.EventGateSet)
	if err != nil {
		return org.Reply{}, err
	}
	n := len(slices.DeleteFunc(did, func(e org.Event) bool { return e.Data["trigger"] != "off" }))
	for _, at := range points {
		some, err := d.Store.DropGates(ctx, p.ID, at)
		if err != nil {
			return org.Reply{}, err
		}
		n += some
	}
	return say(messages.GatesDropped(p, n))
}

func (d *Handler) gates(ctx context.Context, p org.ProjectName) (org.Reply, error) {
	all, err := d.Store.Gates(ctx, p.ID)
	if err != nil {
		return org.Reply{}, err
	}
	return show(messages.Gates(p, all), "gate "+string(p.ID), 1)
}
