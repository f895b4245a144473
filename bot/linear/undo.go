package linear

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/forge"
	"github.com/frasier-cos/frasier/bot/linear/gql"
	"github.com/frasier-cos/frasier/internal/mirror"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
)

// End takes back that a project stands in Linear: it and its issues go into the bin there, and it comes back by a founder's word alone. Where others
// changed or said something in it since, all stays as it is.
func (m *Mirror) End(ctx context.Context, a outward.Action) error {
	setup, at, err := m.Records.Mirror(ctx, mirror.Linear)
	if errors.Is(err, org.ErrNoWork) {
		return errors.New("Linear is not connected") //nolint:staticcheck // its name
	}
	if err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	s, err := m.open(ctx, setup, at)
	if err != nil {
		return err
	}
	j, err := m.Records.MirrorJob(ctx, mirror.Linear, a.Project)
	if err != nil {
		return err
	}
	home, ok := j.Known[mirror.ProjectKey(a.Project)]
	if !ok || home.Life != mirror.Live {
		return refuse("the project doesn't stand in Linear any more")
	}
	w := &writer{m: m, s: s, job: j, raw: map[string]string{}}
	changed, err := w.findChanges(ctx, home)
	if err != nil {
		return err
	}
	if len(changed) > 0 {
		const named = 3
		more := ""
		if n := len(changed) - named; n > 0 {
			more = fmt.Sprintf(", and %d more", n)
		}
		return refuse(fmt.Sprintf("left the project as it is in Linear: %s%s. `!linear %s off` has me change nothing there any more, and whoever wants it gone deletes it there",
			strings.Join(changed[:min(named, len(changed))], ", "), more, a.Project))
	}
	// First of all, so that nothing of it is made anew meanwhile.
	if err := m.Work.SetPermit(ctx, outward.Permit{Project: a.Project, Sink: outward.SinkLinear, Level: outward.LevelOff, By: a.AllowedBy}); err != nil {
		return err
	}
	if err := w.trash(ctx, home); err != nil {
		return err
	}
	home.Life, home.Why = mirror.Gone, "it was taken back"
	return m.Records.KeepObjects(ctx, mirror.Linear, []mirror.Known{home})
}

// findChanges says in a few words each what people changed, made or said in a project of ours. What is gone already is no obstacle.
func (w *writer) findChanges(ctx context.Context, home mirror.Known) ([]string, error) {
	theirs, _, err := w.m.look(ctx, w)
	if err != nil {
		return nil, err
	}
	var out []string
	ours := map[string]bool{}
	for _, key := range slices.Sorted(maps.Keys(w.job.Known)) {
		k := w.job.Known[key]
		ours[k.ID] = true
		t, looked := theirs[key]
		if !looked || t.Gone {
			continue
		}
		name := k.Name
		if name == "" || key == home.Key {
			name = "the " + string(k.Kind)
		}
		for _, f := range []mirror.Field{mirror.Title, mirror.Summary, mirror.Body, mirror.Around, mirror.State, mirror.Phase} {
			base, agreed := k.Base[f]
			now, shown := t.Fields[f]
			if agreed && shown && (base.Frozen || !mirror.Same(f, base.Seen, now)) {
				out = append(out, fmt.Sprintf("somebody changed the %s of %s", fieldNames[f], name))
			}
		}
	}
	for _, name := range w.strange {
		out = append(out, fmt.Sprintf("%s is an issue of others in it", name))
	}
	said, err := w.countWords(ctx, home.ID, ours)
	if said > 0 {
		out = append(out, "it has "+count(said, "comment")+" of others")
	}
	return out, err
}

var fieldNames = map[mirror.Field]string{ //nolint:gochecknoglobals // a table
	mirror.Title: "title", mirror.Summary: "description", mirror.Body: "text", mirror.Around: "text", mirror.State: "state", mirror.Phase: "milestone",
}

// countWords counts the comments in a project that are not ours.
func (w *writer) countWords(ctx context.Context, project string, ours map[string]bool) (int, error) {
	n := 0
	var after *string
	for {
		page, err := gql.ProjectComments(ctx, w.s.client, project, after)
		if err != nil {
			return n, err
		}
		for _, c := range page.Comments.Nodes {
			if !ours[c.Id] && !mirror.HasMark(c.Body) {
				n++
			}
		}
		if after = page.Comments.PageInfo.EndCursor; !page.Comments.PageInfo.HasNextPage || after == nil {
			return n, nil
		}
	}
}

// trash puts a project and its issues into the bin, deletes the labels of ours that nothing else has, and reads back that the project is there.
func (w *writer) trash(ctx context.Context, home mirror.Known) error {
	for _, key := range slices.Sorted(maps.Keys(w.job.Known)) {
		if k := w.job.Known[key]; k.Kind == mirror.Issue && k.Life == mirror.Live {
			if _, err := gql.TrashIssue(ctx, w.s.client, k.ID); err != nil && !isNotThere(err) {
				return err
			}
		}
	}
	if _, err := gql.TrashProject(ctx, w.s.client, home.ID); err != nil && !isNotThere(err) {
		return err
	}
	for _, key := range slices.Sorted(maps.Keys(w.job.Known)) {
		if k := w.job.Known[key]; k.Kind == mirror.Label && k.Life == mirror.Live {
			if err := w.dropLabel(ctx, k); err != nil {
				return err
			}
		}
	}
	got, err := gql.Project(ctx, w.s.client, home.ID)
	if isNotThere(err) {
		return nil
	}
	if err == nil && !isTrue(got.Project.Trashed) {
		err = errors.New("Linear took the end of the project and has it still") //nolint:staticcheck // its name
	}
	return err
}

// dropLabel deletes a label that we made, unless something has it that is not in the bin.
func (w *writer) dropLabel(ctx context.Context, k mirror.Known) error {
	made := false
	for g := range generations {
		made = made || k.ID == mirror.ID(w.s.office, k.Key, g)
	}
	if !made {
		return nil // one of theirs, which has the name
	}
	used, err := gql.LabelUses(ctx, w.s.client, k.ID)
	if err != nil {
		return err
	}
	for _, i := range used.Issues.Nodes {
		if !isTrue(i.Trashed) {
			return nil
		}
	}
	if _, err := gql.DeleteLabel(ctx, w.s.client, k.ID); err != nil && !isNotThere(err) {
		return err
	}
	w.m.scheme = nil // it is asked anew which labels there are
	return w.m.Records.ForgetObject(ctx, mirror.Linear, k.Key)
}

func refuse(text string) error { return &forge.RefusedError{Status: http.StatusConflict, Text: text} }
