package linear

import (
	"context"
	"slices"
	"time"

	"github.com/frasier-cos/frasier/bot/linear/gql"
	"github.com/frasier-cos/frasier/internal/mirror"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
)

const (
	// How much of what was looked at is looked at again: what Linear shows late is not missed.
	overlap = 2 * time.Minute
	// pagesMost bounds one look; the next goes on from there.
	pagesMost = 20
	// How long a look waits that goes on where another ended.
	goOnAfter = 5 * time.Second
)

// poll asks what changed since the last look. What it says is only where something changed: how it stands is read anew.
func (m *Mirror) poll(ctx context.Context, setup mirror.Setup, at outward.Connection) error {
	s, err := m.open(ctx, setup, at)
	var changed []org.ProjectID
	if err == nil {
		changed, err = m.hear(ctx, s, &setup)
	}
	now := m.Now()
	if err == nil {
		setup.Tries, setup.Since, setup.Why, setup.Poll = 0, time.Time{}, "", now.Add(m.Every)
		if m.rest != nil {
			setup.Poll = now.Add(goOnAfter)
		}
		return m.Records.KeepPoll(ctx, setup, changed)
	}
	if ctx.Err() != nil {
		return err
	}
	due, why, err := m.judge(ctx, at, err, setup.Tries)
	if err != nil {
		return err
	}
	if setup.Tries == 0 {
		setup.Since = now
	}
	setup.Tries, setup.Why, setup.Poll = setup.Tries+1, why, due
	record, stop := context.WithTimeout(context.WithoutCancel(ctx), recordMost)
	defer stop()
	return m.Records.KeepPoll(record, setup, nil)
}

// What one look came to.
type finding struct {
	issues   []gql.ChangedIssuesIssueConnectionNodesIssue
	comments []gql.CommentFields
	projects []gql.ChangedProjectsProjectConnectionNodesProject
	newest   time.Time
}

// hear reads what changed, and returns the projects of ours that are to be looked at. It moves the cursor of setup.
func (m *Mirror) hear(ctx context.Context, s *session, setup *mirror.Setup) ([]org.ProjectID, error) {
	since, err := time.Parse(time.RFC3339Nano, setup.Seen)
	if err != nil { // it was never looked at
		since = m.Now().Add(-overlap)
	}
	at := place{since: since.Add(-overlap), begun: m.Now()}
	if m.rest != nil && m.rest.since.Equal(at.since) {
		at = *m.rest
	}
	f, rest, err := m.read(ctx, s, at)
	if err != nil {
		return nil, err
	}
	looked := map[string]time.Time{} // remembered once all of it is kept: what fails is heard with the next look
	fresh := func(id string, at time.Time) bool {
		looked[id] = at
		return !m.seen[id].Equal(at)
	}
	var ids []string
	for _, i := range f.issues {
		if fresh(i.Id, i.UpdatedAt) {
			ids = append(ids, i.Id)
		}
	}
	for _, p := range f.projects {
		if fresh(p.Id, p.UpdatedAt) {
			ids = append(ids, p.Id)
		}
	}
	ours, err := m.Records.FindObjects(ctx, mirror.Linear, ids)
	if err != nil {
		return nil, err
	}
	var changed []org.ProjectID
	for _, k := range ours {
		if !slices.Contains(changed, k.Project) {
			changed = append(changed, k.Project)
		}
	}
	if err := m.hearComments(ctx, s, slices.DeleteFunc(f.comments, func(c gql.CommentFields) bool { return !fresh(c.Id, c.UpdatedAt) })); err != nil {
		return nil, err
	}
	if err := m.takeIn(ctx, s, f); err != nil {
		return nil, err
	}
	for id, at := range looked {
		m.remember(id, at)
	}
	if m.rest = rest; rest != nil {
		return changed, nil // the next look goes on from there, and the cursor stays: another process begins anew
	}
	if at.more && f.newest.After(at.begun) { // what changed while it was read may have been read already
		f.newest = at.begun
	}
	if f.newest.IsZero() {
		f.newest = since
	}
	setup.Seen = f.newest.UTC().Format(time.RFC3339Nano)
	return changed, nil
}

// How far a look came.
type place struct {
	since                      time.Time
	begun                      time.Time
	more                       bool // it is not the first look of these
	newest                     time.Time
	issues, comments, projects *string
}

// read asks for the pages of what changed, as many as one look may. rest is where the next one goes on; nil where there is no more.
func (m *Mirror) read(ctx context.Context, s *session, at place) (f finding, rest *place, err error) {
	more := false
	for range pagesMost {
		got, err := gql.Changed(ctx, s.client, &s.setup.Team, at.since.UTC().Format(time.RFC3339Nano), at.issues, at.comments, at.projects)
		if err != nil {
			return f, nil, err
		}
		f.issues, f.projects = append(f.issues, got.Issues.Nodes...), append(f.projects, got.Projects.Nodes...)
		for _, c := range got.Comments.Nodes {
			f.comments = append(f.comments, c.CommentFields)
		}
		more = false
		for _, p := range []struct {
			at   **string
			end  *string
			next bool
		}{
			{&at.issues, got.Issues.PageInfo.EndCursor, got.Issues.PageInfo.HasNextPage},
			{&at.comments, got.Comments.PageInfo.EndCursor, got.Comments.PageInfo.HasNextPage},
			{&at.projects, got.Projects.PageInfo.EndCursor, got.Projects.PageInfo.HasNextPage},
		} {
			if p.end != nil {
				*p.at = p.end // also of the last page, so that it is not read again with the others' next
			}
			more = more || p.next
		}
		if !more {
			break
		}
	}
	f.newest = at.newest
	note := func(at time.Time) {
		if at.After(f.newest) {
			f.newest = at
		}
	}
	for _, i := range f.issues {
		note(i.UpdatedAt)
	}
	for _, c := range f.comments {
		note(c.UpdatedAt)
	}
	for _, p := range f.projects {
		note(p.UpdatedAt)
	}
	if more {
		at.more, at.newest = true, f.newest
		rest = &at
	}
	return f, rest, nil
}

// hearComments takes what founders said below issues of ours for what it says. Of others nothing is kept but that there was something.
func (m *Mirror) hearComments(ctx context.Context, s *session, all []gql.CommentFields) error {
	v := view{scheme: s.scheme, founders: setupFounders(s)}
	var said []mirror.Change
	strange := 0
	for _, c := range all {
		if c.Issue == nil {
			continue
		}
		known, err := m.Records.FindObjects(ctx, mirror.Linear, []string{c.Id, c.Issue.Id})
		if err != nil {
			return err
		}
		issue, ok := known[c.Issue.Id]
		if _, ours := known[c.Id]; ours || !ok {
			continue
		}
		if c.User == nil || !v.may(c.User.Id, c.User.App, c.User.Active, c.User.Guest) {
			strange++
			continue
		}
		words, err := m.readWords(ctx, issue.Project, c.Body)
		if err != nil {
			return err
		}
		change := mirror.Change{Key: "comment:" + c.Id, Object: issue.Key, Project: issue.Project, By: c.User.Id, At: c.CreatedAt}
		switch {
		case words.Line != "":
			change.Kind, change.Text = mirror.Line, words.Line
		case words.Text != "":
			change.Kind, change.Text = mirror.Guide, words.Text
		default:
			continue
		}
		said = append(said, change)
	}
	return m.Records.NoteLook(ctx, mirror.Linear, nil, said, strange)
}

func setupFounders(s *session) []string { return s.setup.Founders }

// readWords reads a comment, knowing what we wrote in its project.
func (m *Mirror) readWords(ctx context.Context, p org.ProjectID, body string) (mirror.Said, error) {
	j, err := m.Records.MirrorJob(ctx, mirror.Linear, p)
	if err != nil {
		return mirror.Said{}, err
	}
	wrote := map[string]bool{}
	for _, k := range j.Known {
		if k.Kind == mirror.Label {
			continue
		}
		for _, f := range []mirror.Field{mirror.Body, mirror.Summary} {
			for _, line := range mirror.Fingerprints(k.Base[f].Sent) {
				wrote[line] = true
			}
		}
	}
	return mirror.Read(body, func(line string) bool { return wrote[line] }), nil
}
