package command

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// schedule lists schedules, adds one, or ends one.
func (d *Handler) schedule(ctx context.Context, o *order) (org.Reply, error) {
	first, cron := strings.ToLower(strings.TrimSpace(o.Args[optionProject])), strings.ToLower(strings.TrimSpace(o.Args["cron"]))
	switch {
	case first == "" && cron == "", first == "list":
		return d.schedules(ctx, o)
	case scheduleEnds(first):
		return d.unschedule(ctx, o, cron)
	case first == "add", first == "new":
		return org.Reply{}, refuse(messages.ScheduleProject(o.spec.example))
	}
	p, err := d.which(ctx, o, false)
	if err == nil && scheduleEnds(cron) {
		return d.unschedule(ctx, o, string(p.ID))
	}
	if err != nil {
		return org.Reply{}, err
	}
	want := reports.Schedule{Project: p.ID, Spec: o.Args["cron"], Zone: o.Args["zone"], Missed: reports.Missed(strings.ToLower(o.Args["missed"]))}
	if err := fields(&want, o.Args); err != nil {
		return org.Reply{}, err
	}
	if want.Spec == "" {
		return org.Reply{}, refuse(messages.ScheduleWhen(o.spec.example))
	}
	got, err := d.Store.SaveSchedule(ctx, want)
	if errors.Is(err, org.ErrBadSchedule) {
		_, words, _ := strings.Cut(err.Error(), org.ErrBadSchedule.Error()+": ")
		return org.Reply{}, refuse(messages.SettingRefused(words))
	}
	if err != nil {
		return org.Reply{}, err
	}
	return messages.Scheduled(p, got).Reply(), nil
}

// fields puts together an expression that was written without quotes: its
// words then stand in the options after it.
func fields(s *reports.Schedule, args map[string]string) error {
	if s.Spec == "" || strings.HasPrefix(s.Spec, "@") || strings.Contains(s.Spec, " ") {
		return nil
	}
	words := strings.Fields(strings.Join([]string{s.Spec, args["zone"], args["missed"]}, " "))
	const needed = 5
	if len(words) < needed {
		return refuse(messages.ScheduleFields())
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

func (d *Handler) schedules(ctx context.Context, o *order) (org.Reply, error) {
	all, err := d.Store.Schedules(ctx)
	if err != nil {
		return org.Reply{}, err
	}
	var facts []messages.ScheduleFacts
	for _, t := range all {
		status, err := d.Store.ProjectStatus(ctx, t.Project, d.Now())
		if err != nil {
			return org.Reply{}, err
		}
		facts = append(facts, messages.ScheduleFacts{Schedule: t, First: status.Spent})
	}
	return show(messages.Schedules(facts, o.spec.example), "schedule", o.Page)
}

// scheduleEnds reports whether a word ends a schedule.
func scheduleEnds(word string) bool {
	return slices.Contains([]string{"stop", "end", "remove", "off", "none", "cancel"}, word)
}

// unschedule ends a schedule, or those of a project: of the one in whose thread it was
// said where no id names either.
func (d *Handler) unschedule(ctx context.Context, o *order, id string) (org.Reply, error) {
	if id == "" {
		here, err := d.here(ctx, o)
		if err != nil {
			return org.Reply{}, err
		}
		if id = string(here); id == "" {
			return org.Reply{}, refuse(messages.ScheduleWhich())
		}
	}
	ids := []string{id}
	if syntax.IsProjectID(id) {
		all, err := d.Store.Schedules(ctx)
		if err != nil {
			return org.Reply{}, err
		}
		ids = nil
		for _, s := range all {
			if strings.EqualFold(string(s.Project), id) {
				ids = append(ids, string(s.ID))
			}
		}
		if len(ids) == 0 {
			return org.Reply{}, refuse(messages.ScheduleNone(id))
		}
	}
	for _, one := range ids {
		if err := d.Store.EndSchedule(ctx, reports.ScheduleID(one)); isNotFound(err) {
			return org.Reply{}, refuse(messages.ScheduleUnknown(one))
		} else if err != nil {
			return org.Reply{}, err
		}
	}
	return say(messages.ScheduleStopped(strings.Join(ids, ", ")))
}
