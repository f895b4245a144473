// Package action shows what Frasier does at others, such as pull requests, and lets it be done or left out.
package action

import (
	"context"
	"errors"
	"strings"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
)

// Records is all that this noun reads and changes. *store.DB is one.
type Records interface {
	Actions(ctx context.Context, project org.ProjectID, most int) ([]outward.Action, error)
	AllowAction(ctx context.Context, id outward.ActionID, who string) (outward.Action, error)
	DropAction(ctx context.Context, id outward.ActionID, who string) (outward.Action, error)
	UndoAction(ctx context.Context, id outward.ActionID, who, origin string) (outward.Action, error)
	Frozen(ctx context.Context) ([]outward.Frozen, error)
	Thaw(ctx context.Context, id outward.ActionID, who string) error
}

// most actions are listed: what is older is in the journal.
const most = 100

type records struct{ Records }

// wordEnd has what an undo keeps as it is go on.
const wordEnd = "end"

// New returns the noun: the commands actions, allow and undo.
func New(r Records) noun.Noun {
	s := records{r}
	project := noun.ProjectOption()
	project.Required = false
	id := noun.WordOption("id", "which: a7")
	id.Required = true
	return noun.Noun{Commands: []noun.Command{
		{
			Name: "actions", Summary: "what I do outside, such as pull requests: what waits for your yes, what was done", Example: "actions p3",
			Options: []syntax.Option{project}, Run: s.listActions,
			Shell: &noun.Shell{Group: noun.GroupSee, Use: "actions [PROJECT]", IDs: "project", JSON: true},
		},
		{
			Name: "allow", Summary: "let something be done outside that waits for your yes, or leave it out", Example: "allow a7",
			Options: []syntax.Option{id, noun.WordOption("how", "no to leave it out", "no")}, Acts: true, Words: []string{"no"}, Run: s.decideAction,
			Shell: &noun.Shell{Group: noun.GroupSteer, Use: "allow ID [no]", Refuses: []string{"allow a99", "allow"}},
		},
		{
			Name: "undo", Summary: "take back what I did outside, where there is a way back", Example: "undo a7",
			Options: []syntax.Option{id, noun.WordOption("how", "end to have what was taken back go on by itself", wordEnd)}, Acts: true, Words: []string{wordEnd}, Run: s.undoAction,
			Shell: &noun.Shell{Group: noun.GroupSteer, Use: "undo ID [end]", Refuses: []string{"undo a99", "undo a99 end", "undo a99 soon", "undo"}},
		},
	}}
}

func (s records) listActions(ctx context.Context, in noun.Input) (noun.View, error) {
	var p org.ProjectName
	again := "actions"
	if in.Args["project"] != "" || in.Thread != "" {
		var err error
		if p, err = in.FindProject(ctx, false); err != nil {
			return noun.View{}, err
		}
		again += " " + string(p.ID)
	}
	all, err := s.Actions(ctx, p.ID, most)
	if err != nil {
		return noun.View{}, err
	}
	frozen, err := s.Frozen(ctx)
	if err != nil {
		return noun.View{}, err
	}
	return noun.View{Reply: List(all, frozen).Page(again, in.Page), JSON: func(context.Context) (any, error) { return all, nil }}, nil
}

func (s records) decideAction(ctx context.Context, in noun.Input) (noun.View, error) {
	id := outward.ActionID(strings.ToLower(in.Args["id"]))
	how := strings.ToLower(strings.TrimSpace(in.Args["how"]))
	if how != "" && how != "no" {
		return noun.View{}, noun.Refuse(How(how))
	}
	decide := s.AllowAction
	if how == "no" {
		decide = s.DropAction
	}
	a, err := decide(ctx, id, in.Author)
	switch {
	case errors.Is(err, org.ErrNotFound):
		return noun.View{}, noun.Refuse(Unknown(string(id)))
	case errors.Is(err, org.ErrConflict):
		return noun.View{}, noun.Refuse(TooLate(a))
	case err != nil:
		return noun.View{}, err
	}
	return noun.Say(Decided(a))
}

func (s records) undoAction(ctx context.Context, in noun.Input) (noun.View, error) {
	id := outward.ActionID(strings.ToLower(in.Args["id"]))
	switch how := strings.ToLower(strings.TrimSpace(in.Args["how"])); how {
	case "":
	case wordEnd:
		if err := s.Thaw(ctx, id, in.Author); err != nil {
			return noun.View{}, noun.Explain(err, org.ErrNotFound, NotFrozen(string(id)))
		}
		return noun.Say(Thawed(string(id)))
	default:
		return noun.View{}, noun.Refuse(UndoHow(how))
	}
	a, err := s.UndoAction(ctx, id, in.Author, in.Origin)
	switch {
	case errors.Is(err, org.ErrNotFound):
		return noun.View{}, noun.Refuse(Unknown(string(id)))
	case errors.Is(err, org.ErrConflict):
		return noun.View{}, noun.Refuse(NoWayBack(a))
	case err != nil:
		return noun.View{}, err
	}
	return noun.View{Reply: org.Reply{Text: Undoing(id, a)}, JSON: func(context.Context) (any, error) { return a, nil }}, nil
}
