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
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/dashboard/view"
	"github.com/frasier-cos/frasier/internal/attest"
	"github.com/frasier-cos/frasier/internal/bundle"
	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/retry"
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

// Works reads what a project's files are made of.
type Works interface {
	Ticket(ctx context.Context, id org.ProjectID, now time.Time) (reports.Ticket, error)
	Deliverable(ctx context.Context, id org.ProjectID) (work.Deliverable, error)
	Citations(ctx context.Context, id org.ProjectID) ([]reports.StepCitation, error)
	Receipt(ctx context.Context, id org.ProjectID) (reports.Receipt, error)
}

// A process keeps the folder for itself this long without a word.
const term = 3 * org.HeartbeatTick

// Keeper keeps the folder. All fields must be set.
type Keeper struct {
	Records Records
	Works   Works
	Dir     string // the folder
	Owner   string // the process
	Name    string // of the chief
	Style   []byte // how the pages of the site look
	// Bundle signs what a document rests on, and Key names the key that does; without a key both return an error.
	Bundle func(ctx context.Context, want attest.Want) ([]byte, error)
	Key    func(ctx context.Context) (string, error)
	Now    func() time.Time
	Zone   moment.Zone         // of the founder; nil is UTC
	Tell   func(retry.Attempt) // hears of what waits, and when it worked; nil for nobody
	Log    *slog.Logger

	mine  bool
	again time.Time   // when to ask again whose the folder is
	seen  int64       // the journal's last line when all was as it should be
	whole bool        // all was as it should be once
	pace  *retry.Gate // of what cannot be written or read
}

// pacePolicy tries what cannot be written or read again for as long as it
// takes, since what is there meanwhile is what is shared no more.
func pacePolicy() retry.Policy { return retry.Policy{First: time.Second, Most: time.Minute} }

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
	// What is private is taken away first: that needs no room, and reads nothing but
	// the list of what is shared.
	err = k.takeAway(ctx)
	did := false
	for _, part := range []struct {
		name string
		do   func(context.Context) error
	}{{"the public site", k.makeSite}, {"documents", k.putDocument}} {
		failed := k.doPaced(ctx, part.name, func(ctx context.Context) error {
			err := part.do(ctx)
			if did = did || err == nil && part.name == "documents"; errors.Is(err, org.ErrNoWork) {
				return nil
			}
			return err
		})
		err = errors.Join(err, failed)
	}
	if err != nil {
		return err
	}
	if did {
		return nil
	}
	k.seen, k.whole = last, true
	return org.ErrNoWork
}

// errWaits says that something is not as it should be and is not due yet.
var errWaits = fmt.Errorf("it failed and waits for its next try: %w", org.ErrNoWork)

// doPaced does a part of the work, or nothing while a failure of it is not old enough.
func (k *Keeper) doPaced(ctx context.Context, part string, do func(context.Context) error) error {
	if k.pace == nil {
		k.pace = &retry.Gate{Policy: pacePolicy(), Clock: retry.Clock{Now: k.Now}, Tell: func(a retry.Attempt) {
			if k.Tell != nil {
				k.Tell(a)
			}
			if a.Err == nil {
				k.Log.Info("published again", "part", a.Key, "tries", a.Tries) //nolint:sloglint // it belongs to no call
			}
		}}
	}
	err := k.pace.Do(ctx, part, do)
	if _, early := errors.AsType[*retry.EarlyError](err); early {
		return errWaits
	}
	if err != nil {
		return fmt.Errorf("publish %s: %w", part, err)
	}
	return nil
}

// takeAway removes from the public site what is not shared any more.
func (k *Keeper) takeAway(ctx context.Context) error {
	all, err := k.Records.Shares(ctx)
	if err != nil {
		return err
	}
	left, err := StillPublic(k.Dir, all)
	if err != nil || len(left) == 0 {
		return err
	}
	site := filepath.Join(k.Dir, siteName)
	for _, name := range append(left, "index.html") { // the first page names what it leads to; it is made anew
		err = errors.Join(err, os.RemoveAll(filepath.Join(site, name)))
	}
	err = errors.Join(err, os.RemoveAll(filepath.Join(k.Dir, markName)), os.RemoveAll(filepath.Join(k.Dir, "."+siteName+".old")))
	if err != nil {
		return fmt.Errorf("take away what is not shared any more; it is still public: %w", err)
	}
	k.Log.InfoContext(ctx, "took away what is not shared any more", "pages", len(left))
	return nil
}

// StillPublic lists the pages of projects that lie on the public site in a folder
// of published documents though they are not shared.
func StillPublic(dir string, shared []org.Share) ([]string, error) {
	there, err := os.ReadDir(filepath.Join(dir, siteName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("look at the public site: %w", err)
	}
	var left []string
	for _, d := range there {
		if d.IsDir() && !slices.ContainsFunc(shared, func(s org.Share) bool { return standsAt(s, d.Name()) }) {
			left = append(left, d.Name())
		}
	}
	return left, nil
}

// standsAt reports whether a folder of the site is a shared project's, whatever
// its title was when that was made.
func standsAt(s org.Share, name string) bool {
	if s.Listed {
		return name == string(s.Project) || strings.HasPrefix(name, string(s.Project)+"-")
	}
	return name == s.Address
}

func (k *Keeper) putDocument(ctx context.Context) error {
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
	if signed, err := k.sign(ctx, attest.Want{Project: next.Project}); err != nil {
		return err
	} else if signed != nil {
		files = append(files, org.File{Name: attest.FileName, Data: signed})
	}
	name := bundle.Page(next.Project, t.Project.Title)
	if err := replaceFolder(filepath.Join(k.Dir, "documents"), name, files); err != nil {
		return fmt.Errorf("publish the document of %s; it is tried again: %w", next.Project, err)
	}
	if err := k.writeIndex(next.Project, name); err != nil {
		return fmt.Errorf("publish the document of %s; it is tried again: %w", next.Project, err)
	}
	return k.Records.Published(ctx, next, filepath.Join("documents", name))
}

// sign returns nil where the key is not on this machine: the document goes out all the same, and the doctor says so.
func (k *Keeper) sign(ctx context.Context, want attest.Want) ([]byte, error) {
	raw, err := k.Bundle(ctx, want)
	if lost := new(attest.LostError); errors.As(err, &lost) {
		k.Log.WarnContext(ctx, "no signed bundle goes with the document", "project", want.Project, "err", err)
		return nil, nil //nolint:nilnil // none is no error
	}
	return raw, err
}

// nameKey returns the key's name; empty where it is not on this machine.
func (k *Keeper) nameKey(ctx context.Context) (string, error) {
	name, err := k.Key(ctx)
	if lost := new(attest.LostError); errors.As(err, &lost) {
		return "", nil
	}
	return name, err
}

// makeSite makes the public site anew when it is not that of what is shared now.
func (k *Keeper) makeSite(ctx context.Context) error {
	all, err := k.Records.Shares(ctx)
	if err != nil {
		return err
	}
	key, err := k.nameKey(ctx)
	if err != nil {
		return err
	}
	want, err := k.markSite(all, key)
	if err != nil {
		return err
	}
	have, err := k.readMark()
	if err != nil || have == want || have == "" && len(all) == 0 {
		return err
	}
	shown := make([]view.SharedProject, 0, len(all))
	var unread error // whose page is left out until it can be read
	for _, s := range all {
		p, err := k.readShared(ctx, s)
		if err != nil {
			unread = errors.Join(unread, fmt.Errorf("%s is left out: %w", s.Project, err))
			want += "\nwithout " + string(s.Project)
			continue
		}
		shown = append(shown, p)
	}
	if have == want {
		return unread
	}
	files, err := view.Site(view.Owner{Name: k.Name, Key: key}, k.Style, shown)
	if err != nil {
		return err
	}
	if err := replaceFolder(k.Dir, siteName, files); err != nil {
		return fmt.Errorf("make the public site; the old one stays, and it is tried again: %w", err)
	}
	k.Log.InfoContext(ctx, "made the public site", "projects", len(shown))
	return errors.Join(unread, k.keepMark(want))
}

func (k *Keeper) readShared(ctx context.Context, s org.Share) (view.SharedProject, error) {
	out := view.SharedProject{Listed: s.Listed, Price: s.Cost, Zone: k.Zone.Here()}
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
	if out.Bundle, err = k.sign(ctx, attest.Want{Project: s.Project, Cost: s.Cost, Public: true}); err != nil {
		return out, err
	}
	out.Receipt, err = k.Works.Receipt(ctx, s.Project)
	return out, err
}

// markSite names a site: two with the same mark show the same.
func (k *Keeper) markSite(all []org.Share, key string) (string, error) {
	raw, err := json.Marshal([]any{all, view.SiteForm(), key, k.Name, k.Style, fmt.Sprint(k.Zone.Here())})
	if err != nil {
		return "", fmt.Errorf("name the public site: %w", err)
	}
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:]), nil
}
