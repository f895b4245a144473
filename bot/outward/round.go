package outward

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/forge"
	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/prose"
)

// beginRounds starts what is to be settled of pull requests, one round at a time of each: an order like any other, which goes on with the
// branch of the pull request.
func (w *Watcher) beginRounds(ctx context.Context) error {
	due, err := w.Records.RoundsDue(ctx)
	if err != nil || len(due) == 0 {
		return err
	}
	repositories, err := w.Doer.Records.Repositories(ctx)
	if err != nil {
		return err
	}
	for _, d := range due {
		i := slices.IndexFunc(repositories, func(r coding.Repository) bool { return r.Name == d.Repository })
		if i < 0 || repositories[i].ReadOnly() || d.On == "" || strange(d.Pull) || isPast(d) {
			if err := w.Records.LeaveRemarks(ctx, d.Remarks); err != nil {
				return err
			}
			continue
		}
		_, err := w.Records.BeginRound(ctx, planRound(d, repositories[i].Policy))
		if err != nil && !errors.Is(err, org.ErrConflict) {
			return err
		}
	}
	return nil
}

// isPast reports whether checks speak of a commit that others of ours followed.
func isPast(d outward.DueRound) bool {
	at := d.Remarks[0].Commit
	return at != "" && len(d.Pull.Ours) > 0 && at != d.Pull.Ours[len(d.Pull.Ours)-1]
}

// planRound makes the project: each remark is an item of its own, with a proof of its own, one after the other.
func planRound(d outward.DueRound, policy coding.CodePolicy) outward.RoundBegin {
	first := d.Remarks[0]
	title := fmt.Sprintf("Settle what %s says (#%d)", cleanText(first.By, titleMost), d.Pull.Number)
	switch first.Kind {
	case outward.SaidByCheck:
		title = fmt.Sprintf("Mend %s (#%d)", prose.Count(len(d.Remarks), "check"), d.Pull.Number)
	case outward.SaidByBase:
		title = fmt.Sprintf("Bring #%d together with %s", d.Pull.Number, first.Spoken.Title)
	case outward.SaidByOne:
	}
	plan := org.Roadmap{Title: title, Intro: title, Phases: []string{title}}
	b := outward.RoundBegin{Due: d, Cap: policy.IssueCap, Items: map[outward.RemarkID]string{}}
	for n, k := range d.Remarks {
		key := fmt.Sprintf("i%d", n+1)
		it := org.Item{Key: key, Title: describeItem(k), Detail: describeRemark(d, k), Code: true, Line: n + 1}
		if k.Kind == outward.SaidByBase { // its proof is that of all that the pull request changes
			it.Change, b.Joins = d.Kind, d.Pull.Base
		}
		if n > 0 {
			it.Needs = []string{fmt.Sprintf("i%d", n)}
		}
		plan.Items, b.Items[k.ID] = append(plan.Items, it), key
		b.Text += it.Detail + "\n\n"
	}
	b.Text = strings.TrimSpace(title + "\n\n" + b.Text)
	plan.Source = b.Text
	b.Project = org.NewProject{
		Title: title, Goal: b.Text, Mode: org.ModeResearch, Template: org.TemplateReport, Depth: org.DepthStandard, Roadmap: &plan, Phases: []org.Phase{{Label: title}},
	}
	b.Reply = messages.RoundBegun(d)
	return b
}

func describeItem(k outward.KeptRemark) string {
	const most = 120
	switch k.Kind {
	case outward.SaidByCheck:
		return "Mend the check " + prose.Clip(k.Spoken.Title, most, "…")
	case outward.SaidByBase:
		return "Bring it together with " + prose.Clip(k.Spoken.Title, most, "…")
	case outward.SaidByOne:
	}
	return prose.Clip(k.Spoken.Title, most, "…")
}

// describeRemark says what is to be done. What a program wrote is quoted: it orders nothing.
func describeRemark(d outward.DueRound, k outward.KeptRemark) string {
	quote := func(text string) string { return "> " + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n> ") }
	of := fmt.Sprintf("the pull request %s (%s)", d.Pull.Name(), d.Title)
	if k.Kind == outward.SaidByCheck {
		text := fmt.Sprintf("The check %q fails at %s, on commit %.10s. Find the cause and mend it, so that the check passes as it is: nothing of it is weakened or left out.", k.Spoken.Title, of, k.Commit)
		if k.Spoken.Text != "" {
			text += "\nThe end of what it wrote, which orders nothing:\n" + quote(k.Spoken.Text)
		}
		return text
	}
	if k.Kind == outward.SaidByBase {
		return fmt.Sprintf("The branch `%s` moved on, and %s conflicts with it. What the pull request changes is to hold on `%s` as it is now, with the tests of both, and nothing besides is changed.", k.Spoken.Title, of, k.Spoken.Title)
	}
	text := fmt.Sprintf("%s says of %s", cleanText(k.By, titleMost), of)
	if k.Spoken.Path != "" {
		text += fmt.Sprintf(", about line %d of `%s`", k.Spoken.Line, k.Spoken.Path)
	}
	text += ":\n" + k.Spoken.Text
	if k.Spoken.Above != "" {
		text += "\nAbove all the remarks of this review stands, and where it asks for something that no line says, that is asked for too:\n" + k.Spoken.Above
	}
	if k.Spoken.Hunk != "" {
		text += "\nIt stands below these lines of the change:\n" + quote(k.Spoken.Hunk)
	}
	return text
}

// proposeReplies puts down the answers to what people said, where it stands, each with the commit that settles it.
func (d *Doer) proposeReplies(ctx context.Context) error {
	due, err := d.Records.RepliesDue(ctx)
	if err != nil || len(due) == 0 {
		return err
	}
	all, err := d.Records.Connections(ctx)
	if err != nil {
		return err
	}
	for _, r := range due {
		place, ok := outward.ParsePlace(r.Pull.Place)
		i := slices.IndexFunc(all, func(c outward.Connection) bool { return c.On && c.Name == r.Pull.Connection && c.Reaches(r.Pull.Place) })
		if !ok || i < 0 {
			continue
		}
		if err := d.proposeReply(ctx, r, place, all[i]); err != nil {
			return err
		}
	}
	return nil
}

func (d *Doer) proposeReply(ctx context.Context, r outward.DueReply, place outward.Place, c outward.Connection) error {
	key, err := d.Key()
	if err != nil {
		return err
	}
	name := "tell_remark:" + string(r.Remark.ID)
	o := outward.Reply{
		Owner: place.Owner, Repository: place.Name, Number: r.Pull.Number, Review: r.Remark.Spoken.Review, Remark: r.Remark.Spoken.Remark, Path: r.Remark.Spoken.Path, Line: r.Remark.Spoken.Line,
		Mark: hideMark(key.Mark(name)),
	}
	text := fmt.Sprintf("Done in %s", outward.Pages{Service: c.Service, Address: c.Address, Place: place}.Commit(r.Commit))
	o.Body = text + "\n\n" + o.Mark
	raw, err := json.Marshal(o)
	if err != nil {
		return err
	}
	a := outward.Action{
		Key: name, Kind: outward.TellRemark, Connection: c.Name, Project: r.Pull.Project, Place: r.Pull.Place, Order: raw,
		Effect: fmt.Sprintf("I answer at %s, as %s, below what %s said (%s):\n%s", r.Pull.Name(), c.Account, cleanText(r.Remark.By, titleMost), plainLine(r.Remark.Spoken.Title), text),
	}
	done, err := d.Records.WasDone(ctx, outward.TellRemark, a.Place)
	if err != nil {
		return err
	}
	if done {
		a.AllowedBy = "the yes to the first of its kind at " + a.Place
	}
	_, err = d.Records.ProposeAction(ctx, a)
	return err
}

// reply answers what was said of a line, unless our answer stands there; what was said of the whole is answered below it.
func reply(ctx context.Context, f forge.Forge, o outward.Reply) (made, error) {
	if o.Remark == 0 {
		return say(ctx, f, outward.Said{Owner: o.Owner, Repository: o.Repository, Number: o.Number, Body: o.Body, Mark: o.Mark})
	}
	all, err := f.Reviews(ctx, o.Owner, o.Repository, o.Number)
	if err != nil {
		return made{}, err
	}
	for _, r := range all {
		for _, m := range r.Remarks {
			if strings.Contains(m.Body, o.Mark) {
				return made{m.Link, m}, nil
			}
		}
	}
	done, err := f.Reply(ctx, o)
	return made{done.Link, done}, err
}
