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

	"github.com/frasier-cos/frasier/bot/publish/google"
	"github.com/frasier-cos/frasier/bot/publish/notion"
	"github.com/frasier-cos/frasier/bot/publish/sink"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/work"
)

// pageTerm bounds one go at a page, well within claimTerm: what is left of a long document comes with the next.
const pageTerm = claimTerm - time.Minute

// PageRecords is the part of the store that pages need.
type PageRecords interface {
	PagesDue(ctx context.Context) ([]outward.KeptPage, error)
	Pages(ctx context.Context, project org.ProjectID) ([]outward.KeptPage, error)
	KeepPage(ctx context.Context, p outward.KeptPage) error
	SetPermit(ctx context.Context, p outward.Permit) error
	OrderAction(ctx context.Context, a outward.Action, origin string) (outward.Action, error)
	TakePageOrder(ctx context.Context, p outward.KeptPage) error
	DropAction(ctx context.Context, id outward.ActionID, who string) (outward.Action, error)
	Deliverable(ctx context.Context, id org.ProjectID) (work.Deliverable, error)
}

// proposePages puts down a page for each document that is new, at each service that is connected. One that waits for a yes for an older version
// goes: what is allowed is what was shown.
func (d *Doer) proposePages(ctx context.Context) error {
	due, err := d.Records.PagesDue(ctx)
	if err != nil || len(due) == 0 {
		return err
	}
	all, err := d.Records.Connections(ctx)
	if err != nil {
		return err
	}
	for _, p := range due {
		i := slices.IndexFunc(all, func(c outward.Connection) bool { return c.Name == p.Connection })
		if i < 0 {
			continue // it was disconnected just now
		}
		if err := d.proposePage(ctx, p, all[i]); err != nil {
			return err
		}
	}
	return nil
}

func (d *Doer) proposePage(ctx context.Context, p outward.KeptPage, c outward.Connection) error {
	if p.Waits != "" {
		if _, err := d.Records.DropAction(ctx, p.Waits, "a newer order"); err != nil && !errors.Is(err, org.ErrConflict) {
			return err
		}
	}
	a, err := d.describePage(ctx, p, c)
	if errors.Is(err, org.ErrNotFound) {
		return d.Records.TakePageOrder(ctx, p) // its document is gone, and the page stays as it is
	}
	if err != nil {
		return err
	}
	if p.Order.How != "" {
		a.AllowedBy = p.Order.By
		if _, err := d.Records.OrderAction(ctx, a, p.Order.As); err != nil {
			if _, off := errors.AsType[*outward.OffError](err); !off { // said since
				return err
			}
		}
		return d.Records.TakePageOrder(ctx, p)
	}
	done, err := d.Records.WasDone(ctx, outward.PublishPage, a.Place)
	if err != nil {
		return err
	}
	if done {
		a.AllowedBy = "the yes to the first page in " + a.Place
	}
	_, err = d.Records.ProposeAction(ctx, a)
	return err
}

// describePage makes the action that is due with a page.
func (d *Doer) describePage(ctx context.Context, p outward.KeptPage, c outward.Connection) (outward.Action, error) {
	key, err := d.Key()
	if err != nil {
		return outward.Action{}, err
	}
	o := outward.PageOrder{Key: outward.PageKey(p.Project, key.Mark("page:"+string(p.Project))), Title: outward.PageTitle(p), Version: p.Wanted, Fresh: p.Order.How != "", Over: p.Order.How == outward.PageOver}
	a := outward.Action{Key: p.Key(), Kind: outward.PublishPage, Connection: c.Name, Project: p.Project, Place: c.Place()}
	if p.Order.How == outward.PageRemove {
		a.Kind, a.Effect = outward.TrashPage, fmt.Sprintf("The page in %s goes into the bin there, from which people can take it back: %s", c.Place(), p.Link)
	} else {
		doc, err := d.Records.Deliverable(ctx, p.Project)
		if err != nil {
			return a, err
		}
		o.Text = hashText(doc.Markdown)
		a.Effect = outward.DescribePage(p, c, o, doc.Markdown)
	}
	a.Order, err = json.Marshal(o)
	return a, err
}

func hashText(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// pageDeeds lists how each kind of action with a page is done.
func (d *Doer) pageDeeds() map[outward.Kind]pageDeed {
	return map[outward.Kind]pageDeed{
		outward.PublishPage: d.publishPage,
		outward.TrashPage:   d.trashPage,
	}
}

// pageDeed does one kind of action with a page.
type pageDeed func(ctx context.Context, c outward.Claim, p pageAt) (made, error)

// pageAt is a page and where it belongs.
type pageAt struct {
	at    outward.Connection
	page  outward.KeptPage
	sink  sink.Sink
	order outward.PageOrder
}

// doPage carries out an action with a page.
func (d *Doer) doPage(ctx context.Context, c outward.Claim, do pageDeed) (made, error) {
	var p pageAt
	if err := json.Unmarshal(c.Action.Order, &p.order); err != nil {
		return made{}, &outward.RefusedError{Text: "what is to be done there cannot be read: " + err.Error()}
	}
	all, err := d.Records.Connections(ctx)
	if err != nil {
		return made{}, err
	}
	i := slices.IndexFunc(all, func(at outward.Connection) bool { return at.Name == c.Action.Connection })
	if i < 0 {
		return made{}, fmt.Errorf("%s is not connected any more", c.Action.Connection)
	}
	p.at = all[i]
	pages, err := d.Records.Pages(ctx, c.Action.Project)
	if err != nil {
		return made{}, err
	}
	if i = slices.IndexFunc(pages, func(k outward.KeptPage) bool { return k.Connection == p.at.Name }); i < 0 {
		return made{}, &outward.RefusedError{Text: "the project has no page there"}
	}
	p.page = pages[i]
	if p.sink, err = d.openSink(ctx, p.at); err != nil {
		return made{}, err
	}
	ctx, stop := context.WithTimeout(ctx, pageTerm)
	defer stop()
	return do(ctx, c, p)
}

// openSink returns the service of a connection.
func (d *Doer) openSink(ctx context.Context, c outward.Connection) (sink.Sink, error) {
	if c.Service == outward.Google {
		access, err := d.Access(ctx, c.Name)
		if err != nil {
			return nil, err
		}
		return google.Open(c.Address, access, d.Transport, d.Now), nil
	}
	key, err := d.Key()
	if err != nil {
		return nil, err
	}
	secret, err := key.Open(c.Sealed, c.Address)
	if err != nil {
		return nil, &outward.RefusedError{Status: http.StatusUnauthorized, Text: fmt.Sprintf("the token of %s cannot be read here (%s); give it again: frasier connect %s", c.Name, err, c.Service)}
	}
	switch c.Service { //nolint:exhaustive // forges keep no pages
	case outward.Notion:
		return notion.Open(c.Address, secret, c.Room, d.Transport, d.Now)
	}
	return nil, &outward.RefusedError{Text: fmt.Sprintf("this version keeps no pages in %q", c.Service)}
}

// publishPage makes a page, unless there is one, and puts the newest document on it.
func (d *Doer) publishPage(ctx context.Context, c outward.Claim, p pageAt) (made, error) {
	doc, err := d.Records.Deliverable(ctx, c.Action.Project)
	if errors.Is(err, org.ErrNotFound) {
		return made{}, &outward.RefusedError{Text: "the project has no document any more"}
	}
	if err != nil {
		return made{}, err
	}
	page := sink.Page{Key: p.order.Key, Title: p.order.Title, Markdown: doc.Markdown, HTML: doc.HTML, Mark: string(c.Action.ID)}
	// A founder's own order is about the newest document, and what a yes was given to is that document alone: the new one is asked about.
	other := &outward.RefusedError{Text: "the document is another by now than the one that the yes was about, so I put nothing there; the new one is due next"}
	changed := !p.order.Fresh && p.order.Text != "" && p.order.Text != hashText(doc.Markdown)
	if changed && (!c.Again || p.page.Object == "") {
		return made{}, other
	}
	o, fresh, err := d.findOrMake(ctx, c, p, page)
	if err == nil && changed && p.page.Version > 0 && o.Hash == p.page.Hash { // nothing of the old one stands there that would have to be ended
		err = other
	}
	if err != nil {
		return made{}, err
	}
	now, err := p.sink.Fill(ctx, o.ID, page)
	if err != nil {
		return made{}, err
	}
	kept := p.page
	kept.Object, kept.Link, kept.Version, kept.Mark, kept.Hash = o.ID, now.Link, p.order.Version, page.Mark, now.Hash
	if err := d.Records.KeepPage(context.WithoutCancel(ctx), kept); err != nil {
		return made{}, err
	}
	return made{now.Link, outward.PageAnswer{Object: o.ID, Link: now.Link, Version: p.order.Version, Parts: now.Parts, Made: fresh}}, nil
}

// findOrMake returns the page to write on: the one that is known, else one that is there by its key, else a new one.
func (d *Doer) findOrMake(ctx context.Context, c outward.Claim, p pageAt, page sink.Page) (o sink.Object, fresh bool, err error) {
	name := outward.SinkName(p.at.Service)
	order := fmt.Sprintf("!publish %s %s", p.page.Project, p.at.Name)
	if p.page.Object != "" {
		o, err = p.sink.Look(ctx, p.page.Object, p.page.Mark)
		if err == nil && o.Gone && p.order.Fresh {
			if o, err = d.restorePage(ctx, p); err == nil && !o.Gone {
				return o, false, nil
			}
		}
		switch {
		case err != nil:
			return o, false, err
		case o.Gone && !p.order.Fresh:
			return o, false, &outward.RefusedError{Text: fmt.Sprintf("somebody put the page into the bin in %s, so I leave it there; %s takes it back, or makes a new one", name, order)}
		case !o.Gone && !o.Ours && o.Hash != p.page.Hash && !p.order.Over:
			return o, false, &outward.RefusedError{Text: fmt.Sprintf("somebody changed the page in %s since I wrote it, so I leave it as it is (%s); %s over replaces what stands there", name, p.page.Link, order)}
		case !o.Gone:
			return o, false, nil
		}
	}
	if c.Action.Place != p.at.Place() { // what was shown for one place is made in no other
		return o, false, &outward.RefusedError{Text: fmt.Sprintf("%s is connected to another place now (%s); %s makes the page there", name, p.at.Place(), order)}
	}
	o, ok, err := p.sink.Find(ctx, page.Key)
	if err != nil || ok {
		return o, false, err
	}
	if o, err = p.sink.Create(ctx, page); err != nil {
		return o, false, err
	}
	kept := p.page
	kept.Object, kept.Link, kept.Version, kept.Hash, kept.Mark = o.ID, o.Link, 0, "", ""
	return o, true, d.Records.KeepPage(context.WithoutCancel(ctx), kept)
}

// restorePage takes a page out of the bin where it is still there, so that its old link leads to it again.
func (d *Doer) restorePage(ctx context.Context, p pageAt) (sink.Object, error) {
	err := p.sink.Trash(ctx, p.page.Object, false)
	if _, no := errors.AsType[*outward.RefusedError](err); no {
		return sink.Object{Gone: true}, nil
	}
	if err != nil {
		return sink.Object{}, err
	}
	return p.sink.Look(ctx, p.page.Object, p.page.Mark)
}

// trashPage puts a page into the bin. Whoever put it there already, it is there.
func (d *Doer) trashPage(ctx context.Context, _ outward.Claim, p pageAt) (made, error) {
	if p.page.Object == "" {
		return made{}, &outward.RefusedError{Text: "there is no page of mine"}
	}
	o, err := p.sink.Look(ctx, p.page.Object, p.page.Mark)
	if err != nil {
		return made{}, err
	}
	if !o.Gone {
		if err := p.sink.Trash(ctx, p.page.Object, true); err != nil {
			return made{}, err
		}
		if o, err = p.sink.Look(ctx, p.page.Object, p.page.Mark); err != nil {
			return made{}, err
		}
		if !o.Gone {
			return made{}, fmt.Errorf("%s took the order and has the page still", outward.SinkName(p.at.Service))
		}
	}
	return made{strings.TrimSpace(p.page.Link), outward.PageAnswer{Object: p.page.Object, Link: p.page.Link}}, nil
}
