// Package memory is what Frasier keeps in mind: the founder's rules, what reviews
// taught, how that was tidied, and what was said and delivered.
package memory

import (
	"context"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/internal/learning"
	"github.com/frasier-cos/frasier/internal/org"
)

// Keeper keeps the founder's rules and what was learnt, and all that was said and delivered.
type Keeper interface {
	Lessons(ctx context.Context) ([]learning.Lesson, error)
	Remember(ctx context.Context, rule string) (org.LessonID, error)
	Forget(ctx context.Context, id string) error
	Recall(ctx context.Context, words string, n int) ([]org.Memory, error)
}

// Tidyings reads how what was learnt was tidied.
type Tidyings interface {
	Curations(ctx context.Context, n int) ([]learning.Curation, error)
	UndoCuration(ctx context.Context, id string) (int, error)
}

// Team reads who has learnt it.
type Team interface {
	Roster(ctx context.Context) ([]org.AgentView, error)
}

// Records is all that this noun reads and changes. *store.DB is one.
type Records interface {
	Keeper
	Tidyings
	Team
}

// records reads and changes what the commands and the page show.
type records struct{ Records }

// Names of the options of this noun's commands.
const (
	optionDo   = "do"
	optionID   = "id"
	optionText = "text"
)

// rememberExample is a line that gives a rule.
const rememberExample = "remember Write prices in euros"

// New returns the noun: the commands rules, remember, forget, memory and recall, and the
// page of memory.
func New(r Records) noun.Noun {
	s := records{r}
	text := func(description string) []syntax.Option {
		return []syntax.Option{{Name: optionText, Kind: syntax.Text, Required: true, Description: description}}
	}
	lesson := func(description string) syntax.Option {
		return syntax.Option{Name: optionID, Kind: syntax.Text, Autocomplete: true, Description: description}
	}
	return noun.Noun{
		Commands: []noun.Command{
			{
				Name: "rules", Summary: "the rules you gave me: list them, or drop one", Example: "rules forget l3", Aliases: []string{"directives", "lessons"},
				Options: []syntax.Option{noun.WordOption(optionDo, "what to do", "list", "forget"), lesson("the rule to drop")},
				Acts:    true, Changes: doesMoreThanList, Suggest: s.suggestLessons, Run: s.listRules,
				Shell: &noun.Shell{Group: noun.GroupKnow, Use: "rules", Summary: "the rules you gave me; with --json what I learnt too", Bare: true, JSON: true},
			},
			{
				Name: "remember", Summary: "give me a rule for all work from now on", Example: rememberExample,
				Options: text("the rule"), Acts: true, Run: s.rememberRule,
			},
			{
				Name: "forget", Summary: "forget a rule or a message", Example: "forget l3",
				Options: []syntax.Option{lesson("the rule")}, Acts: true, Suggest: s.suggestLessons, Run: s.forgetOne,
				Shell: &noun.Shell{Group: noun.GroupKnow, Use: "forget ID", Summary: "forget a rule, a lesson or what was said", Refuses: []string{"forget l99", "forget"}},
			},
			{
				Name: "memory", Summary: "lessons I've picked up; undo one", Example: "memory undo c2", Aliases: []string{"learnt", "tidied"},
				Options: []syntax.Option{
					noun.WordOption(optionDo, "what to do", "list", "undo"),
					{Name: optionID, Kind: syntax.Text, Description: "the tidying to undo; the last one when left out"},
				},
				Acts: true, Changes: doesMoreThanList, Run: s.listLearnt,
				Shell: &noun.Shell{
					Group: noun.GroupKnow, Use: "memory [tidy|undo ID]", Summary: "lessons I've picked up and how they were tidied; tidy them now; put one tidying back", Words: []string{"tidy", "undo"}, JSON: true,
					Refuses: []string{"memory undo c99", "memory nosuch"},
				},
			},
			{
				Name: "recall", Summary: "what was said and learnt about something", Example: "recall oat prices", Aliases: []string{"search", "find"},
				Options: text("about what"), Run: s.recall,
				Shell: &noun.Shell{Group: noun.GroupKnow, Use: "recall WORDS", Summary: "look for words in all that was said, learnt and delivered", JSON: true, Refuses: []string{"recall"}},
			},
		},
		Pages: []noun.Page{{Path: "/memory", Title: "Memory", Tab: "Memory", Listed: true, Place: 70, Template: memoryPage, Build: s.buildMemory}},
	}
}

func doesMoreThanList(args map[string]string) bool {
	return args[optionDo] != "" && args[optionDo] != "list"
}

// suggestLessons lists what can be forgotten by its id.
func (s records) suggestLessons(ctx context.Context, option string) ([]org.Choice, error) {
	if option != optionID {
		return nil, nil
	}
	all, err := s.Lessons(ctx)
	if err != nil {
		return nil, err
	}
	out := make([]org.Choice, 0, len(all))
	for _, l := range all {
		out = append(out, chooseLesson(l))
	}
	return out, nil
}
