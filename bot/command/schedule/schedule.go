// Package schedule has projects run again and again, and orders that were given in words: it lists schedules, adds one,
// moves one, or ends one.
package schedule

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

const (
	optionCron   = "cron"
	optionZone   = "zone"
	optionMissed = "missed"
	example      = `schedule p3 "0 8 * * 1" Europe/Berlin`
)

// Records is all that this noun reads and writes. *store.DB is one.
type Records interface {
	Schedules(ctx context.Context) ([]reports.Schedule, error)
	SaveSchedule(ctx context.Context, s reports.Schedule) (reports.Schedule, error)
	MoveSchedule(ctx context.Context, id reports.ScheduleID, spec string) (reports.Schedule, error)
	EndSchedule(ctx context.Context, id reports.ScheduleID) error
	KeepOrder(ctx context.Context, m org.Message) (org.MessageID, error)
	RunTerms(ctx context.Context, p org.ProjectID) (reports.RunTerms, error)
	FounderClock(ctx context.Context) (reports.FounderClock, error)
	ProjectsNamed(ctx context.Context, name string, n int) ([]org.ProjectName, error)
	ProjectStatus(ctx context.Context, id org.ProjectID, now time.Time) (reports.ProjectStatus, error)
}

// records carries out the command.
type records struct{ Records }

// New returns the noun: the command schedule.
func New(r Records) noun.Noun {
	s := records{r}
	project := noun.ProjectOption()
	project.Description = "a project; or stop, and then the schedule"
	cron := noun.WordOption(optionCron, "when: \"0 8 * * 1\" (Mondays at 8), @daily, @weekly, @monthly")
	cron.Autocomplete = true
	return noun.Noun{Commands: []noun.Command{{
		Name: "schedule", Summary: "run a project again and again: list, add, stop", Example: example, Aliases: []string{"cron"},
		Options: []syntax.Option{
			project, cron,
			noun.WordOption(optionZone, "time zone, like Europe/Berlin; yours when left out"),
			noun.WordOption(optionMissed, "runs missed while nothing ran: one now, or none", string(reports.MissedOnce), string(reports.MissedSkip)),
		},
		Acts: true, Verbs: slices.Concat([]string{"list", "add", "new", verbYes, verbMove}, listEndings(), listOpenings()),
		Changes: func(args map[string]string) bool {
			return args[noun.OptionProject] != "" && !strings.EqualFold(args[noun.OptionProject], "list")
		},
		Suggest: suggestTimes, Run: s.runSchedule,
	}}}
}

// suggestTimes lists the times that are asked for most.
func suggestTimes(context.Context, string) ([]org.Choice, error) {
	var out []org.Choice
	for _, at := range []string{"@daily", "@weekly", "@monthly", "0 8 * * 1", "0 8 * * 1-5"} {
		out = append(out, org.Choice{Label: at, Value: at})
	}
	return out, nil
}

// listEndings lists the words that end a schedule.
func listEndings() []string { return []string{"stop", "end", "remove", "off", "none", "cancel"} }

func (s records) runSchedule(ctx context.Context, in noun.Input) (noun.View, error) {
	first, cron := strings.ToLower(strings.TrimSpace(in.Args[noun.OptionProject])), strings.ToLower(strings.TrimSpace(in.Args[optionCron]))
	switch {
	case first == "" && cron == "", first == "list":
		return s.listSchedules(ctx, in)
	case slices.Contains(listEndings(), first):
		return s.endSchedules(ctx, in, cron)
	case first == "add", first == "new":
		return noun.View{}, noun.Refuse(Project(example))
	case first == verbYes:
		return s.agree(ctx, in)
	case first == verbMove:
		return s.move(ctx, in)
	case slices.Contains(listOpenings(), firstWord(first)):
		return s.propose(ctx, in)
	}
	p, err := in.FindProject(ctx, false)
	if err == nil && slices.Contains(listEndings(), cron) {
		return s.endSchedules(ctx, in, string(p.ID))
	}
	if err != nil {
		return noun.View{}, err
	}
	want := reports.Schedule{Project: p.ID, Spec: in.Args[optionCron], Zone: in.Args[optionZone], Missed: reports.Missed(strings.ToLower(in.Args[optionMissed]))}
	if err := joinFields(&want, in.Args); err != nil {
		return noun.View{}, err
	}
	if want.Spec == "" {
		return noun.View{}, noun.Refuse(When(example))
	}
	got, err := s.SaveSchedule(ctx, want)
	if errors.Is(err, org.ErrBadSchedule) {
		return noun.View{}, explain(err, "")
	}
	if err != nil {
		return noun.View{}, err
	}
	return noun.View{Reply: Scheduled(p, got).Reply()}, nil
}

// joinFields puts together an expression that was written without quotes: its
// words then stand in the options after it.
func joinFields(s *reports.Schedule, args map[string]string) error {
	if s.Spec == "" || strings.HasPrefix(s.Spec, "@") || strings.Contains(s.Spec, " ") {
		return nil
	}
	words := strings.Fields(strings.Join([]string{s.Spec, args[optionZone], args[optionMissed]}, " "))
	const needed = 5
	if len(words) < needed {
		return noun.Refuse(Fields())
	}
	s.Spec, s.Zone, s.Missed = strings.Join(words[:needed], " "), "", ""
	for _, w := range words[needed:] {
		if m := reports.Missed(strings.ToLower(w)); m == reports.MissedOnce || m == reports.MissedSkip {
			s.Missed = m
		} else {
			s.Zone = w
		}
	}
	return nil
}

func (s records) listSchedules(ctx context.Context, in noun.Input) (noun.View, error) {
	all, err := s.Schedules(ctx)
	if err != nil {
		return noun.View{}, err
	}
	var facts []Facts
	for _, t := range all {
		f := Facts{Schedule: t}
		if t.Order == "" {
			status, err := s.ProjectStatus(ctx, t.Project, in.Now)
			if err != nil {
				return noun.View{}, err
			}
			f.First = status.Spent
		}
		facts = append(facts, f)
	}
	return noun.Show(Schedules(facts, example), "schedule", in.Page)
}

// endSchedules ends a schedule, or those of a project: of the one in whose thread it was
// said where no id names either.
func (s records) endSchedules(ctx context.Context, in noun.Input, id string) (noun.View, error) {
	if id == "" {
		if id = string(in.Thread); id == "" {
			return noun.View{}, noun.Refuse(Which())
		}
	}
	ids := []string{id}
	if syntax.IsProjectID(id) {
		all, err := s.Schedules(ctx)
		if err != nil {
			return noun.View{}, err
		}
		ids = nil
		for _, one := range all {
			if strings.EqualFold(string(one.Project), id) {
				ids = append(ids, string(one.ID))
			}
		}
		if len(ids) == 0 {
			return noun.View{}, noun.Refuse(None(id))
		}
	}
	for _, one := range ids {
		if err := s.EndSchedule(ctx, reports.ScheduleID(one)); err != nil {
			return noun.View{}, noun.Explain(err, org.ErrNotFound, Unknown(one))
		}
	}
	return noun.Say(Stopped(strings.Join(ids, ", ")))
}
