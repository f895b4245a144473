package linear

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/linear/gql"
	"github.com/frasier-cos/frasier/internal/mirror"
)

// modify sends the fields that differ.
func (w *writer) modify(ctx context.Context, o mirror.Op) error {
	id, f := o.Known.ID, o.Object.Fields
	sends := func(x mirror.Field, value string) *string {
		if slices.Contains(o.Fields, x) {
			return has(value)
		}
		return nil
	}
	var got made
	switch o.Object.Kind { //nolint:exhaustive // the others are made once
	case mirror.Project:
		r, err := gql.ChangeProject(ctx, w.s.client, id, gql.ProjectUpdateInput{
			Name: sends(mirror.Title, f[mirror.Title]), Description: sends(mirror.Summary, f[mirror.Summary]), Content: sends(mirror.Body, w.body(o.Object)), StatusId: sends(mirror.State, w.s.scheme.statuses[f[mirror.State]]),
		})
		if err != nil {
			return err
		}
		if r.ProjectUpdate.Project == nil {
			return errors.New("linear changed a project and does not show it")
		}
		got = w.seenProject(o.Object.Key, r.ProjectUpdate.Project.ProjectFields)
	case mirror.Milestone:
		r, err := gql.ChangeMilestone(ctx, w.s.client, id, gql.ProjectMilestoneUpdateInput{Name: sends(mirror.Title, f[mirror.Title])})
		if err != nil {
			return err
		}
		got = made{id: id, seen: map[mirror.Field]string{mirror.Title: r.ProjectMilestoneUpdate.ProjectMilestone.Name}}
	case mirror.Issue:
		in := gql.IssueUpdateInput{
			Title: sends(mirror.Title, f[mirror.Title]), Description: sends(mirror.Body, w.body(o.Object)), StateId: sends(mirror.State, w.s.scheme.states[f[mirror.State]]),
			ProjectMilestoneId: sends(mirror.Phase, w.id(f[mirror.Phase])),
		}
		if slices.Contains(o.Fields, mirror.Labels) {
			in.AddedLabelIds, in.RemovedLabelIds = w.labels(o.Known.Base[mirror.Labels].Seen, f[mirror.Labels])
		}
		r, err := gql.ChangeIssue(ctx, w.s.client, id, in)
		if err != nil {
			return err
		}
		if r.IssueUpdate.Issue == nil {
			return errors.New("linear changed an issue and does not show it")
		}
		got = w.seenIssue(o.Object.Key, r.IssueUpdate.Issue.IssueFields)
	default:
		return nil
	}
	for f, seen := range got.seen {
		if a, ok := o.Known.Base[f]; ok && !slices.Contains(o.Fields, f) && a.Seen != seen {
			delete(w.m.seen, id) // somebody changed something meanwhile
		}
	}
	return w.keep(ctx, o.Object, o.Known, got, o.Fields)
}

// labels says which of ours come and which go.
func (w *writer) labels(was, now string) (added, removed []string) {
	before, after := strings.Split(was, "\n"), strings.Split(now, "\n")
	for _, key := range after {
		if id := w.id(key); id != "" && !slices.Contains(before, key) {
			added = append(added, id)
		}
	}
	for _, key := range before {
		if id := w.id(key); id != "" && !slices.Contains(after, key) {
			removed = append(removed, id)
		}
	}
	return added, removed
}

func (w *writer) remove(ctx context.Context, o mirror.Op) error {
	if _, err := gql.DeleteRelation(ctx, w.s.client, o.Known.ID); err != nil && !isNotThere(err) {
		return err
	}
	delete(w.job.Known, o.Known.Key)
	return w.m.Records.ForgetObject(ctx, mirror.Linear, o.Known.Key)
}
