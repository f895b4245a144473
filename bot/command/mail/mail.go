// Package mail shows unread mail of people whom a founder wrote to, has answers written as drafts, and sends them after his yes.
package mail

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/dashboard/view"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/reports"
)

// Records is all that this noun reads and changes. *store.DB is one.
type Records interface {
	MailSenders(ctx context.Context) ([]outward.Sender, error)
	NameSender(ctx context.Context, address, who string) error
	ForgetSender(ctx context.Context, address string) error
	Actions(ctx context.Context, project org.ProjectID, most int) ([]outward.Action, error)
	ProposeAction(ctx context.Context, a outward.Action) (outward.Action, error)
}

// Box is the founder's mailbox, and who writes answers.
type Box interface {
	Unread(ctx context.Context) (reports.Post, error)
	Letter(ctx context.Context, who string) (reports.Letter, error)
	// Write has an answer written to a mail, in the words of whoever writes for the founder; the error is for him where it is a RefusedError.
	Write(ctx context.Context, l reports.Letter, words, order string) (string, error)
	NewID(ctx context.Context, order string) (string, error)
	Shown(ctx context.Context, id string) (o outward.SendOrder, from, text string, err error)
}

type records struct {
	Records

	box Box
}

const (
	add, remove = "add", "remove"
	wordsMost   = 2000 // bytes that say what an answer is to say
)

//go:embed mail.html
var page string

// New returns the noun: the commands mail, draft, send and senders, and the page of unread mail. The mailbox is connected in the terminal, where nobody
// reads its password along.
func New(r Records, box Box) noun.Noun {
	s := records{r, box}
	who := noun.WordOption("who", "whose: a name or an address")
	of := who
	of.Required = true
	id := noun.WordOption("id", "which draft: a7")
	id.Required = true
	return noun.Noun{
		Pages:   []noun.Page{{Path: "/mail", Title: "Mail", Tab: "Mail", Listed: true, Template: page, Build: s.buildPage, Touches: func(e org.Event) bool { return e.Kind == org.EventConnection }}},
		Notices: []noun.Notice{noun.Notify("draft", Tell)},
		Commands: []noun.Command{
			{
				Name: "mail", Summary: "unread mail of people you wrote to, or what somebody's mail says; none of it is kept", Example: "mail anna",
				Options: []syntax.Option{who}, Secret: true, Run: s.readMail,
				Shell: &noun.Shell{Group: noun.GroupSee, Use: "mail [WHO]", JSON: true, Refuses: []string{"mail", "mail anna"}},
			},
			{
				Name: "draft", Summary: "write an answer to somebody's newest mail, and save it among your drafts", Example: "draft anna Tuesday at ten suits me",
				Options: []syntax.Option{of, {Name: "words", Kind: syntax.Text, Description: "what the answer is to say"}}, Acts: true, Run: s.draft,
				Shell: &noun.Shell{Group: noun.GroupSteer, Use: "draft WHO [WORDS]", Refuses: []string{"draft nobody"}},
			},
			{
				Name: "send", Summary: "send a draft that I wrote; it is shown first and waits for your yes", Example: "send a7",
				Options: []syntax.Option{id}, Acts: true, Run: s.send,
				Shell: &noun.Shell{Group: noun.GroupSteer, Use: "send ID", Refuses: []string{"send a99"}},
			},
			{
				Name: "senders", Summary: "whose mail I read besides those you wrote to: list, add or remove an address", Example: "senders add anna@example.com",
				Options: []syntax.Option{noun.WordOption("what", "add or remove", add, remove), noun.WordOption("address", "an address of mail")},
				Acts:    true, Changes: func(args map[string]string) bool { return args["what"] != "" }, Words: []string{add, remove}, Run: s.runSenders,
				Shell: &noun.Shell{Group: noun.GroupKeep, Use: "senders [add|remove ADDRESS]", JSON: true, Words: []string{add, remove}, Refuses: []string{"senders add", "senders dance"}},
			},
		},
	}
}

func (s records) readMail(ctx context.Context, in noun.Input) (noun.View, error) {
	who := strings.TrimSpace(in.Args["who"])
	if s.box == nil {
		return noun.View{}, noun.Refuse(None())
	}
	var v noun.View
	if who == "" {
		p, err := s.box.Unread(ctx)
		if err != nil {
			return v, err
		}
		if !p.On {
			return v, noun.Refuse(None())
		}
		v = noun.View{Reply: List(p).Page("mail", in.Page), JSON: func(context.Context) (any, error) { return p, nil }}
	} else {
		l, err := s.find(ctx, who)
		if err != nil {
			return v, err
		}
		v = noun.View{Reply: Says(l).Page("mail "+who, in.Page), JSON: func(context.Context) (any, error) { return l, nil }}
	}
	v.Reply.Fleeting = org.MailOf(who)
	return v, nil
}

// find reads the newest mail of somebody.
func (s records) find(ctx context.Context, who string) (reports.Letter, error) {
	p, err := s.box.Unread(ctx)
	switch {
	case err != nil:
		return reports.Letter{}, err
	case !p.On:
		return reports.Letter{}, noun.Refuse(None())
	case p.Failed != "":
		return reports.Letter{}, noun.Refuse(Failed(p.Failed))
	}
	l, err := s.box.Letter(ctx, who)
	switch {
	case ctx.Err() != nil:
		return l, ctx.Err()
	case err != nil:
		return l, noun.Refuse(Failed(err.Error()))
	case len(l.Others) > 0:
		return l, noun.Refuse(Which(l.Others))
	case l.Address == "":
		return l, noun.Refuse(Nobody(who))
	}
	return l, nil
}

func (s records) draft(ctx context.Context, in noun.Input) (noun.View, error) {
	if s.box == nil {
		return noun.View{}, noun.Refuse(None())
	}
	words := strings.TrimSpace(in.Args["words"])
	if len(words) > wordsMost {
		return noun.View{}, noun.Refuse(TooLong(wordsMost))
	}
	l, err := s.find(ctx, in.Args["who"])
	if err != nil {
		return noun.View{}, err
	}
	if l.ID == "" {
		return noun.View{}, noun.Refuse(NoID())
	}
	order := in.Channel.Transport + "/" + in.Channel.ID + "/" + in.Origin
	text, err := s.box.Write(ctx, l, words, order)
	if no := new(outward.RefusedError); errors.As(err, &no) {
		return noun.View{}, noun.Refuse(NotWritten(no.Text))
	}
	if err != nil {
		return noun.View{}, err
	}
	o := outward.DraftOrder{Of: l.ID, To: l.Address, Text: text}
	if o.ID, err = s.box.NewID(ctx, order); err != nil {
		return noun.View{}, err
	}
	body, err := json.Marshal(o)
	if err != nil {
		return noun.View{}, err
	}
	a, err := s.ProposeAction(ctx, outward.Action{
		Key: "draft:" + order, Kind: outward.SaveDraft, Connection: outward.MailConnection, Place: "your mailbox", Effect: outward.DescribeDraft(o), Order: body, AllowedBy: in.Author,
	})
	if err != nil {
		return noun.View{}, err
	}
	return noun.View{Reply: Drafted(a), JSON: func(context.Context) (any, error) { return a, nil }}, nil
}

const listed = 1000 // actions among which a draft is looked for

// send proposes that a draft is sent. Whatever permits say, it waits for a yes.
func (s records) send(ctx context.Context, in noun.Input) (noun.View, error) {
	id := outward.ActionID(strings.ToLower(in.Args["id"]))
	all, err := s.Actions(ctx, "", listed)
	if err != nil {
		return noun.View{}, err
	}
	i := slices.IndexFunc(all, func(a outward.Action) bool { return a.ID == id && a.Kind == outward.SaveDraft })
	switch {
	case i < 0:
		return noun.View{}, noun.Refuse(NoDraft(string(id)))
	case all[i].State != outward.Done || all[i].Undone != "":
		return noun.View{}, noun.Refuse(NotThere(all[i]))
	case s.box == nil:
		return noun.View{}, noun.Refuse(None())
	}
	var d outward.DraftOrder
	if err := json.Unmarshal(all[i].Order, &d); err != nil {
		return noun.View{}, err
	}
	o, from, text, err := s.box.Shown(ctx, d.ID)
	if ctx.Err() != nil {
		return noun.View{}, ctx.Err()
	}
	if err != nil {
		return noun.View{}, noun.Refuse(NotSent(err.Error()))
	}
	if o.To != d.To {
		return noun.View{}, noun.Refuse(OtherPeople(o.To, d.To))
	}
	body, err := json.Marshal(o)
	if err != nil {
		return noun.View{}, err
	}
	a, err := s.ProposeAction(ctx, outward.Action{
		Key: "send:" + o.ID + ":" + o.Hash + ":" + in.Origin, Kind: outward.SendDraft, Connection: outward.MailConnection, Place: "your mailbox", Effect: outward.DescribeSending(o, from, text), Order: body,
	})
	if err != nil {
		return noun.View{}, err
	}
	return noun.View{Reply: AskToSend(a), JSON: func(context.Context) (any, error) { return a, nil }}, nil
}

// address is one of mail, as it is compared.
var address = lazyregexp.New(`^[a-z0-9.!#$%&'*+/=?^_{|}~-]{1,64}@[a-z0-9.-]{1,180}$`)

func (s records) runSenders(ctx context.Context, in noun.Input) (noun.View, error) {
	what, whose := strings.ToLower(in.Args["what"]), strings.ToLower(strings.TrimSpace(in.Args["address"]))
	switch {
	case what == "":
		all, err := s.MailSenders(ctx)
		if err != nil {
			return noun.View{}, err
		}
		return noun.View{Reply: Senders(all).Page("senders", in.Page), JSON: func(context.Context) (any, error) { return noun.ListOf(all), nil }}, nil
	case what != add && what != remove:
		return noun.View{}, noun.Refuse(What(what))
	case !address.MatchString(whose):
		return noun.View{}, noun.Refuse(NoAddress(whose))
	}
	if what == remove {
		if err := s.ForgetSender(ctx, whose); err != nil {
			return noun.View{}, noun.Explain(err, org.ErrNotFound, Unnamed(whose))
		}
		return noun.Say(Removed(whose))
	}
	if err := s.NameSender(ctx, whose, in.Author); err != nil {
		return noun.View{}, noun.Explain(err, org.ErrConflict, TooMany(outward.NamedMost))
	}
	return noun.Say(Added(whose))
}

type pageView struct {
	view.Base

	Words string
}

func (s records) buildPage(ctx context.Context, q noun.PageRequest) (any, error) {
	if s.box == nil {
		return pageView{q.Base, None()}, nil
	}
	p, err := s.box.Unread(ctx)
	if err != nil || !p.On {
		return pageView{q.Base, None()}, err
	}
	m := List(p)
	return pageView{q.Base, strings.TrimSpace(m.Text + "\n" + m.More)}, nil
}
