package command

import (
	"context"
	"strconv"
	"strings"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/org"
)

const tidyings = 10 // that are listed

// memory shows what was learnt without being told and how it was tidied, or
// takes one tidying back.
func (d *Handler) memory(ctx context.Context, o *order) (org.Reply, error) {
	switch do := strings.ToLower(o.Args["do"]); do {
	case "", "list":
	case "undo":
		return d.untidy(ctx, o)
	default:
		return org.Reply{}, refuse(messages.MemoryHow(do))
	}
	all, err := d.Store.Lessons(ctx)
	if err != nil {
		return org.Reply{}, err
	}
	tidied, err := d.Store.Curations(ctx, tidyings)
	if err != nil {
		return org.Reply{}, err
	}
	return show(messages.Learnt(all, tidied), "memory", o.Page)
}

// untidy takes a tidying back: the one that is named, or the last one that
// changed something.
func (d *Handler) untidy(ctx context.Context, o *order) (org.Reply, error) {
	id := strings.ToLower(strings.TrimSpace(o.Args[optionID]))
	did, err := d.did(ctx, o, "", org.EventCurated)
	if err != nil {
		return org.Reply{}, err
	}
	for _, e := range did {
		if n, err := strconv.Atoi(e.Data["restored"]); err == nil && (id == "" || id == e.Data["curation"]) {
			return say(messages.TidyingUndone(e.Data["curation"], n))
		}
	}
	if id == "" {
		last, err := d.Store.Curations(ctx, tidyings)
		if err != nil {
			return org.Reply{}, err
		}
		for _, t := range last {
			if id == "" && !t.Undone && len(t.Ops) > 0 {
				id = t.ID
			}
		}
		if id == "" {
			return org.Reply{}, refuse(messages.TidyingNone())
		}
	}
	n, err := d.Store.UndoCuration(ctx, id)
	if isNotFound(err) {
		return org.Reply{}, refuse(messages.TidyingUnknown(id))
	}
	if err != nil {
		return org.Reply{}, err
	}
	return say(messages.TidyingUndone(id, n))
}
