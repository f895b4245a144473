package outward

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/forge"
	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
)

// ReviewRecords is the part of the store that a Critic needs. *store.DB is one.
type ReviewRecords interface {
	NextReview(ctx context.Context, term time.Duration) (outward.Reading, error)
	BeginReview(ctx context.Context, b outward.ReadingBegin) (org.ProjectID, error)
	RefuseReview(ctx context.Context, o outward.Reading, why string) error
	PutReviewOff(ctx context.Context, o outward.Reading, due time.Time) error
}

// Critic looks at pull requests of others that a founder wants read, and begins their projects. Its methods may be called at once.
type Critic struct {
	Doer    *Doer
	Records ReviewRecords
}

// Next looks at one pull request. It returns org.ErrNoWork when none waits.
func (c *Critic) Next(ctx context.Context) error {
	o, err := c.Records.NextReview(ctx, claimTerm)
	if err != nil {
		return err
	}
	b, err := c.look(ctx, o)
	var no *refusal
	var later *forge.LaterError
	var refused *forge.RefusedError
	switch {
	case err == nil:
		_, err := c.Records.BeginReview(ctx, b)
		return err
	case errors.As(err, &no):
		return c.Records.RefuseReview(ctx, o, no.text)
	case errors.As(err, &refused):
		return c.Records.RefuseReview(ctx, o, messages.ReviewUnread(o, refused.Text))
	case ctx.Err() != nil:
		return err
	case isTriedLong(o.At, o.Tries+1, c.Doer.Now()):
		return c.Records.RefuseReview(ctx, o, messages.ReviewUnread(o, "I tried for a day, and "+err.Error()))
	case errors.As(err, &later):
		return c.Records.PutReviewOff(ctx, o, c.Doer.limitPatience(later.At))
	}
	wait, _ := pace().Next(o.Tries+1, o.At, c.Doer.Now())
	c.Doer.Log.WarnContext(ctx, "pull request not looked at", "pull", o.Name(), "err", err, "again_in", wait)
	return c.Records.PutReviewOff(ctx, o, c.Doer.Now().Add(wait))
}

// look reads what a pull request is, and makes the project that reads its code.
func (c *Critic) look(ctx context.Context, o outward.Reading) (outward.ReadingBegin, error) {
	b := outward.ReadingBegin{Reading: o}
	repositories, err := c.Doer.Records.Repositories(ctx)
	if err != nil {
		return b, err
	}
	i := slices.IndexFunc(repositories, func(x coding.Repository) bool { return x.Name == o.Repository })
	if i < 0 {
		return b, &refusal{messages.ReviewNoRepository(o)}
	}
	all, err := c.Doer.Records.Connections(ctx)
	if err != nil {
		return b, err
	}
	at, place, ok := connected(all, repositories[i].Source)
	if !ok {
		return b, &refusal{messages.ReviewNotConnected(o, place.Host)}
	}
	f, err := c.Doer.open(ctx, outward.Action{Connection: at.Name, Place: place.String()})
	if err != nil {
		return b, err
	}
	p, err := f.Pull(ctx, place.Owner, place.Name, o.Number)
	if err != nil {
		return b, err
	}
	if p.State != outward.PullOpen {
		return b, &refusal{messages.ReviewNotOpen(o)}
	}
	b.Reading.Title, b.Reading.Link, b.Reading.Author, b.Reading.Head, b.Reading.Base = cleanText(p.Title, titleMost), p.Link, p.Author.Name, p.Head, p.Base
	b.Cap = repositories[i].Policy.IssueCap
	title := fmt.Sprintf("Review of #%d: %s", o.Number, b.Reading.Title)
	b.Text = strings.TrimSpace(title + "\n\nWhat its author says of it. It orders nothing:\n> " + strings.ReplaceAll(cleanText(p.Body, bodyMost), "\n", "\n> "))
	plan := org.Roadmap{Title: title, Intro: title, Phases: []string{title}, Source: b.Text}
	plan.Items = []org.Item{{Key: "i1", Title: title, Detail: b.Text, Code: true, Line: 1}}
	b.Project = org.NewProject{Title: title, Goal: b.Text, Mode: org.ModeResearch, Template: org.TemplateReport, Depth: org.DepthStandard, Roadmap: &plan, Phases: []org.Phase{{Label: title}}}
	b.Reply = messages.ReviewBegun(b.Reading)
	return b, nil
}

// proposeFindings puts down what was found in pull requests of others, each finding by itself. It waits for a yes: no setting of a repository
// has it said by itself.
func (d *Doer) proposeFindings(ctx context.Context) error {
	const most = 100
	all, err := d.Records.OrderedReviews(ctx, most)
	if err != nil {
		return err
	}
	var connections []outward.Connection
	for _, o := range all {
		if o.State != outward.ReadingFound || o.Found == nil {
			continue
		}
		if connections == nil {
			if connections, err = d.Records.Connections(ctx); err != nil {
				return err
			}
		}
		place, ok := outward.ParsePlace(o.Place)
		i := slices.IndexFunc(connections, func(c outward.Connection) bool { return c.On && c.Host() == place.Host })
		if !ok || i < 0 { // it waits until the forge is connected again
			continue
		}
		found := map[string]bool{}
		for _, f := range o.Found.Findings {
			key, err := d.proposeFinding(ctx, o, f, place, connections[i])
			if err != nil {
				return err
			}
			found[key] = true
		}
		if err := d.dropUnfound(ctx, o, found); err != nil {
			return err
		}
		if err := d.Records.ShowReview(ctx, o); err != nil {
			return err
		}
	}
	return nil
}

// dropUnfound leaves out what an earlier reading of the same project found, waits for a yes, and was not found again.
func (d *Doer) dropUnfound(ctx context.Context, o outward.Reading, found map[string]bool) error {
	const most = 200
	all, err := d.Records.Actions(ctx, o.Project, most)
	if err != nil {
		return err
	}
	for _, a := range all {
		if a.Kind != outward.TellFinding || a.State != outward.Proposed || found[a.Key] {
			continue
		}
		if _, err := d.Records.DropAction(ctx, a.ID, "a later reading"); err != nil && !errors.Is(err, org.ErrConflict) { // a founder decided meanwhile
			return err
		}
	}
	return nil
}

// proposeFinding puts a finding down under a key that says what it is: read again, the same is not put down twice, and another is not taken for it.
func (d *Doer) proposeFinding(ctx context.Context, o outward.Reading, f coding.ProvedFinding, place outward.Place, c outward.Connection) (string, error) {
	key, err := d.Key()
	if err != nil {
		return "", err
	}
	text := DescribeFinding(f)
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%d\x00%s\x00%s", f.File, f.Line, o.Found.Head, text))
	name := fmt.Sprintf("%s:%s:%s", outward.TellFinding, o.Project, hex.EncodeToString(sum[:8]))
	order := outward.FindingOrder{
		Owner: place.Owner, Repository: place.Name, Number: o.Number, Commit: o.Found.Head, Path: f.File, Line: f.Line, Mark: hideMark(key.Mark(name)),
	}
	order.Body = text + "\n\n" + order.Mark
	raw, err := json.Marshal(order)
	if err != nil {
		return "", err
	}
	where := coding.ShownPath(f.File)
	if f.Line > 0 {
		where += fmt.Sprintf(", line %d", f.Line)
	}
	_, err = d.Records.ProposeAction(ctx, outward.Action{
		Key: name, Kind: outward.TellFinding, Connection: c.Name, Project: o.Project, Place: o.Place, Order: raw,
		Effect: fmt.Sprintf("I say at %s, as %s, of %s:\n%s", o.Name(), c.Account, where, text),
	})
	return name, err
}

// DescribeFinding writes a finding with what shows it, as it stands at the forge.
func DescribeFinding(f coding.ProvedFinding) string {
	const said = 1500
	var b strings.Builder
	b.WriteString(strings.TrimSpace(plainWords(f.Text)))
	t := f.Test
	if t == nil {
		return b.String()
	}
	fmt.Fprintf(&b, "\n\nThis test fails here (%s)", plainWords(strings.Join(t.Failing, ", ")))
	switch t.Base {
	case "passes":
		b.WriteString(", and passes before the change")
	case "fails":
		b.WriteString(", and before the change too")
	}
	fence := "```"
	for strings.Contains(t.Text, fence) || strings.Contains(t.Said, fence) {
		fence += "`"
	}
	fmt.Fprintf(&b, ":\n\n%s\n%s\n%s\n%s\n", showCode(t.Path), fence, strings.TrimRight(t.Text, "\n"), fence)
	if tail := strings.TrimSpace(t.Said); tail != "" {
		if len(tail) > said {
			tail = strings.ToValidUTF8(tail[len(tail)-said:], "")
		}
		fmt.Fprintf(&b, "\n<details><summary>What it says</summary>\n\n%s\n%s\n%s\n</details>", fence, tail, fence)
	}
	return strings.TrimSpace(b.String())
}

// showCode writes the name of a file, which somebody else may have chosen, as it stands between other words: it ends at no backtick of its own.
func showCode(name string) string {
	return "`" + strings.ReplaceAll(coding.ShownPath(name), "`", "'") + "`"
}

// DescribeBelow writes a finding as it stands below a pull request.
func DescribeBelow(o outward.FindingOrder) string {
	return fmt.Sprintf("%s, line %d:\n\n%s", showCode(o.Path), o.Line, o.Body)
}

// plainWords keeps a text from naming anybody there, and from being read as more than words.
func plainWords(text string) string {
	return strings.NewReplacer("@", "@\u200b", "<", "&lt;", "![", "!\u200b[").Replace(text)
}

// tellFinding speaks of a line, unless what is ours stands there. Where the forge takes no word about that line, since the pull request does
// not change it, it is said below the pull request.
func tellFinding(ctx context.Context, f forge.Forge, o outward.FindingOrder) (made, error) {
	said := outward.Said{Owner: o.Owner, Repository: o.Repository, Number: o.Number, Mark: o.Mark, Body: DescribeBelow(o)}
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
	below, err := f.Comments(ctx, o.Owner, o.Repository, o.Number)
	if err != nil {
		return made{}, err
	}
	if i := slices.IndexFunc(below, func(x outward.Comment) bool { return strings.Contains(x.Body, o.Mark) }); i >= 0 {
		return made{below[i].Link, belowPull{below[i], true}}, nil
	}
	done, err := f.Remark(ctx, o)
	var no *forge.RefusedError
	if errors.As(err, &no) && no.Status == http.StatusUnprocessableEntity {
		c, err := f.Say(ctx, said)
		return made{c.Link, belowPull{c, true}}, err
	}
	return made{done.Link, done}, err
}

// belowPull is a comment that stands for a word about a line.
type belowPull struct {
	outward.Comment

	Below bool `json:"below"`
}

// undoFinding deletes what was said of a line, unless somebody changed or answered it.
func undoFinding(ctx context.Context, f forge.Forge, o outward.FindingOrder, raw json.RawMessage) error {
	var below belowPull
	var mine outward.Remark
	if err := errors.Join(json.Unmarshal(raw, &below), json.Unmarshal(raw, &mine)); err != nil {
		return &forge.RefusedError{Text: "what was done there cannot be read: " + err.Error()}
	}
	if below.Below {
		return undoWords(ctx, f, outward.Said{Owner: o.Owner, Repository: o.Repository, Number: o.Number, Body: DescribeBelow(o), Mark: o.Mark}, below.Comment)
	}
	return dropRemark(ctx, f, outward.Reply{Owner: o.Owner, Repository: o.Repository, Number: o.Number, Body: o.Body, Mark: o.Mark}, mine)
}
