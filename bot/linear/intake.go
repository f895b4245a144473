package linear

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/linear/gql"
	"github.com/frasier-cos/frasier/internal/mirror"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
)

// OrderLabel on a project or an issue of a founder's orders it.
const OrderLabel = "frasier"

// takeIn orders what a founder marked with the label: a project of his as a list of work, an issue without a project as one task.
func (m *Mirror) takeIn(ctx context.Context, s *session, f finding) error {
	if len(s.setup.Founders) == 0 || s.setup.Policy == outward.LevelOff {
		return nil
	}
	v := view{scheme: s.scheme, founders: s.setup.Founders}
	projects := map[string]bool{}
	for _, p := range f.projects {
		for _, l := range p.Labels.Nodes {
			projects[p.Id] = projects[p.Id] || strings.EqualFold(l.Name, OrderLabel)
		}
	}
	for _, i := range f.issues {
		labelled := slices.ContainsFunc(i.Labels.Nodes, func(l gql.ChangedIssuesIssueConnectionNodesIssueLabelsIssueLabelConnectionNodesIssueLabel) bool {
			return strings.EqualFold(l.Name, OrderLabel)
		})
		switch {
		case !labelled:
		case i.Project != nil:
			projects[i.Project.Id] = true
		case i.Creator != nil && v.may(i.Creator.Id, i.Creator.App, i.Creator.Active, i.Creator.Guest):
			if err := m.takeIssue(ctx, s, v, i.Id); err != nil {
				return err
			}
		}
	}
	for id, labelled := range projects {
		if labelled {
			if err := m.takeProject(ctx, s, v, id); err != nil {
				return err
			}
		}
	}
	return nil
}

// isKnown reports whether a thing there is ours or ordered work before.
func (m *Mirror) isKnown(ctx context.Context, id string) (bool, error) {
	ours, err := m.Records.FindObjects(ctx, mirror.Linear, []string{id})
	if err != nil || len(ours) > 0 {
		return len(ours) > 0, err
	}
	return m.Records.IsOrder(ctx, mirror.Linear, id)
}

func (m *Mirror) takeIssue(ctx context.Context, s *session, v view, id string) error {
	if known, err := m.isKnown(ctx, id); err != nil || known {
		return err
	}
	got, err := gql.Issue(ctx, s.client, id)
	if err != nil {
		return err
	}
	i := got.Issue
	words := oneLine(i.Title)
	if !v.isWritten(i.IssueFields) || !v.isLabelled(i.IssueFields) {
		m.Log.InfoContext(ctx, "an issue of linear orders nothing: somebody wrote in it or set its label who may not order", "issue", id)
		return nil
	}
	if more := strings.TrimSpace(text(i.Description)); more != "" && !mirror.HasMark(more) {
		words += "\n\n" + more
	}
	return m.order(ctx, mirror.Order{Theirs: id, Kind: mirror.Issue, Items: []string{id}}, i.Creator.Id, words)
}

func (m *Mirror) takeProject(ctx context.Context, s *session, v view, id string) error {
	if known, err := m.isKnown(ctx, id); err != nil || known {
		return err
	}
	got, err := gql.Project(ctx, s.client, id)
	if err != nil {
		return err
	}
	p := got.Project
	if p.Creator == nil || !v.may(p.Creator.Id, p.Creator.App, p.Creator.Active, p.Creator.Guest) {
		return nil
	}
	if v.readProject(p.ProjectFields).Gone {
		return nil
	}
	var issues []gql.ProjectIssuesIssuesIssueConnectionNodesIssue
	var after *string
	for {
		page, err := gql.ProjectIssues(ctx, s.client, id, after)
		if err != nil {
			return err
		}
		issues = append(issues, page.Issues.Nodes...)
		if after = page.Issues.PageInfo.EndCursor; !page.Issues.PageInfo.HasNextPage || after == nil {
			break
		}
	}
	list := writeList(v, p, issues)
	if len(list.Items) == 0 {
		return nil // it is taken in once it has an issue
	}
	list.Theirs, list.By, list.Link = id, p.Creator.Id, ownLink(p.Url)
	return m.proposeOrder(ctx, s, list)
}

// ordered is a project of a founder's as it was shown to him: the order of outward.TakeOrder.
type ordered struct {
	Theirs string   `json:"theirs"` // its id there
	By     string   `json:"by"`     // the account there that made it
	Title  string   `json:"title"`
	Link   string   `json:"link"`
	About  string   `json:"about"` // its text; empty for none
	List   string   `json:"list"`  // all of it, as a list of work
	Items  []string `json:"items"` // ids of its issues, in the order of the list
	Titles []string `json:"titles"`
}

// proposeOrder asks a founder once whether a project that has the label is an order of his: Linear says neither who set the label of a project nor who
// wrote its name and its text, and anybody of the workspace may.
func (m *Mirror) proposeOrder(ctx context.Context, s *session, o ordered) error {
	home, err := m.home(ctx)
	if err != nil {
		return err
	}
	raw, err := json.Marshal(o)
	if err != nil {
		return err
	}
	a, err := m.Work.ProposeAction(ctx, outward.Action{
		Key: "order:linear:" + o.Theirs, Kind: outward.TakeOrder, Connection: s.at.Name, Place: "Linear, team " + s.setup.TeamName, Effect: describeOrder(o), Order: raw,
	})
	if err != nil || a.State != outward.Proposed {
		return err
	}
	return m.Records.TellMirror(ctx, org.ProjectName{}, home, "linear:"+a.Key, org.Reply{
		Text: fmt.Sprintf("In Linear a project has the label `%s`. Linear doesn't say who wrote it and who set the label, so I ask (%s): shall I do what stands there?\n\n> %s", OrderLabel, a.ID, strings.ReplaceAll(a.Effect, "\n", "\n> ")),
		Card: org.Card{Ping: true, Buttons: []org.Button{
			{Label: "Yes, do it", Command: "allow " + string(a.ID), Style: org.StylePrimary}, {Label: "Leave it out", Command: "allow " + string(a.ID) + " no"},
		}},
	})
}

const (
	aboutMost  = 800 // letters of a project's text that are ordered, so that all of it is shown
	titlesMost = 12  // issues that are named
)

// describeOrder shows what would be ordered. All that nobody is known to have written is in it whole.
func describeOrder(o ordered) string {
	text := fmt.Sprintf("**%s**, with %s", o.Title, count(len(o.Items), "issue"))
	if o.Link != "" {
		text += ": " + o.Link
	}
	if o.About != "" {
		text += "\nIt says: " + oneLine(o.About)
	}
	for i, title := range o.Titles {
		if i == titlesMost {
			return text + fmt.Sprintf("\n- and %d more", len(o.Titles)-titlesMost)
		}
		text += "\n- " + clip(title, nameMost)
	}
	return text
}

// TakeOn orders a project as it was shown to the founder who said yes. What was changed in it since is heard as any change is.
func (m *Mirror) TakeOn(ctx context.Context, a outward.Action) (link string, err error) {
	var o ordered
	if err := json.Unmarshal(a.Order, &o); err != nil {
		return "", refuse("what was ordered cannot be read: " + err.Error())
	}
	return o.Link, m.order(ctx, mirror.Order{Theirs: o.Theirs, Kind: mirror.Project, Items: o.Items}, o.By, o.Title, attach(o.List))
}

// attach is a list as the file that a founder would have sent.
func attach(list string) org.Attachment {
	sum := sha256.Sum256([]byte(list))
	return org.Attachment{Name: "linear.md", ContentType: "text/markdown", Size: int64(len(list)), SHA256: hex.EncodeToString(sum[:]), Data: []byte(list), Text: list}
}

// order hands words to the chief as a founder's order.
func (m *Mirror) order(ctx context.Context, o mirror.Order, by, words string, files ...org.Attachment) error {
	home, err := m.home(ctx)
	if err != nil {
		return err
	}
	fresh, err := m.Records.TakeOrder(ctx, mirror.Linear, o, org.Message{Channel: home, Origin: "linear:" + o.Theirs, Author: "linear:" + by, Text: words, Attachments: files, Explicit: true, SaidAt: m.Now()})
	if err == nil && fresh {
		m.Log.InfoContext(ctx, "linear ordered something", "what", o.Theirs)
	}
	return err
}

// Where a founder spoke last. Where nobody ever did, whoever starts the program reads what comes of it.
func (m *Mirror) home(ctx context.Context) (org.Channel, error) {
	home, ok, err := m.Records.MirrorHome(ctx)
	if err == nil && !ok {
		home = org.Channel{Transport: "terminal", ID: "terminal"}
	}
	return home, err
}

// writeList writes a project of a founder's as the list of work that the chief reads, and names its issues in the order of the list. What was
// canceled is left out, as is what others wrote, or changed, who may not order.
func writeList(v view, p gql.ProjectProject, all []gql.ProjectIssuesIssuesIssueConnectionNodesIssue) ordered {
	var b strings.Builder
	o := ordered{Title: clip(oneLine(p.Name), titleMost)}
	fmt.Fprintf(&b, "# %s\n", o.Title)
	_, around := mirror.Split(text(p.Content))
	if o.About = clip(quiet(strings.TrimSpace(p.Description+"\n\n"+around)), aboutMost); o.About != "" {
		fmt.Fprintf(&b, "\n%s\n", o.About)
	}
	v.project = ""
	use := slices.DeleteFunc(slices.Clone(all), func(i gql.ProjectIssuesIssuesIssueConnectionNodesIssue) bool {
		t := v.readIssue(i.IssueFields)
		return t.Gone || t.Fields[mirror.State] == mirror.Canceled || !v.isWritten(i.IssueFields)
	})
	slices.SortStableFunc(use, func(a, b gql.ProjectIssuesIssuesIssueConnectionNodesIssue) int {
		return number(a.Identifier) - number(b.Identifier)
	})
	needs := listNeeds(use)
	titles := map[string]string{}
	for _, i := range use {
		titles[i.Id] = itemTitle(i.Title, i.Identifier, use)
	}
	write := func(i gql.ProjectIssuesIssuesIssueConnectionNodesIssue) {
		box := " "
		if meanState(i.State.Type) == mirror.Done {
			box = "x"
		}
		fmt.Fprintf(&b, "- [%s] %s\n", box, titles[i.Id])
		if _, detail := mirror.Split(text(i.Description)); detail != "" {
			for _, l := range strings.Split(quiet(detail), "\n") {
				if strings.TrimSpace(l) != "" {
					fmt.Fprintf(&b, "  %s\n", strings.TrimSpace(l))
				}
			}
		}
		var on []string
		for _, id := range needs[i.Id] {
			if titles[id] != "" {
				on = append(on, titles[id])
			}
		}
		if len(on) > 0 {
			fmt.Fprintf(&b, "  - needs: %s\n", strings.Join(on, "; "))
		}
		o.Items, o.Titles = append(o.Items, i.Id), append(o.Titles, titles[i.Id])
	}
	b.WriteString("\n")
	for _, i := range use {
		if i.ProjectMilestone == nil {
			write(i)
		}
	}
	for n, stone := range p.ProjectMilestones.Nodes {
		first := true
		for _, i := range use {
			if i.ProjectMilestone == nil || i.ProjectMilestone.Id != stone.Id {
				continue
			}
			if first {
				fmt.Fprintf(&b, "\n## Phase %d: %s\n\n", n+1, oneLine(stone.Name))
				first = false
			}
			write(i)
		}
	}
	o.List = b.String()
	return o
}

// listNeeds names for each issue those that block it.
func listNeeds(all []gql.ProjectIssuesIssuesIssueConnectionNodesIssue) map[string][]string {
	needs := map[string][]string{}
	for _, i := range all {
		for _, r := range i.Relations.Nodes {
			if r.Type == "blocks" {
				needs[r.RelatedIssue.Id] = append(needs[r.RelatedIssue.Id], i.Id)
			}
		}
	}
	return needs
}

// itemTitle is an issue's title as an item of a list, which is named by it.
func itemTitle(title, identifier string, all []gql.ProjectIssuesIssuesIssueConnectionNodesIssue) string {
	same := 0
	for _, i := range all {
		if strings.EqualFold(oneLine(i.Title), oneLine(title)) {
			same++
		}
	}
	clean := strings.NewReplacer(";", ",").Replace(oneLine(title))
	if clean == "" {
		return identifier
	}
	if same > 1 {
		return clean + " (" + identifier + ")"
	}
	return clean
}

// quiet leaves of a text what is no list, heading or table of its own: those would be more items.
func quiet(s string) string {
	var out []string
	for _, l := range strings.Split(s, "\n") {
		out = append(out, strings.TrimLeft(l, " \t#-*+|>0123456789.)[]"))
	}
	return strings.Join(out, "\n")
}

func number(identifier string) int {
	n := 0
	for _, r := range identifier[strings.LastIndexByte(identifier, '-')+1:] {
		if r >= '0' && r <= '9' {
			n = n*10 + int(r-'0')
		}
	}
	return n
}
