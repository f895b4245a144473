package command

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
)

// longestRule is how much of a message becomes a rule, in characters: it
// stands in every prompt.
const longestRule = 600

// rules lists the founder's rules, or forgets one.
func (d *Handler) rules(ctx context.Context, o *order) (org.Reply, error) {
	switch do := strings.ToLower(o.Args["do"]); do {
	case "", "list":
	case "forget", "remove", "delete":
		return d.forget(ctx, o)
	default:
		return org.Reply{}, refuse("`rules` lists your rules; `rules forget l3` forgets one; `remember` adds one. There is no `rules %s`.", clip(tame(do), 20))
	}
	all, err := d.Store.Lessons(ctx)
	if err != nil {
		return org.Reply{}, err
	}
	s := sheet{again: "rules", head: "**Your rules.** They stand in every prompt.\n"}
	menu := &org.Menu{Label: "Forget a rule", Command: "forget"}
	for _, l := range all {
		if l.Kind != "directive" || l.State != "active" {
			continue
		}
		s.blocks = append(s.blocks, fmt.Sprintf("%s: %s", l.ID, clip(tame(l.Text), longestRule)))
		if len(menu.Choices) < 25 {
			menu.Choices = append(menu.Choices, org.Choice{Label: clip(string(l.ID)+": "+tame(l.Text), 90), Value: string(l.ID)})
		}
	}
	if len(s.blocks) == 0 {
		return say("You gave no rules yet. Give one: `!remember Write prices in euros`, or just say \"always ...\" or \"never ...\".")
	}
	s.blocks = append(s.blocks, "\nForget one: `!forget "+menu.Choices[0].Value+"`")
	s.card.Menu = menu
	return s.reply(o.Page), nil
}

// remember makes a rule of words, or of the message that it was used on.
func (d *Handler) remember(ctx context.Context, o *order) (org.Reply, error) {
	words := strings.TrimSpace(o.Args[optionText])
	if words == "" {
		words = strings.TrimSpace(o.Message)
	}
	if words == "" {
		return org.Reply{}, refuse("Remember what? For example: `!%s`", o.spec.example)
	}
	rule := strings.Join(strings.Fields(words), " ")
	if r := []rune(rule); len(r) > longestRule {
		return org.Reply{}, refuse("That is %d characters; a rule stands in every prompt, so it may have %d. Say it shorter, or send it with the project it belongs to.", len(r), longestRule)
	}
	id, err := d.Store.Remember(ctx, rule)
	if err != nil {
		return org.Reply{}, err
	}
	return org.Reply{
		Text: fmt.Sprintf("I will keep to this from now on (%s): %s", id, rule),
		Card: org.Card{Buttons: []org.Button{{Label: "Forget it again", Command: "forget " + string(id)}}},
	}, nil
}

// forget takes a rule or lesson out of use.
func (d *Handler) forget(ctx context.Context, o *order) (org.Reply, error) {
	id := strings.ToLower(strings.TrimSpace(o.Args[optionID]))
	all, err := d.Store.Lessons(ctx)
	if err != nil {
		return org.Reply{}, err
	}
	for _, l := range all {
		if string(l.ID) != id {
			continue
		}
		if err := d.Store.Forget(ctx, id); err != nil {
			return org.Reply{}, err
		}
		return say("Forgotten (%s): %s\nGive it again: `!remember %s`", id, clip(tame(l.Text), longestRule), clip(tame(l.Text), longestRule))
	}
	if id == "" {
		return org.Reply{}, refuse("Forget what? `!rules` lists rules and lessons with their numbers, `!recall` and words finds what was said.")
	}
	err = d.Store.Forget(ctx, id)
	switch {
	case isNotFound(err):
		if strings.HasPrefix(id, "m") {
			return org.Reply{}, refuse("There is no message %s. `!recall` and words finds what was said, with its number.", clip(tame(id), 20))
		}
		return org.Reply{}, refuse("There is no rule %s. `!rules` lists them, `!recall` and words finds what was said.", clip(tame(id), 20))
	case errors.Is(err, org.ErrConflict):
		return org.Reply{}, refuse("I cannot forget %s now: %s.", id, strings.TrimSuffix(strings.TrimPrefix(err.Error(), "forget "+id+": "), ": "+org.ErrConflict.Error()))
	case err != nil:
		return org.Reply{}, err
	}
	if !strings.HasPrefix(id, "m") { // it was forgotten before
		return say("Forgotten (%s).", id)
	}
	return say("%s is forgotten: its text and files are deleted here, with the working notes of any project it started. That project's title, plan, results and cited sources stay, and so do older backups until they expire. What the chat itself keeps, you delete there.", id)
}
