package control

import (
	"context"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/policy"
)

// setGate lists where a project waits for the founder, sets such a place, or
// takes one away: "gate p3", "gate p3 after planning", "gate p3 s12",
// "gate p3 off", "gate p3 after planning off".
func (s records) setGate(ctx context.Context, in noun.Input) (noun.View, error) {
	where := strings.TrimSpace(in.Args[optionWhen])
	if first := strings.TrimSpace(in.Args[noun.OptionProject]); first != "" && !syntax.IsProjectID(first) && slices.Contains(gateWords(), strings.ToLower(first)) {
		where, in.Args[noun.OptionProject] = strings.TrimSpace(first+" "+where), ""
	}
	p, err := in.FindProject(ctx, where != "")
	if err != nil {
		return noun.View{}, err
	}
	words := strings.Fields(where)
	off := len(words) > 0 && (strings.EqualFold(words[len(words)-1], "off") || strings.EqualFold(words[len(words)-1], "none"))
	switch {
	case len(words) == 0:
		return s.listGates(ctx, p)
	case off:
		return s.dropGates(ctx, in, p, strings.Join(words[:len(words)-1], " "))
	}
	return s.setGates(ctx, p, where)
}

// gateWords begin a place and no project's title.
func gateWords() []string {
	return []string{"after", "before", "between", "once", "when", "off", "none", "post-planner", "post-phase", "pre-assembly"}
}

func (s records) setGates(ctx context.Context, p org.ProjectName, where string) (noun.View, error) {
	points, err := policy.ParseGates(where)
	if err != nil {
		return s.stopAfter(ctx, p, where, err)
	}
	var names []string
	for _, at := range points {
		g, err := s.SetGate(ctx, org.Gate{Project: p.ID, Point: at})
		if err != nil {
			return noun.View{}, noun.Explain(err, org.ErrConflict, GateProjectEnded(p))
		}
		names = append(names, g.Name)
	}
	return noun.Say(GateSet(p, names))
}

// stopAfter has a project stop after one of its steps.
func (s records) stopAfter(ctx context.Context, p org.ProjectName, where string, bad error) (noun.View, error) {
	name := strings.Trim(strings.TrimSpace(strings.TrimPrefix(strings.ToLower(where), "after ")), "\"“”")
	found, err := s.StepsNamed(ctx, p.ID, name, 2)
	if err != nil {
		return noun.View{}, err
	}
	if len(found) == 0 {
		return noun.View{}, noun.Refuse(GateWhere(p, bad.Error()))
	}
	if len(found) > 1 && !strings.EqualFold(string(found[0].ID), name) {
		return noun.View{}, noun.Refuse(GateWhichStep(p.ID, name, found[0].ID))
	}
	g, err := s.SetGate(ctx, org.Gate{Project: p.ID, Point: org.GateStep, Subject: string(found[0].ID)})
	if err != nil {
		return noun.View{}, noun.Explain(err, org.ErrConflict, GateStepEnded(found[0]))
	}
	return noun.Say(GateSetAfterStep(p, g.Name))
}

func (s records) dropGates(ctx context.Context, in noun.Input, p org.ProjectName, where string) (noun.View, error) {
	points := []org.GatePoint{""}
	if where != "" {
		var err error
		if points, err = policy.ParseGates(where); err != nil || len(points) == 0 {
			return noun.View{}, noun.Refuse(GateWhich(p.ID))
		}
	}
	did, err := in.DoneBefore(ctx, org.EventGateSet)
	if err != nil {
		return noun.View{}, err
	}
	n := len(slices.DeleteFunc(did, func(e org.Event) bool { return e.Project != p.ID || e.Data["trigger"] != "off" }))
	for _, at := range points {
		some, err := s.DropGates(ctx, p.ID, at)
		if err != nil {
			return noun.View{}, err
		}
		n += some
	}
	return noun.Say(GatesDropped(p, n))
}

func (s records) listGates(ctx context.Context, p org.ProjectName) (noun.View, error) {
	all, err := s.Gates(ctx, p.ID)
	if err != nil {
		return noun.View{}, err
	}
	return noun.Show(Gates(p, all), "gate "+string(p.ID), 1)
}
