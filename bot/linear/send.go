package linear

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/forge"
	"github.com/frasier-cos/frasier/bot/linear/gql"
	"github.com/frasier-cos/frasier/internal/mirror"
	"github.com/frasier-cos/frasier/internal/reports"
)

// writer sends what a comparison asks for, and keeps each thing as soon as it is there.
type writer struct {
	m      *Mirror
	s      *session
	job    mirror.Job
	ticket reports.Ticket
	raw    map[string]string // texts there as they are, by key

	strange []string // names of issues of others in the project, of a look
}

// view reads what is there by what is known of it.
func (w *writer) view() view {
	v := view{scheme: w.s.scheme, founders: w.s.setup.Founders, keys: map[string]string{}}
	for key, k := range w.job.Known {
		v.keys[k.ID] = key
	}
	if home, ok := w.job.Known[mirror.ProjectKey(w.job.Project)]; ok {
		v.project = home.ID
	}
	return v
}

// id is that of a thing of ours which is there; empty where it is not.
func (w *writer) id(key string) string {
	if k, ok := w.job.Known[key]; ok && k.Life == mirror.Live {
		return k.ID
	}
	return ""
}

func (w *writer) seal(key string) string { return w.s.key.Mark("linear:" + key) }

// body is a text of ours as it goes there.
func (w *writer) body(o mirror.Object) string {
	text := o.Fields[mirror.Body]
	switch o.Kind {
	case mirror.Project:
		return mirror.Replace(w.raw[o.Key], text+tail(w.ticket, w.job.Head), w.seal(o.Key))
	case mirror.Issue:
		return mirror.Replace(w.raw[o.Key], text, w.seal(o.Key))
	case mirror.Comment, mirror.Update:
		return mirror.Sign(text, w.seal(o.Key))
	case mirror.Milestone, mirror.Label, mirror.Relation, mirror.Attachment:
	}
	return text
}

// send does all that is to be done, and says at the end in the project's text up to which line of the journal it stands there.
func (w *writer) send(ctx context.Context, ops []mirror.Op) error {
	if len(ops) == 0 {
		return nil
	}
	home := mirror.ProjectKey(w.job.Project)
	told := false
	for i := 0; i < len(ops); i++ {
		o := ops[i]
		var err error
		switch {
		case o.Kind == mirror.Create && o.Object.Kind == mirror.Issue:
			n := i
			for n < len(ops) && n-i < idsAtOnce && ops[n].Kind == mirror.Create && ops[n].Object.Kind == mirror.Issue {
				n++
			}
			err = w.createIssues(ctx, ops[i:n])
			i = n - 1
		case o.Kind == mirror.Create:
			told = told || o.Object.Key == home
			err = w.create(ctx, o)
		case o.Kind == mirror.Modify:
			told = told || o.Object.Key == home && slices.Contains(o.Fields, mirror.Body)
			err = w.modify(ctx, o)
		case o.Kind == mirror.Remove:
			err = w.remove(ctx, o)
		}
		if err != nil {
			return err
		}
	}
	k, ok := w.job.Known[home]
	if told || !ok || k.Life != mirror.Live || k.Base[mirror.Body].Frozen {
		return nil
	}
	return w.modify(ctx, mirror.Op{Kind: mirror.Modify, Known: k, Fields: []mirror.Field{mirror.Body}, Object: mirror.Object{Key: home, Kind: mirror.Project, Fields: map[mirror.Field]string{mirror.Body: k.Base[mirror.Body].Sent}}})
}

// begin keeps the ids under which things are to be made. again holds those that may be there already.
func (w *writer) begin(ctx context.Context, ops []mirror.Op) (again bool, err error) {
	var all []mirror.Known
	for i := range ops {
		k := &ops[i].Known
		again = again || k.Tries > 0 || w.job.Fresh
		if k.ID == "" {
			*k = mirror.Known{Key: ops[i].Object.Key, Kind: ops[i].Object.Kind, Project: w.job.Project, ID: mirror.ID(w.s.office, ops[i].Object.Key, w.job.Generation), Life: mirror.New}
		}
		all = append(all, *k)
	}
	return again, w.m.Records.NoteObjects(ctx, mirror.Linear, all)
}

// made is a thing as it is there.
type made struct {
	id, link, name string
	seen           map[mirror.Field]string
}

// keep writes down that a thing is there as was sent.
func (w *writer) keep(ctx context.Context, o mirror.Object, k mirror.Known, got made, fields []mirror.Field) error {
	if k.Base == nil {
		k.Base = map[mirror.Field]mirror.Agreed{}
	}
	for _, f := range fields {
		a := k.Base[f]
		a.Sent, a.Seen = o.Fields[f], o.Fields[f]
		if v, ok := got.seen[f]; ok {
			a.Seen = v
		}
		k.Base[f] = a
	}
	k.ID, k.Life, k.Why = got.id, mirror.Live, ""
	if got.link != "" {
		k.Link = got.link
	}
	if got.name != "" {
		k.Name = got.name
	}
	w.job.Known[k.Key] = k
	return w.m.Records.KeepObjects(ctx, mirror.Linear, []mirror.Known{k})
}

func allFields(o mirror.Object) []mirror.Field {
	out := make([]mirror.Field, 0, len(o.Fields)+1)
	for f := range o.Fields {
		out = append(out, f)
	}
	if o.Kind == mirror.Issue {
		out = append(out, mirror.Around)
	}
	slices.Sort(out)
	return out
}

// create makes one thing, unless it is there.
func (w *writer) create(ctx context.Context, o mirror.Op) error {
	if !w.ready(o.Object) {
		return nil // what it belongs to is gone, and so is the need for it
	}
	if o.Object.Kind == mirror.Label {
		if id := w.s.scheme.labels[strings.ToLower(o.Object.Fields[mirror.Title])]; id != "" { // a label of this name is taken as ours
			return w.keep(ctx, o.Object, mirror.Known{Key: o.Object.Key, Kind: mirror.Label, Project: w.job.Project}, made{id: id}, allFields(o.Object))
		}
	}
	ops := []mirror.Op{o}
	again, err := w.begin(ctx, ops)
	if err != nil {
		return err
	}
	k := ops[0].Known
	if again {
		got, ok, err := w.find(ctx, o.Object, k.ID)
		if err != nil {
			return err
		}
		if ok {
			return w.keep(ctx, o.Object, k, got, allFields(o.Object))
		}
	}
	got, err := w.makeOne(ctx, o.Object, k.ID)
	var no *forge.RefusedError
	if errors.As(err, &no) && no.Status != 401 {
		there, ok, wrong := w.find(ctx, o.Object, k.ID) // it may be why it is refused
		if wrong != nil {
			return wrong
		}
		if !ok {
			return w.refuse(ctx, o.Object, k, no)
		}
		got, err = there, nil
	}
	if err != nil {
		return err
	}
	return w.keep(ctx, o.Object, k, got, allFields(o.Object))
}

// refuse keeps that a thing cannot be made; all others go on without it. Without its project there is nothing to go on with.
func (w *writer) refuse(ctx context.Context, o mirror.Object, k mirror.Known, no *forge.RefusedError) error {
	if o.Kind == mirror.Project {
		return no
	}
	k.Life, k.Why = mirror.Refused, no.Text
	w.job.Known[k.Key] = k
	w.m.Log.WarnContext(ctx, "linear refuses something", "what", k.Key, "err", no)
	return w.m.Records.KeepObjects(ctx, mirror.Linear, []mirror.Known{k})
}

// ready reports whether all is there that a thing belongs to.
func (w *writer) ready(o mirror.Object) bool {
	for _, f := range []mirror.Field{mirror.In, mirror.From, mirror.To} {
		if key, ok := o.Fields[f]; ok && w.id(key) == "" {
			return false
		}
	}
	return true
}

// find asks for a thing by its id.
func (w *writer) find(ctx context.Context, o mirror.Object, id string) (made, bool, error) {
	got, err := w.ask(ctx, o, id)
	if isNotThere(err) {
		return made{}, false, nil
	}
	return got, err == nil, err
}

func (w *writer) ask(ctx context.Context, o mirror.Object, id string) (made, error) {
	c := w.s.client
	switch o.Kind {
	case mirror.Project:
		got, err := gql.Project(ctx, c, id)
		if err != nil {
			return made{}, err
		}
		return w.seenProject(o.Key, got.Project.ProjectFields), nil
	case mirror.Milestone:
		got, err := gql.Milestone(ctx, c, id)
		if err != nil {
			return made{}, err
		}
		return made{id: got.ProjectMilestone.Id, seen: map[mirror.Field]string{mirror.Title: got.ProjectMilestone.Name}}, nil
	case mirror.Issue:
		got, err := gql.Issue(ctx, c, id)
		if err != nil {
			return made{}, err
		}
		return w.seenIssue(o.Key, got.Issue.IssueFields), nil
	case mirror.Relation:
		got, err := gql.Relation(ctx, c, id)
		if err != nil {
			return made{}, err
		}
		return made{id: got.IssueRelation.Id}, nil
	case mirror.Label:
		got, err := gql.Label(ctx, c, id)
		if err != nil {
			return made{}, err
		}
		return made{id: got.IssueLabel.Id}, nil
	case mirror.Comment:
		got, err := gql.Comment(ctx, c, id)
		if err != nil {
			return made{}, err
		}
		return made{id: got.Comment.Id}, nil
	case mirror.Attachment:
		got, err := gql.Attachment(ctx, c, id)
		if err != nil {
			return made{}, err
		}
		return made{id: got.Attachment.Id}, nil
	case mirror.Update:
		got, err := gql.Update(ctx, c, id)
		if err != nil {
			return made{}, err
		}
		return made{id: got.ProjectUpdate.Id, link: ownLink(got.ProjectUpdate.Url)}, nil
	}
	return made{}, errors.New("linear has no things of the kind " + string(o.Kind))
}

func (w *writer) seenProject(key string, p gql.ProjectFields) made {
	w.m.remember(p.Id, p.UpdatedAt)
	w.raw[key] = text(p.Content)
	t := w.view().readProject(p)
	return made{id: p.Id, link: ownLink(p.Url), name: p.Name, seen: t.Fields}
}

func (w *writer) seenIssue(key string, i gql.IssueFields) made {
	w.m.remember(i.Id, i.UpdatedAt)
	w.raw[key] = text(i.Description)
	t := w.view().readIssue(i)
	return made{id: i.Id, link: ownLink(i.Url), name: i.Identifier, seen: t.Fields}
}

// makeOne makes a thing under an id.
func (w *writer) makeOne(ctx context.Context, o mirror.Object, id string) (made, error) {
	c, f := w.s.client, o.Fields
	switch o.Kind {
	case mirror.Project:
		got, err := gql.CreateProject(ctx, c, gql.ProjectCreateInput{
			Id: &id, Name: f[mirror.Title], Description: has(f[mirror.Summary]), Content: has(w.body(o)), TeamIds: []string{w.s.setup.Team}, StatusId: has(w.s.scheme.statuses[f[mirror.State]]),
		})
		if err != nil {
			return made{}, err
		}
		if got.ProjectCreate.Project == nil {
			return made{}, errors.New("linear made a project and does not show it")
		}
		return w.seenProject(o.Key, got.ProjectCreate.Project.ProjectFields), nil
	case mirror.Milestone:
		place, err := strconv.ParseFloat(f[mirror.Place], 64)
		if err != nil {
			return made{}, err
		}
		got, err := gql.CreateMilestone(ctx, c, gql.ProjectMilestoneCreateInput{Id: &id, Name: f[mirror.Title], ProjectId: w.id(f[mirror.In]), SortOrder: &place})
		if err != nil {
			return made{}, err
		}
		return made{id: got.ProjectMilestoneCreate.ProjectMilestone.Id, seen: map[mirror.Field]string{mirror.Title: got.ProjectMilestoneCreate.ProjectMilestone.Name}}, nil
	case mirror.Relation:
		got, err := gql.CreateRelation(ctx, c, gql.IssueRelationCreateInput{Id: &id, IssueId: w.id(f[mirror.From]), RelatedIssueId: w.id(f[mirror.To]), Type: gql.IssueRelationTypeBlocks})
		if err != nil {
			return made{}, err
		}
		return made{id: got.IssueRelationCreate.IssueRelation.Id}, nil
	case mirror.Label:
		got, err := gql.CreateLabel(ctx, c, gql.IssueLabelCreateInput{Id: &id, Name: f[mirror.Title], TeamId: &w.s.setup.Team})
		if err != nil {
			return made{}, err
		}
		return made{id: got.IssueLabelCreate.IssueLabel.Id}, nil
	case mirror.Comment:
		got, err := gql.CreateComment(ctx, c, gql.CommentCreateInput{Id: &id, IssueId: has(w.id(f[mirror.In])), Body: has(w.body(o))})
		if err != nil {
			return made{}, err
		}
		return made{id: got.CommentCreate.Comment.Id}, nil
	case mirror.Attachment:
		got, err := gql.CreateAttachment(ctx, c, gql.AttachmentCreateInput{Id: &id, IssueId: w.id(f[mirror.In]), Title: f[mirror.Title], Url: f[mirror.Link]})
		if err != nil {
			return made{}, err
		}
		return made{id: got.AttachmentCreate.Attachment.Id}, nil
	case mirror.Update:
		health := gql.ProjectUpdateHealthType(f[mirror.Health])
		got, err := gql.CreateUpdate(ctx, c, gql.ProjectUpdateCreateInput{Id: &id, ProjectId: w.id(f[mirror.In]), Body: has(w.body(o)), Health: &health})
		if err != nil {
			return made{}, err
		}
		return made{id: got.ProjectUpdateCreate.ProjectUpdate.Id, link: ownLink(got.ProjectUpdateCreate.ProjectUpdate.Url)}, nil
	case mirror.Issue:
		got, err := gql.CreateIssue(ctx, c, w.issueInput(o, id))
		if err != nil {
			return made{}, err
		}
		if got.IssueCreate.Issue == nil {
			return made{}, errors.New("linear made an issue and does not show it")
		}
		return w.seenIssue(o.Key, got.IssueCreate.Issue.IssueFields), nil
	}
	return made{}, errors.New("linear makes no things of the kind " + string(o.Kind))
}

func (w *writer) issueInput(o mirror.Object, id string) gql.IssueCreateInput {
	f := o.Fields
	in := gql.IssueCreateInput{
		Id: &id, TeamId: w.s.setup.Team, Title: has(f[mirror.Title]), Description: has(w.body(o)), StateId: has(w.s.scheme.states[f[mirror.State]]),
		ProjectId: has(w.id(f[mirror.In])), ProjectMilestoneId: has(w.id(f[mirror.Phase])),
	}
	for _, key := range strings.Split(f[mirror.Labels], "\n") {
		if l := w.id(key); l != "" {
			in.LabelIds = append(in.LabelIds, l)
		}
	}
	return in
}

// createIssues makes many at once. Those that are there already are kept as they are.
func (w *writer) createIssues(ctx context.Context, ops []mirror.Op) error {
	ops = slices.DeleteFunc(slices.Clone(ops), func(o mirror.Op) bool { return !w.ready(o.Object) })
	if len(ops) < 2 {
		for _, o := range ops {
			if err := w.create(ctx, o); err != nil {
				return err
			}
		}
		return nil
	}
	again, err := w.begin(ctx, ops)
	if err != nil {
		return err
	}
	if again {
		if ops, err = w.keepThere(ctx, ops); err != nil || len(ops) == 0 {
			return err
		}
	}
	in := gql.IssueBatchCreateInput{}
	for _, o := range ops {
		in.Issues = append(in.Issues, w.issueInput(o.Object, o.Known.ID))
	}
	got, err := gql.CreateIssues(ctx, w.s.client, in)
	var no *forge.RefusedError
	if errors.As(err, &no) && no.Status != 401 { // one of them is why: each by itself tells which
		for _, o := range ops {
			o.Known.Tries++
			if err := w.create(ctx, o); err != nil {
				return err
			}
		}
		return nil
	}
	if err != nil {
		return err
	}
	for _, i := range got.IssueBatchCreate.Issues {
		n := slices.IndexFunc(ops, func(o mirror.Op) bool { return o.Known.ID == i.Id })
		if n < 0 {
			continue
		}
		if err := w.keep(ctx, ops[n].Object, ops[n].Known, w.seenIssue(ops[n].Object.Key, i.IssueFields), allFields(ops[n].Object)); err != nil {
			return err
		}
	}
	return nil
}

// keepThere keeps the issues that are there already, and returns the others.
func (w *writer) keepThere(ctx context.Context, ops []mirror.Op) ([]mirror.Op, error) {
	var ids []string
	for _, o := range ops {
		ids = append(ids, o.Known.ID)
	}
	got, err := gql.IssuesByID(ctx, w.s.client, ids, nil)
	if err != nil {
		return nil, err
	}
	for _, i := range got.Issues.Nodes {
		n := slices.IndexFunc(ops, func(o mirror.Op) bool { return o.Known.ID == i.Id })
		if n < 0 {
			continue
		}
		if err := w.keep(ctx, ops[n].Object, ops[n].Known, w.seenIssue(ops[n].Object.Key, i.IssueFields), allFields(ops[n].Object)); err != nil {
			return nil, err
		}
		ops = slices.Delete(ops, n, n+1)
	}
	return ops, nil
}

// remember notes that a thing was looked at as it was changed last, so that the next poll does not look for our own writing.
func (m *Mirror) remember(id string, at time.Time) {
	if m.seen == nil || len(m.seen) > seenMost {
		m.seen = map[string]time.Time{}
	}
	m.seen[id] = at
}
