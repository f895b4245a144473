package command

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/company"
	"github.com/frasier-cos/frasier/internal/org"
)

// Below leastCap a week's share for thinking is less than one call; above mostCap it is
// a slip of the keyboard.
const leastCap, mostCap = org.Dollar, 100_000 * org.Dollar

// company shows how the company stands, or does what the first word says.
func (d *Handler) company(ctx context.Context, o *order) (org.Reply, error) {
	word, rest := strings.ToLower(strings.TrimSpace(o.Args["do"])), strings.TrimSpace(o.Args[optionText])
	switch word {
	case "":
		c, err := d.Store.Company(ctx)
		if err != nil {
			return org.Reply{}, err
		}
		return show(messages.Company(c, d.Now()), "company", o.Page)
	case "on":
		return d.companyOn(ctx, o, rest)
	case "off":
		if err := d.Store.CompanyOff(ctx); err != nil {
			return org.Reply{}, err
		}
		return say(messages.CompanyOff())
	case "tell":
		return d.companyTell(ctx, o, rest)
	case "review":
		if err := d.Store.ReviewCompany(ctx); errors.Is(err, org.ErrConflict) {
			return org.Reply{}, refuse(messages.CompanyIsOff())
		} else if err != nil {
			return org.Reply{}, err
		}
		return say(messages.CompanyReviewing())
	case "drop":
		return d.companyDrop(ctx, rest)
	case "hold":
		return d.companyHold(ctx, rest, d.Store.HoldDirective, messages.CompanyHeld)
	case "go":
		return d.companyHold(ctx, rest, d.Store.ContinueDirective, messages.CompanyGoesOn)
	case "answer":
		return d.companyAnswer(ctx, rest)
	}
	return d.companyShow(ctx, o, word)
}

func (d *Handler) companyOn(ctx context.Context, o *order, rest string) (org.Reply, error) {
	amount, ok := money(strings.TrimSpace(rest))
	if !ok || amount < leastCap || amount > mostCap {
		return org.Reply{}, refuse(messages.CompanyAsksCap())
	}
	if d.NoModel {
		return org.Reply{}, refuse(messages.CompanyNeedsModel())
	}
	before, err := d.Store.Company(ctx)
	if err != nil {
		return org.Reply{}, err
	}
	if err := d.Store.CompanyOn(ctx, amount, o.Channel); err != nil {
		return org.Reply{}, err
	}
	now, err := d.Store.Company(ctx)
	if err != nil {
		return org.Reply{}, err
	}
	return show(messages.CompanyOn(now, before.On), "company", 1)
}

func (d *Handler) companyTell(ctx context.Context, o *order, rest string) (org.Reply, error) {
	words := rest
	for _, a := range o.Attachments {
		words = strings.TrimSpace(words + "\n\n" + a.Text)
	}
	if words == "" {
		return org.Reply{}, refuse(messages.CompanyTellWhat())
	}
	m, err := d.Store.TellCompany(ctx, o.Channel.Transport+"/"+o.Channel.ID+"/"+o.Origin, words)
	if errors.Is(err, org.ErrConflict) {
		return org.Reply{}, refuse(messages.CompanyIsOff())
	}
	if err != nil {
		return org.Reply{}, err
	}
	c, err := d.Store.Company(ctx)
	if err != nil {
		return org.Reply{}, err
	}
	waiting := 0
	for _, k := range c.Open {
		if k.Kind == company.MemoDirective && k.State == company.MemoOpen {
			waiting++
		}
	}
	return show(messages.CompanyTold(m, waiting), "company", 1)
}

func (d *Handler) companyDrop(ctx context.Context, rest string) (org.Reply, error) {
	id, _ := syntax.CutWord(strings.ToLower(rest))
	n, err := d.Store.DropDirective(ctx, org.MemoID(id))
	if isNotFound(err) {
		return org.Reply{}, refuse(messages.MemoUnknown(id))
	}
	if err != nil {
		return org.Reply{}, err
	}
	return say(messages.CompanyDropped(org.MemoID(id), n))
}

func (d *Handler) companyAnswer(ctx context.Context, rest string) (org.Reply, error) {
	id, words := syntax.CutWord(rest)
	id = strings.ToLower(id)
	if words == "" {
		return d.companyShow(ctx, &order{}, id)
	}
	m, err := d.Store.AnswerMemo(ctx, org.MemoID(id), words)
	switch {
	case isNotFound(err):
		return org.Reply{}, refuse(messages.MemoUnknown(id))
	case errors.Is(err, org.ErrConflict):
		return org.Reply{}, refuse(messages.CompanyAsksNothing(org.MemoID(id)))
	case err != nil:
		return org.Reply{}, err
	}
	return say(messages.CompanyAnswered(m))
}

// companyShow shows a department or a message.
func (d *Handler) companyShow(ctx context.Context, o *order, word string) (org.Reply, error) {
	c, err := d.Store.Company(ctx)
	if err != nil {
		return org.Reply{}, err
	}
	i := slices.IndexFunc(c.Departments, func(r company.DepartmentState) bool {
		return string(r.Department) == word || strings.EqualFold(r.Department.Name(), word) || strings.EqualFold(r.Director, word)
	})
	if i >= 0 && c.On {
		return show(messages.Department(c.Departments[i], c.Open, d.Now()), "company "+word, o.Page)
	}
	m, err := d.Store.Memo(ctx, org.MemoID(word))
	if isNotFound(err) {
		return org.Reply{}, refuse(messages.MemoUnknown(word))
	}
	if err != nil {
		return org.Reply{}, err
	}
	under, err := d.Store.MemosUnder(ctx, m.Root)
	if err != nil {
		return org.Reply{}, err
	}
	var projects []company.Project
	for _, r := range c.Departments {
		projects = append(projects, r.Projects...)
	}
	return show(messages.Memo(m, under, projects), "company "+word, o.Page)
}

// companyHold holds an order of the founder's or lets it go on.
func (d *Handler) companyHold(ctx context.Context, rest string, do func(context.Context, org.MemoID) (int, error), say func(org.MemoID, int) wording.Message) (org.Reply, error) {
	id, _ := syntax.CutWord(strings.ToLower(rest))
	n, err := do(ctx, org.MemoID(id))
	if isNotFound(err) {
		return org.Reply{}, refuse(messages.MemoUnknown(id))
	}
	if err != nil {
		return org.Reply{}, err
	}
	return show(say(org.MemoID(id), n), "company", 1)
}
