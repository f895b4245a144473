// Package publish keeps the folder of published documents: each document as files
// when it is done, and the public site of the projects that are shared.
//
// It looks at what should be there and writes what is not, whole and in place of
// the old; so whatever instant a process dies at, the next look puts it right.
package publish

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"time"

	"github.com/frasier-cos/frasier/bot/dashboard/view"
	"github.com/frasier-cos/frasier/internal/bundle"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
)

// Records says what should be in the folder.
type Records interface {
	LastEvent(ctx context.Context) (int64, error)
	HoldJob(ctx context.Context, job, owner string, term time.Duration) (bool, error)
	Publishing(ctx context.Context) (bool, error)
	Unpublished(ctx context.Context) (org.Publication, error)
	Published(ctx context.Context, p org.Publication, path string) error
	Shares(ctx context.Context) ([]org.Share, error)
}

// Works is what a project's files are made of.
type Works interface {
	Ticket(ctx context.Context, id org.ProjectID, now time.Time) (reports.Ticket, error)
	Deliverable(ctx context.Context, id org.ProjectID) (work.Deliverable, error)
	Citations(ctx context.Context, id org.ProjectID) ([]reports.StepCitation, error)
	Receipt(ctx context.Context, id org.ProjectID) (reports.Receipt, error)
}

// term is how long a process keeps the folder for itself without a word.
const term = 3 * org.HeartbeatTick

// Keeper keeps the folder. All fields must be set.
type Keeper struct {
	Records Records
	Works   Works
	Dir     string // the folder
	Owner   string // the process
	Name    string // of the chief
	Style   []byte // how the pages of the site look
	Now     func() time.Time
	Log     *slog.Logger

	mine  bool
	again time.Time // when to ask again whose the folder is
	seen  int64     // the journal's last line when all was as it should be
	whole bool      // all was as it should be once
}

// Next puts one thing right. It returns org.ErrNoWork when all is as it should be.
// While the journal stands still nothing is looked at.
func (k *Keeper) Next(ctx context.Context) error {
	last, err := k.Records.LastEvent(ctx)
	if err != nil {
		return err
	}
	if k.whole && last == k.seen {
		return org.ErrNoWork
	}
	if now := k.Now(); now.After(k.again) || k.again.Sub(now) > term {
		if k.mine, err = k.Records.HoldJob(ctx, "published", k.Owner, term); err != nil {
			return err
		}
		k.again = now.Add(term / 3)
	}
	if !k.mine {
		return org.ErrNoWork
	}
	if err := k.document(ctx); !errors.Is(err, org.ErrNoWork) {
		return err
	}
	if err := k.site(ctx); err != nil {
		return err
	}
	k.seen, k.whole = last, true
	return org.ErrNoWork
}

// document puts the next document into the folder.
func (k *Keeper) document(ctx context.Context) error {
	on, err := k.Records.Publishing(ctx)
	if err != nil {
		return err
	}
	if !on {
		return org.ErrNoWork
	}
	next, err := k.Records.Unpublished(ctx)
	if err != nil {
		return err
	}
	t, err := k.Works.Ticket(ctx, next.Project, k.Now())
	if err != nil {
		return err
	}
	doc, err := k.Works.Deliverable(ctx, next.Project)
	if err != nil {
		return err
	}
	cited, err := k.Works.Citations(ctx, next.Project)
	if err != nil {
		return err
	}
	receipt, err := k.Works.Receipt(ctx, next.Project)
	if err != nil {
		return err
	}
	files := append([]org.File{
		{Name: "deliverable.md", Data: []byte(doc.Markdown)}, {Name: "deliverable.html", Data: []byte(doc.HTML)}, {Name: "deliverable.pdf", Data: doc.PDF},
	}, doc.Files...)
	for _, x := range []struct {
		name string
		v    any
	}{{"sources.json", bundle.Sources(cited)}, {"receipt.json", receipt}, {entryName, entry{next.Project, t.Project.Title, doc.At}}} {
		raw, err := json.MarshalIndent(x.v, "", "  ")
		if err != nil {
			return fmt.Errorf("publish %s: write %s: %w", next.Project, x.name, err)
		}
		files = append(files, org.File{Name: x.name, Data: append(raw, '\n')})
	}
	name := bundle.Folder(next.Project, t.Project.Title)
	if err := replace(filepath.Join(k.Dir, "documents"), name, files); err != nil {
		return fmt.Errorf("publish the document of %s; it is tried again: %w", next.Project, err)
	}
	if err := k.index(next.Project, name); err != nil {
		return fmt.Errorf("publish the document of %s; it is tried again: %w", next.Project, err)
	}
	return k.Records.Published(ctx, next, filepath.Join("documents", name))
}

// site makes the public site anew when it is not that of what is shared now.
func (k *Keeper) site(ctx context.Context) error {
	all, err := k.Records.Shares(ctx)
	if err != nil {
		return err
	}
	want, err := k.mark(all)
	if err != nil {
		return err
	}
	have, err := k.made()
	if err != nil || have == want || have == "" && len(all) == 0 {
		return err
	}
	shown := make([]view.SharedProject, 0, len(all))
	for _, s := range all {
		p, err := k.shared(ctx, s)
		if err != nil {
			return err
		}
		shown = append(shown, p)
	}
	files, err := view.Site(k.Name, k.Style, shown)
	if err != nil {
		return err
	}
	if err := replace(k.Dir, siteName, files); err != nil {
		return fmt.Errorf("make the public site; the old one stays, and it is tried again: %w", err)
	}
	k.Log.InfoContext(ctx, "made the public site", "projects", len(all))
	return k.keepMark(want)
}

// shared reads what others may see of a project.
func (k *Keeper) shared(ctx context.Context, s org.Share) (view.SharedProject, error) {
	out := view.SharedProject{Listed: s.Listed, Price: s.Cost}
	var err error
	if out.Ticket, err = k.Works.Ticket(ctx, s.Project, k.Now()); err != nil {
		return out, err
	}
	out.Path = bundle.Address(s, out.Ticket.Project.Title)
	if out.Document, err = k.Works.Deliverable(ctx, s.Project); err != nil {
		return out, err
	}
	if out.Cited, err = k.Works.Citations(ctx, s.Project); err != nil {
		return out, err
	}
	out.Receipt, err = k.Works.Receipt(ctx, s.Project)
	return out, err
}

// mark names a site: two with the same mark show the same.
func (k *Keeper) mark(all []org.Share) (string, error) {
	raw, err := json.Marshal([]any{all, view.SiteForm(), k.Name, k.Style})
	if err != nil {
		return "", fmt.Errorf("name the public site: %w", err)
	}
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:]), nil
}
