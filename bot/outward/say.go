package outward

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/forge"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/prose"
)

// say writes below an issue or a pull request, unless what is ours stands there.
func say(ctx context.Context, f forge.Forge, s outward.Said) (made, error) {
	all, err := f.Comments(ctx, s.Owner, s.Repository, s.Number)
	if err != nil {
		return made{}, err
	}
	if i := slices.IndexFunc(all, func(x outward.Comment) bool { return strings.Contains(x.Body, s.Mark) }); i >= 0 {
		return made{all[i].Link, all[i]}, nil
	}
	done, err := f.Say(ctx, s)
	return made{done.Link, done}, err
}

// hideMark puts a mark where readers of a text do not see it.
func hideMark(mark string) string { return "<!-- frasier " + mark + " -->" }

// isOurs reports whether a text bears a mark of ours. Somebody who copies one has his own words taken for ours, which order nothing.
func isOurs(body string) bool { return strings.Contains(body, "<!-- frasier ") }

// connected returns the connection that reaches a repository's address, and where it lies there; ok is false for none that is on.
func connected(all []outward.Connection, source string) (c outward.Connection, p outward.Place, ok bool) {
	p, ok = outward.PlaceOf(source)
	i := slices.IndexFunc(all, func(c outward.Connection) bool { return c.On && c.Host() == p.Host })
	if !ok || i < 0 {
		return outward.Connection{}, p, false
	}
	return all[i], p, true
}

// proposeAnswers puts down what issues wait to be told: the plan, and what was done.
func (d *Doer) proposeAnswers(ctx context.Context) error {
	due, err := d.Records.AnswersDue(ctx)
	if err != nil || len(due) == 0 {
		return err
	}
	all, err := d.Records.Connections(ctx)
	if err != nil {
		return err
	}
	repositories, err := d.Records.Repositories(ctx)
	if err != nil {
		return err
	}
	for _, a := range due {
		i := slices.IndexFunc(repositories, func(r coding.Repository) bool { return r.Name == a.Order.Repository })
		if i < 0 {
			continue // it was removed, and its rows with it soon
		}
		c, place, ok := connected(all, repositories[i].Source)
		if !ok {
			continue
		}
		kind := outward.TellPlan
		if a.End {
			kind = outward.TellDone
		}
		err := d.propose(ctx, saying{kind: kind, at: c, place: place, project: a.Order.Project, number: a.Order.Number, text: d.describeAnswer(a)})
		if err != nil {
			return err
		}
	}
	return nil
}

// saying is a text of ours below an issue or a pull request.
type saying struct {
	kind    outward.Kind
	at      outward.Connection
	place   outward.Place
	project org.ProjectID
	number  int
	what    string // that it is about, where one kind says more than one thing of a number
	text    string
}

// propose puts down one text below an issue or pull request. The first of its kind in a repository waits for a yes.
func (d *Doer) propose(ctx context.Context, s saying) error {
	key, err := d.Key()
	if err != nil {
		return err
	}
	where := fmt.Sprintf("%s/%s#%d", s.place.Owner, s.place.Name, s.number)
	name := strings.TrimSuffix(fmt.Sprintf("%s:%s:%s:%s", s.kind, s.project, where, s.what), ":")
	said := outward.Said{Owner: s.place.Owner, Repository: s.place.Name, Number: s.number, Mark: hideMark(key.Mark(name))}
	said.Body = s.text + "\n\n" + said.Mark
	raw, err := json.Marshal(said)
	if err != nil {
		return err
	}
	a := outward.Action{
		Key: name, Kind: s.kind, Connection: s.at.Name, Project: s.project, Place: s.place.String(), Order: raw,
		Effect: fmt.Sprintf("I say below %s at %s, as %s:\n%s", where, s.place.Host, s.at.Account, s.text),
	}
	done, err := d.Records.WasDone(ctx, s.kind, a.Place)
	if err != nil {
		return err
	}
	if done {
		a.AllowedBy = "the yes to the first of its kind at " + a.Place
	}
	_, err = d.Records.ProposeAction(ctx, a)
	return err
}

// What is said below an issue. Where everybody may read it, it tells nothing of ours but what was done.
func (d *Doer) describeAnswer(a outward.IssueAnswer) string {
	var b strings.Builder
	const most = 25 // lines
	switch {
	case !a.End:
		b.WriteString("I'm on it. What I'll do:\n\n")
	case a.State == org.ProjectCompleted:
		b.WriteString("Done:\n\n")
	case a.State == org.ProjectPartial:
		b.WriteString("Done in part:\n\n")
	default:
		b.WriteString("I couldn't do this. Nothing was changed here.\n\n")
	}
	for i, it := range a.Items {
		if i == most {
			fmt.Fprintf(&b, "- and %s\n", prose.Count(len(a.Items)-most, "more item"))
			break
		}
		switch {
		case a.End && !it.Done:
			fmt.Fprintf(&b, "- not done: %s\n", plainLine(it.Title))
		default:
			fmt.Fprintf(&b, "- %s\n", plainLine(it.Title))
		}
	}
	if a.End && a.Pull != "" {
		fmt.Fprintf(&b, "\nThe change, and what shows that it works: %s\n", a.Pull)
	}
	if !a.Order.Private {
		return strings.TrimSpace(b.String())
	}
	if a.End {
		fmt.Fprintf(&b, "\nIt cost %s so far (project %s).\n", org.Cents(a.Spent), a.Order.Project)
	}
	if d.ThreadLink != nil && a.Thread != "" {
		if link := d.ThreadLink(a.Thread); link != "" {
			fmt.Fprintf(&b, "\nWhere it is talked about: %s\n", link)
		}
	}
	return strings.TrimSpace(b.String())
}

// plainLine keeps a title from being read as more than words: it names nobody there, and links nothing.
func plainLine(title string) string {
	return strings.NewReplacer("@", "@\u200b", "#", "#\u200b", "<", "&lt;").Replace(prose.OneLine(title))
}
