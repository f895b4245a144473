package linear

import (
	"context"

	"github.com/frasier-cos/frasier/bot/linear/gql"
	"github.com/frasier-cos/frasier/internal/mirror"
)

const idsAtOnce = 50

// look reads all of a project that stands there, as it is now. line is the one of our journal that it was last written at, by its own words.
func (m *Mirror) look(ctx context.Context, w *writer) (theirs map[string]mirror.Theirs, line int64, err error) {
	theirs = map[string]mirror.Theirs{}
	v := w.view()
	home, ok := w.job.Known[mirror.ProjectKey(w.job.Project)]
	if ok && home.Life == mirror.Live {
		if line, err = m.lookAtProject(ctx, w, v, home, theirs); err != nil {
			return nil, 0, err
		}
		if theirs[home.Key].Gone {
			return theirs, line, nil
		}
	}
	var missing []string
	keys := map[string]string{}
	for key, k := range w.job.Known {
		if _, there := theirs[key]; k.Kind == mirror.Issue && k.Life == mirror.Live && !there {
			missing = append(missing, k.ID)
			keys[k.ID] = key
		}
	}
	for len(missing) > 0 {
		some := missing[:min(len(missing), idsAtOnce)]
		missing = missing[len(some):]
		got, err := gql.IssuesByID(ctx, w.s.client, some, nil)
		if err != nil {
			return nil, 0, err
		}
		for _, i := range got.Issues.Nodes {
			w.note(keys[i.Id], i.IssueFields, v, theirs)
		}
		for _, id := range some {
			if _, there := theirs[keys[id]]; !there {
				theirs[keys[id]] = mirror.Theirs{ID: id, Gone: true, Why: "it was deleted there"}
			}
		}
	}
	return theirs, line, nil
}

func (m *Mirror) lookAtProject(ctx context.Context, w *writer, v view, home mirror.Known, theirs map[string]mirror.Theirs) (line int64, err error) {
	got, err := gql.Project(ctx, w.s.client, home.ID)
	if isNotThere(err) {
		theirs[home.Key] = mirror.Theirs{ID: home.ID, Gone: true, Why: "it was deleted there"}
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	p := got.Project
	m.remember(p.Id, p.UpdatedAt)
	block, _ := mirror.Split(text(p.Content))
	_, line = cutTail(block)
	w.raw[home.Key] = text(p.Content)
	theirs[home.Key] = v.readProject(p.ProjectFields)
	there := map[string]string{}
	for _, x := range p.ProjectMilestones.Nodes {
		there[x.Id] = x.Name
	}
	for key, k := range w.job.Known {
		if k.Kind != mirror.Milestone || k.Life != mirror.Live {
			continue
		}
		name, ok := there[k.ID]
		theirs[key] = mirror.Theirs{ID: k.ID, Gone: !ok, Why: "it was deleted there", Fields: map[mirror.Field]string{mirror.Title: name}}
	}
	var after *string
	for {
		page, err := gql.ProjectIssues(ctx, w.s.client, home.ID, after)
		if err != nil {
			return 0, err
		}
		for _, i := range page.Issues.Nodes {
			if key := v.keys[i.Id]; key != "" {
				w.note(key, i.IssueFields, v, theirs)
			} else if i.ArchivedAt == nil {
				w.strange = append(w.strange, i.Identifier)
			}
		}
		if after = page.Issues.PageInfo.EndCursor; !page.Issues.PageInfo.HasNextPage || after == nil {
			return line, nil
		}
	}
}

// note keeps an issue as it is there.
func (w *writer) note(key string, i gql.IssueFields, v view, theirs map[string]mirror.Theirs) {
	w.m.remember(i.Id, i.UpdatedAt)
	w.raw[key] = text(i.Description)
	theirs[key] = v.readIssue(i)
}
