package linear

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/forge"
	"github.com/frasier-cos/frasier/bot/linear/gql"
	"github.com/frasier-cos/frasier/internal/mirror"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/reports"
)

// propose puts down, for each project that is planned, that it is to stand in Linear, with an example of what will be seen there.
func (m *Mirror) propose(ctx context.Context, setup mirror.Setup, at outward.Connection) error {
	all, err := m.Records.MirrorsToPropose(ctx, mirror.Linear)
	if err != nil {
		return err
	}
	for _, p := range all {
		t, err := m.Work.Ticket(ctx, p, m.Now())
		if err != nil {
			return err
		}
		var shape Shape
		if free, err := m.free(ctx); err != nil {
			return err
		} else if n := len(IssueKeys(t)); n > free && !t.Project.Single {
			shape.Coarse = true
		}
		_, err = m.Work.ProposeAction(ctx, outward.Action{
			Key: "mirror:" + string(p), Kind: outward.MirrorProject, Connection: at.Name, Project: p, Place: "Linear, team " + setup.TeamName, Order: json.RawMessage(`{}`),
			Effect: describeMirror(t, setup, at, m.link(t), shape),
		})
		if err != nil {
			return err
		}
	}
	return nil
}

const examples = 5

// describeMirror shows what will be seen there.
func describeMirror(t reports.Ticket, setup mirror.Setup, at outward.Connection, link string, shape Shape) string {
	var issues, edges, parts int
	var lines []string
	for _, o := range Want(t, nil, link, shape) {
		switch o.Kind { //nolint:exhaustive // of what comes later there is none yet
		case mirror.Issue:
			if issues++; issues <= examples {
				lines = append(lines, fmt.Sprintf("- %s (%s)", o.Fields[mirror.Title], stateNames[o.Fields[mirror.State]]))
			}
		case mirror.Relation:
			edges++
		case mirror.Milestone:
			parts++
		}
	}
	if issues > examples {
		lines = append(lines, fmt.Sprintf("- and %d more", issues-examples))
	}
	what := fmt.Sprintf("A project in Linear, in the team %s, written by %s: **%s**, with %s", setup.TeamName, at.Account, oneLine(t.Project.Title), count(issues, "issue"))
	if shape.Coarse {
		what += ", one for each part, since there is no room for one a step"
	}
	if parts > 0 {
		what += ", " + count(parts, "milestone")
	}
	if edges > 0 {
		what += fmt.Sprintf(" and %s", count(edges, "blocked-by edge"))
	}
	return what + ".\n" + strings.Join(lines, "\n") + "\nStates move by themselves, and below each issue stands what came of it. What you change or say there is an order to me: cancel an issue and I leave it out, comment on it and I hear you."
}

var stateNames = map[string]string{ //nolint:gochecknoglobals // a table
	mirror.Open: "to do", mirror.Working: "in progress", mirror.Review: "in review", mirror.Done: "done", mirror.Canceled: "canceled",
}

func count(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %ss", n, one)
}

// generations bounds how often a project may be made there under ids of its own.
const generations = 8

// Begin has a project stand in Linear from now on, as an action that a founder allowed: it makes the project there, unless it is there, and reads
// it back. All that belongs to it follows.
func (m *Mirror) Begin(ctx context.Context, a outward.Action) (link string, answer any, err error) {
	setup, at, err := m.Records.Mirror(ctx, mirror.Linear)
	if errors.Is(err, org.ErrNoWork) {
		return "", nil, errors.New("Linear is not connected") //nolint:staticcheck // its name
	}
	if err != nil {
		return "", nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	s, err := m.open(ctx, setup, at)
	if err != nil {
		return "", nil, err
	}
	j, err := m.Records.MirrorJob(ctx, mirror.Linear, a.Project)
	if err != nil {
		return "", nil, err
	}
	t, err := m.Work.Ticket(ctx, a.Project, m.Now())
	if err != nil {
		return "", nil, err
	}
	all := m.want(s, t, j)
	i := slices.IndexFunc(all, func(o mirror.Object) bool { return o.Kind == mirror.Project })
	if i < 0 {
		return "", nil, &forge.RefusedError{Text: "it is one task, which has no project there"}
	}
	w := &writer{m: m, s: s, job: j, ticket: t, raw: map[string]string{}}
	if w.job.Generation, err = w.chooseGeneration(ctx, all[i]); err != nil {
		return "", nil, err
	}
	home := all[i].Key
	if k := w.job.Known[home]; k.Life != mirror.Live {
		if err := w.create(ctx, mirror.Op{Kind: mirror.Create, Object: all[i], Known: k}); err != nil {
			return "", nil, err
		}
	}
	got, ok, err := w.find(ctx, all[i], w.id(home)) // as the others see it
	if err == nil && !ok {
		err = errors.New("Linear took the project and has it not") //nolint:staticcheck // its name
	}
	if err != nil {
		return "", nil, err
	}
	if err := m.Records.BeginMirror(ctx, mirror.Linear, a.Project, w.job.Generation, a.AllowedBy); err != nil {
		return "", nil, err
	}
	return got.link, map[string]string{"id": got.id, "name": got.name}, nil
}

// chooseGeneration finds ids that no other project of ours has there: one that was ordered after a backup which was put back may have had the same
// number here.
func (w *writer) chooseGeneration(ctx context.Context, o mirror.Object) (int, error) {
	k := w.job.Known[o.Key]
	for g := range generations {
		id := mirror.ID(w.s.office, o.Key, g)
		if k.ID == id {
			return g, nil
		}
		if k.ID != "" {
			continue
		}
		got, err := gql.Project(ctx, w.s.client, id)
		if isNotThere(err) {
			return g, nil
		}
		if err != nil {
			return 0, err
		}
		if got.Project.Name == o.Fields[mirror.Title] && !isTrue(got.Project.Trashed) {
			return g, nil
		}
	}
	return 0, &forge.RefusedError{Text: "as many projects as may be have this project's number there"}
}
