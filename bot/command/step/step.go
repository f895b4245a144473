// Package step is one step of a project: why it is as it is, how it was done, and
// what its founder can say to it: do it again, first or not at all, or otherwise.
package step

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/question"
	"github.com/frasier-cos/frasier/internal/reports"
)

// Reader reads steps and how they were done.
type Reader interface {
	Step(ctx context.Context, name string) (org.Step, error)
	StepsNamed(ctx context.Context, project org.ProjectID, prefix string, n int) ([]org.StepName, error)
	Steps(ctx context.Context, project org.ProjectID) ([]org.Step, error)
	Why(ctx context.Context, subject string) (reports.WhyReport, error)
	StepTrace(ctx context.Context, id org.StepID) (reports.StepTrace, error)
	Roster(ctx context.Context) ([]org.AgentView, error)
}

// Changer changes how steps go on.
type Changer interface {
	Redo(ctx context.Context, id org.StepID, note, by string) ([]org.StepID, error)
	RedoExtent(ctx context.Context, p org.ProjectID, ids []org.StepID) ([]org.Step, question.Effort, error)
	LeftOut(ctx context.Context, p org.ProjectID) ([]org.StepID, error)
	PutFirst(ctx context.Context, id org.StepID) ([]string, error)
	Drop(ctx context.Context, id org.StepID, why string) ([]string, error)
}

// Code reads what steps change in code.
type Code interface {
	Changes(ctx context.Context, p org.ProjectID) ([]coding.StepChange, error)
	SetIsolation(ctx context.Context, id org.StepID, to coding.Isolation) error
}

// Listener takes words for whoever works on a project or step.
type Listener interface {
	Steer(ctx context.Context, m org.Message, id org.ProjectID, step org.StepID, words string) error
	CommandGiven(ctx context.Context, ch org.Channel, origin, author string) (org.Command, error)
}

// Records is all that this noun reads and changes. *store.DB is one.
type Records interface {
	Reader
	Changer
	Code
	Listener
}

// records carries out the commands and reads what the pages show.
type records struct{ Records }

// Names of the options of this noun's commands.
const (
	optionStep    = "step"
	optionSubject = "subject" // a project or a step
	optionText    = "text"
	optionDo      = "do"
	optionMessage = "message"
)

// New returns the noun: the commands why, isolate, redo, drop, first, changes, steer and add, and the
// pages and answers of a step.
func New(r Records) noun.Noun {
	s := records{r}
	return noun.Noun{
		Commands: append(s.steerCommands(), s.redoCommands()...),
		Pages: []noun.Page{
			{Path: "/steps/{id}", Tab: "Projects", Template: stepPage, Build: s.buildStep},
			{Path: "/steps/{id}/calls/{call}", Tab: "Projects", Template: callPage, Build: s.buildCall},
			{Path: "/steps/{id}/stages/{round}/{stage...}", Tab: "Projects", Template: stagePage, Build: s.buildStage},
			{Path: "/steps/{id}/drafts/{round}/{version}", Tab: "Projects", Template: draftPage, Build: s.buildDraft},
			{Path: "/steps/{id}/change", Tab: "Projects", Template: changePage, Build: s.buildChange},
		},
		Answers: []noun.Answer{{Path: "steps/{id}", Give: s.giveStep}, {Path: "steps/{id}/trace", Give: s.giveTrace}},
	}
}

func (s records) steerCommands() []noun.Command {
	text := func(description string) syntax.Option { return noun.WordOption(optionText, description) }
	return []noun.Command{
		{
			Name: "why", Summary: "why a step or project is as it is", Example: "why s12", Aliases: []string{"attach"},
			Options: []syntax.Option{makeSuggestedOption(optionSubject, "a step or a project, by number or title")}, Run: s.explain,
			Shell: &noun.Shell{Group: noun.GroupSee, Use: "why STEP|PROJECT", Summary: "why something is as it is", IDs: "step", JSON: true, Refuses: []string{"why s99"}},
		},
		{
			Name: "steer", Summary: "tell the team of a project something, or whoever works on one step", Example: "steer p3 Leave Lisbon out", Aliases: []string{"note", "tell"},
			Options: []syntax.Option{makeSuggestedOption(optionSubject, "a project or a step"), text("what the team should know")},
			Acts:    true, Open: true, Needs: optionText, Run: s.steer,
			Shell: &noun.Shell{Group: noun.GroupSteer, Use: "steer PROJECT|STEP WORDS", IDs: "step", Refuses: []string{"steer p99 words", "steer s99 words", "steer"}},
		},
		{
			Name: "add", Summary: "add a message to a project", Example: "add",
			Options: []syntax.Option{noun.WordOption(optionMessage, "the message"), noun.ProjectOption()},
			Acts:    true, Leaves: org.EventSteering, Hidden: true, Run: s.addMessage,
		},
		{
			Name: org.CommandFirst, Summary: "have a step done before all others that wait", Example: "first s12",
			Options: []syntax.Option{makeStepOption()}, Acts: true, Run: s.putFirst,
		},
		{
			Name: "drop", Summary: "leave a step out; what needed it goes on without it", Example: "drop s12 We know the prices", Aliases: []string{"skip"},
			Options: []syntax.Option{makeStepOption(), text("why")}, Acts: true, Run: s.drop,
			Shell: &noun.Shell{Group: noun.GroupSteer, Use: "drop STEP [WHY]", IDs: "step", Refuses: []string{"drop s99", "drop"}},
		},
	}
}

func (s records) redoCommands() []noun.Command {
	isolated := makeSuggestedOption(optionStep, "a step that changes code, like s12")
	isolated.Required = true
	return []noun.Command{
		{
			Name: "isolate", Summary: "whether a step's change stays in a copy of mine, or comes into your folder too once it is merged", Example: "isolate s12 off", Aliases: []string{"isolated"},
			Options: []syntax.Option{isolated, noun.WordOption(optionDo, "on: in a copy of mine; off: in your folder too; default: as its repository says", "on", "off", "default")},
			Acts:    true, Changes: func(args map[string]string) bool { return args[optionDo] != "" }, Run: s.isolate,
			Shell: &noun.Shell{Group: noun.GroupSteer, Use: "isolate STEP [on|off|default]", IDs: "step", Refuses: []string{"isolate s99 off", "isolate"}},
		},
		{
			Name: org.CommandRedo, Summary: "have a step done again, with a note", Example: "redo s12 Only prices of 2026", Aliases: []string{"retry", "again"},
			Options: []syntax.Option{makeStepOption(), noun.WordOption(optionText, "what should be different")}, Acts: true, AsksBack: true, Run: s.redo,
			Shell: &noun.Shell{
				Group: noun.GroupSteer, Use: "redo STEP [NOTE] [sure=yes]", Summary: "have a step done again, with what builds on it; asks first where that is much, and sure=yes is the answer", IDs: "step", JSON: true,
				Refuses: []string{"redo s99", "redo"},
			},
		},
		{
			Name: org.CommandChanges, Summary: "have something changed in a project's document", Example: "changes p3 Shorter, and add Lisbon", Aliases: []string{"change", "revise"},
			Options: []syntax.Option{noun.ProjectOption(), noun.WordOption(optionText, "what should change")},
			Acts:    true, AsksBack: true, Needs: optionText, Run: s.changeDocument,
			Shell: &noun.Shell{
				Group: noun.GroupSteer, Use: "changes PROJECT WORDS [sure=yes]", Summary: "have a finished document changed; asks first where that is much, and sure=yes is the answer", IDs: "project",
				Refuses: []string{"changes p99 words", "changes"},
			},
		},
	}
}

func makeSuggestedOption(name, description string) syntax.Option {
	return syntax.Option{Name: name, Kind: syntax.Text, Autocomplete: true, Description: description}
}

// makeStepOption is the option that names a step.
func makeStepOption() syntax.Option {
	o := makeSuggestedOption(optionStep, "a step, by number or how its title begins")
	o.Required = true
	return o
}

// findStep finds the step that a name means, in the project of the thread, else in all
// that are open. Where none or several fit it knows only the id that the name may be: that of a step
// whose project has ended.
func (s records) findStep(ctx context.Context, in noun.Input, name string) (org.StepName, error) {
	name = strings.Trim(strings.TrimSpace(name), ":,.")
	id := org.StepID(strings.ToLower(name))
	for _, project := range slices.Compact([]org.ProjectID{in.Thread, ""}) {
		found, err := s.StepsNamed(ctx, project, name, 2)
		if err != nil {
			return org.StepName{}, err
		}
		if len(found) == 1 || len(found) > 1 && found[0].ID == id {
			return found[0], nil
		}
		if len(found) > 1 {
			break
		}
	}
	step, err := s.Step(ctx, string(id)) // of a project that has ended
	if errors.Is(err, org.ErrNotFound) {
		return org.StepName{ID: id}, nil
	}
	return org.StepName{ID: step.ID, Project: step.Project, Key: step.Key, Title: step.Title, State: step.State}, err
}

// findChange finds what a step changed in code; false for one that changes none.
func (s records) findChange(ctx context.Context, step org.Step) (coding.StepChange, bool, error) {
	all, err := s.Changes(ctx, step.Project)
	for _, c := range all {
		if c.Step.ID == step.ID {
			return c, true, err
		}
	}
	return coding.StepChange{}, false, err
}

// putFirst has a step done before all others that wait.
func (s records) putFirst(ctx context.Context, in noun.Input) (noun.View, error) {
	step, err := s.findStep(ctx, in, in.Args[optionStep])
	if err != nil {
		return noun.View{}, err
	}
	if step.Project == "" {
		return noun.View{}, noun.Refuse(wording.RedoUnknown(strings.TrimSpace(in.Args[optionStep])))
	}
	before, err := s.PutFirst(ctx, step.ID)
	if errors.Is(err, org.ErrConflict) {
		return noun.View{}, noun.Refuse(wording.StepNotNow(step.ID, step.Title, wording.TellConflict(err)))
	}
	if err != nil {
		return noun.View{}, err
	}
	return noun.Say(First(step.ID, step.Title, before))
}

// drop leaves a step out.
func (s records) drop(ctx context.Context, in noun.Input) (noun.View, error) {
	step, err := s.findStep(ctx, in, in.Args[optionStep])
	if err != nil {
		return noun.View{}, err
	}
	left, err := s.Drop(ctx, step.ID, strings.TrimSpace(in.Args[optionText]))
	switch {
	case errors.Is(err, org.ErrNotFound):
		return noun.View{}, noun.Refuse(wording.RedoUnknown(strings.TrimSpace(in.Args[optionStep])))
	case errors.Is(err, org.ErrConflict):
		return noun.View{}, noun.Refuse(DropNotNow(step.ID, wording.TellConflict(err)))
	case err != nil:
		return noun.View{}, err
	}
	return noun.Say(Dropped(step.ID, left))
}
