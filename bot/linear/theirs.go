package linear

import (
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/linear/gql"
	"github.com/frasier-cos/frasier/internal/mirror"
)

// view reads what Linear has into what is compared.
type view struct {
	scheme   *scheme
	founders []string
	keys     map[string]string // of things of ours, by their id there
	project  string            // the id there of the project that the issues belong to; empty for an issue of none
}

// may reports whether an account may order: a founder's, and no program's or guest's.
func (v view) may(id string, app, active, guest bool) bool {
	return id != "" && !app && active && !guest && slices.Contains(v.founders, id)
}

func (v view) readProject(p gql.ProjectFields) mirror.Theirs {
	t := mirror.Theirs{ID: p.Id, Link: ownLink(p.Url), Name: p.Name, Fields: map[mirror.Field]string{mirror.Title: p.Name, mirror.Summary: p.Description, mirror.State: meanStatus(string(p.Status.Type))}}
	block, _ := mirror.Split(text(p.Content))
	t.Fields[mirror.Body], _ = cutTail(block)
	switch {
	case isTrue(p.Trashed):
		t.Gone, t.Why = true, "it is in the bin there"
	case p.ArchivedAt != nil:
		t.Gone, t.Why = true, "it is archived there"
	case !slices.ContainsFunc(p.Teams.Nodes, func(x gql.ProjectFieldsTeamsTeamConnectionNodesTeam) bool { return x.Id == v.scheme.team }):
		t.Gone, t.Why = true, "it was moved to another team"
	}
	return t
}

func (v view) readIssue(i gql.IssueFields) mirror.Theirs {
	block, around := mirror.Split(text(i.Description))
	meaning, ok := v.scheme.meaning[i.State.Id]
	if !ok {
		meaning = meanState(i.State.Type)
	}
	phase := ""
	if i.ProjectMilestone != nil {
		if phase = v.keys[i.ProjectMilestone.Id]; phase == "" {
			phase = "id:" + i.ProjectMilestone.Id
		}
	}
	var labels []string
	for _, l := range i.Labels.Nodes {
		if key := v.keys[l.Id]; key != "" {
			labels = append(labels, key)
		}
	}
	slices.Sort(labels)
	t := mirror.Theirs{
		ID: i.Id, Link: ownLink(i.Url), Name: i.Identifier, May: v.readHistory(i),
		Fields: map[mirror.Field]string{
			mirror.Title: i.Title, mirror.Body: block, mirror.Around: around, mirror.State: meaning, mirror.Phase: phase, mirror.Labels: strings.Join(labels, "\n"),
		},
	}
	switch {
	case isTrue(i.Trashed):
		t.Gone, t.Why = true, "it is in the bin there"
	case i.ArchivedAt != nil:
		t.Gone, t.Why = true, "it is archived there"
	case i.Team.Id != v.scheme.team:
		t.Gone, t.Why = true, "it was moved to another team"
	case v.project != "" && (i.Project == nil || i.Project.Id != v.project):
		t.Gone, t.Why = true, "it was moved out of its project"
	}
	return t
}

// readHistory says whether who changed a field last may order. Linear says of each change who made it.
func (v view) readHistory(i gql.IssueFields) map[mirror.Field]bool {
	may, at := map[mirror.Field]bool{}, map[mirror.Field]time.Time{}
	note := func(f mirror.Field, when time.Time, ok bool) {
		if when.After(at[f]) {
			at[f], may[f] = when, ok
		}
	}
	for _, h := range i.History.Nodes {
		ok := h.Actor != nil && v.may(h.Actor.Id, h.Actor.App, h.Actor.Active, h.Actor.Guest)
		if h.ToStateId != nil {
			note(mirror.State, h.CreatedAt, ok)
		}
		if isTrue(h.UpdatedDescription) {
			note(mirror.Body, h.CreatedAt, ok)
			note(mirror.Around, h.CreatedAt, ok)
		}
		if h.ToTitle != nil {
			note(mirror.Title, h.CreatedAt, ok)
		}
	}
	return may
}

// How many changes of an issue Linear is asked for, the newest first.
const historyRead = 20

// isLabelled reports whether the label that orders was set by somebody who may order: by whoever set it last, or by who made the issue where it was set
// with it. Where that is not among what is read, nobody knows.
func (v view) isLabelled(i gql.IssueFields) bool {
	at := slices.IndexFunc(i.Labels.Nodes, func(l gql.IssueFieldsLabelsIssueLabelConnectionNodesIssueLabel) bool {
		return strings.EqualFold(l.Name, OrderLabel)
	})
	if at < 0 {
		return false
	}
	var last time.Time
	may := i.Creator != nil && v.may(i.Creator.Id, i.Creator.App, i.Creator.Active, i.Creator.Guest) && len(i.History.Nodes) < historyRead
	for _, h := range i.History.Nodes {
		if slices.Contains(h.AddedLabelIds, i.Labels.Nodes[at].Id) && h.CreatedAt.After(last) {
			last, may = h.CreatedAt, h.Actor != nil && v.may(h.Actor.Id, h.Actor.App, h.Actor.Active, h.Actor.Guest)
		}
	}
	return may
}

// isWritten reports whether an issue says what people wrote who may order: who made it may, and so may whoever changed its title and its text last.
// Where so much was changed that the last change of the text is not among what is read, nobody knows.
func (v view) isWritten(i gql.IssueFields) bool {
	if i.Creator == nil || !v.may(i.Creator.Id, i.Creator.App, i.Creator.Active, i.Creator.Guest) {
		return false
	}
	may := v.readHistory(i)
	for _, f := range []mirror.Field{mirror.Title, mirror.Body} {
		if ok, changed := may[f]; changed && !ok || !changed && len(i.History.Nodes) >= historyRead {
			return false
		}
	}
	return true
}

// ownLink returns the address of a thing as long as it leads to Linear: it is shown as a link.
func ownLink(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" || u.Host != "linear.app" {
		return ""
	}
	return address
}

func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

func isTrue(b *bool) bool { return b != nil && *b }

func has(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
