package command

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
)

const (
	tidyings  = 10 // that are listed
	forgotten = "forgotten"
)

// memory shows what was learnt without being told and how it was tidied, or
// takes one tidying back.
func (d *Handler) memory(ctx context.Context, o *order) (org.Reply, error) {
	switch do := strings.ToLower(o.Args["do"]); do {
	case "", "list":
	case "undo":
		return d.untidy(ctx, o)
	default:
		return org.Reply{}, refuse("`memory` shows what I learnt; `memory undo c2` takes a tidying back; `forget l3` takes out one lesson. There is no `memory %s`.", clip(tame(do), 20))
	}
	all, err := d.Store.Lessons(ctx)
	if err != nil {
		return org.Reply{}, err
	}
	tidied, err := d.Store.Curations(ctx, tidyings)
	if err != nil {
		return org.Reply{}, err
	}
	s := learntSheet(all)
	if len(tidied) > 0 {
		s.blocks = append(s.blocks, "\n__How it was tidied__")
	}
	for _, t := range tidied {
		s.blocks = append(s.blocks, changes(t))
		if !t.Undone && len(t.Ops) > 0 && len(s.card.Buttons) == 0 {
			s.card.Buttons = []org.Button{{Label: "Undo " + t.ID, Command: "memory undo " + t.ID}}
		}
	}
	if len(s.blocks) == 0 {
		return say("I learnt nothing by myself yet. What reviews teach comes here; the rules that you gave: `!rules`.")
	}
	return s.reply(o.Page), nil
}

// learntSheet lists lessons and notes, with a menu that forgets them. The
// founder's rules have a list of their own.
func learntSheet(all []org.Lesson) sheet {
	s := sheet{again: "memory", head: "**What I learnt by myself.** Your own rules: `!rules`.\n"}
	menu := &org.Menu{Label: "Forget one of these", Command: "forget"}
	for _, l := range all {
		if l.Kind == org.MemoryDirective || l.State == forgotten {
			continue
		}
		state := ""
		switch {
		case l.Kind == org.KindNote:
			state = " (a note of its role, in each of its prompts)"
		case l.State == "candidate":
			state = " (seen once, not used yet)"
		}
		s.blocks = append(s.blocks, fmt.Sprintf("%s%s: %s", l.ID, state, clip(tame(l.Text), 300)))
		if len(menu.Choices) < 25 {
			menu.Choices = append(menu.Choices, org.Choice{Label: clip(string(l.ID)+": "+tame(l.Text), 90), Value: string(l.ID)})
		}
	}
	if len(menu.Choices) > 0 {
		s.card.Menu = menu
	}
	return s
}

// changes is one tidying: what it changed, and from what.
func changes(t org.Curation) string {
	lines := []string{fmt.Sprintf("%s, %s: %s", t.ID, t.At.Format("2 Jan 2006"), org.Count(len(t.Ops), "change"))}
	if t.Undone {
		lines[0] += ", taken back"
	}
	for i, b := range t.Before {
		was, is := b, t.After[i]
		switch {
		case is.State == forgotten && was.State != is.State:
			lines = append(lines, fmt.Sprintf("- %s taken out of use: %s", was.ID, clip(tame(was.Text), 160)))
		case is.Text != was.Text:
			lines = append(lines, fmt.Sprintf("- %s was: %s", was.ID, clip(tame(was.Text), 160)), fmt.Sprintf("- %s is: %s", was.ID, clip(tame(is.Text), 160)))
		}
	}
	for _, op := range t.Ops {
		if op.Op == org.OpPromote {
			lines = append(lines, fmt.Sprintf("- %s became a note of its role", op.IDs[0]))
		}
	}
	return strings.Join(lines, "\n")
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
			return takenBack(e.Data["curation"], n)
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
			return org.Reply{}, refuse("There is no tidying to take back. `!memory` shows what I learnt.")
		}
	}
	n, err := d.Store.UndoCuration(ctx, id)
	if isNotFound(err) {
		return org.Reply{}, refuse("There is no tidying %s. `!memory` lists the last ones.", clip(tame(id), 20))
	}
	if err != nil {
		return org.Reply{}, err
	}
	return takenBack(id, n)
}

func takenBack(id string, n int) (org.Reply, error) {
	return say("%s is taken back: %s as before it. What you or a later tidying changed since stays as it is. Look: `!memory`", id, are(n, "lesson"))
}

func are(n int, noun string) string {
	if n == 1 {
		return "1 " + noun + " is"
	}
	return fmt.Sprintf("%d %ss are", n, noun)
}
