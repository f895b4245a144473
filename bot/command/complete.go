package command

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/org"
)

// A chat can show no more.
const suggestions = 25

// Complete suggests values for an option of a command, given what is typed so
// far: at most 25, those that begin with it first, then the newest. An option
// without suggestions has none.
func (d *Handler) Complete(ctx context.Context, command, option, prefix string) ([]org.Choice, error) {
	c, ok := findCommand(strings.ToLower(command))
	if !ok {
		return nil, nil
	}
	prefix = strings.TrimSpace(clip(prefix, 100))
	out, err := d.complete(ctx, c, option, prefix)
	if err != nil {
		return nil, fmt.Errorf("suggest %s of %s: %w", option, command, err)
	}
	return out[:min(len(out), suggestions)], nil
}

func (d *Handler) complete(ctx context.Context, c noun.Command, option, prefix string) ([]org.Choice, error) {
	switch {
	case option == noun.OptionProject:
		return d.projectChoices(ctx, c, prefix)
	case option == optionStep, option == optionSubject:
		return d.stepChoices(ctx, option == optionSubject, prefix)
	case c.Suggest != nil:
		all, err := d.ready(c.Name).Suggest(ctx, option)
		return matching(prefix, all, func(c org.Choice) org.Choice { return c }), err
	}
	return nil, nil
}

// matching keeps what the prefix begins, by its value, or else is in its label.
func matching[T any](prefix string, all []T, show func(T) org.Choice) []org.Choice {
	var first, rest []org.Choice
	p := strings.ToLower(prefix)
	for _, v := range all {
		c := show(v)
		c.Label = clip(c.Label, 90)
		switch {
		case strings.HasPrefix(strings.ToLower(c.Value), p):
			first = append(first, c)
		case strings.Contains(strings.ToLower(c.Label), p):
			rest = append(rest, c)
		}
	}
	return append(first, rest...)
}

func (d *Handler) projectChoices(ctx context.Context, c noun.Command, prefix string) ([]org.Choice, error) {
	all, err := d.Store.ProjectsNamed(ctx, prefix, suggestions)
	if err != nil {
		return nil, err
	}
	var out []org.Choice
	if slices.Contains([]string{"pause", "resume", "cancel"}, c.Name) {
		all = slices.DeleteFunc(all, func(p org.ProjectName) bool {
			return p.State.Ended() && (c.Name != org.CommandCancel || p.State != org.ProjectFailed)
		})
		if strings.HasPrefix("all", strings.ToLower(prefix)) {
			out = append(out, org.Choice{Label: messages.OpenProjects(), Value: "all"})
		}
	}
	for _, p := range all {
		out = append(out, org.Choice{Label: clip(fmt.Sprintf("%s %s (%s)", p.ID, tame(p.Title), wording.ProjectState(p.State)), 90), Value: string(p.ID)})
	}
	return out, nil
}

func (d *Handler) stepChoices(ctx context.Context, projectsToo bool, prefix string) ([]org.Choice, error) {
	var out []org.Choice
	if projectsToo {
		all, err := d.Store.ProjectsNamed(ctx, prefix, 5)
		if err != nil {
			return nil, err
		}
		for _, p := range all {
			out = append(out, org.Choice{Label: clip(fmt.Sprintf("%s %s (%s)", p.ID, tame(p.Title), wording.ProjectState(p.State)), 90), Value: string(p.ID)})
		}
	}
	steps, err := d.Store.StepsNamed(ctx, "", prefix, suggestions)
	if err != nil {
		return nil, err
	}
	for _, s := range steps {
		out = append(out, org.Choice{Label: clip(fmt.Sprintf("%s of %s: %s (%s)", s.ID, s.Project, tame(s.Title), strings.ReplaceAll(string(s.State), "_", " ")), 90), Value: string(s.ID)})
	}
	return out, nil
}
