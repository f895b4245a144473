package publish_test

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/publish"
	"github.com/frasier-cos/frasier/internal/attest"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
)

// office is what a keeper reads: projects of which some cannot be read.
type office struct {
	line    int64
	shares  []org.Share
	unread  map[org.ProjectID]bool
	pending []org.Publication
}

func (o *office) LastEvent(context.Context) (int64, error) { return o.line, nil }
func (o *office) HoldJob(context.Context, string, string, time.Duration) (bool, error) {
	return true, nil
}
func (o *office) Publishing(context.Context) (bool, error)    { return true, nil }
func (o *office) Shares(context.Context) ([]org.Share, error) { return o.shares, nil }
func (o *office) Unpublished(context.Context) (org.Publication, error) {
	if len(o.pending) == 0 {
		return org.Publication{}, org.ErrNoWork
	}
	return o.pending[0], nil
}

func (o *office) Published(context.Context, org.Publication, string) error {
	o.pending = o.pending[1:]
	return nil
}

func (o *office) Ticket(_ context.Context, id org.ProjectID, _ time.Time) (reports.Ticket, error) {
	return reports.Ticket{Project: org.Project{ID: id, Title: "Title of " + string(id)}}, nil
}

var errDamaged = errors.New("a damaged file")

func (o *office) Deliverable(_ context.Context, id org.ProjectID) (work.Deliverable, error) {
	if o.unread[id] {
		return work.Deliverable{}, errDamaged
	}
	return work.Deliverable{Markdown: "# " + string(id), HTML: "<html><head></head></html>"}, nil
}

func (o *office) Citations(context.Context, org.ProjectID) ([]reports.StepCitation, error) {
	return nil, nil
}

func (o *office) Receipt(context.Context, org.ProjectID) (reports.Receipt, error) {
	return reports.Receipt{}, nil
}

// keeper is one over a folder of its own, whose clock stands at *now.
func keeper(t *testing.T, o *office, now *time.Time) *publish.Keeper {
	t.Helper()
	return &publish.Keeper{
		Records: o, Works: o, Dir: t.TempDir(), Owner: "bot", Name: "Frasier", Style: []byte("a{}"),
		Now: func() time.Time { return *now }, Log: slog.New(slog.DiscardHandler),
		Bundle: func(context.Context, attest.Want) ([]byte, error) { return nil, &attest.LostError{} }, // as where the key is on another machine
		Key:    func(context.Context) (string, error) { return "", &attest.LostError{} },
	}
}

func (o *office) share(ids ...org.ProjectID) {
	o.shares = nil
	for _, id := range ids {
		o.shares = append(o.shares, org.Share{Project: id, Address: "address-of-" + string(id)})
	}
	o.line++
}

func there(t *testing.T, k *publish.Keeper, id org.ProjectID) bool {
	t.Helper()
	_, err := os.Stat(filepath.Join(k.Dir, "site", "address-of-"+string(id), "index.html"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return err == nil
}

// settle has the keeper do what it can; it returns its last error.
func settle(t *testing.T, k *publish.Keeper) (err error) {
	t.Helper()
	for range 10 {
		if err = k.Next(t.Context()); err != nil {
			return err
		}
	}
	t.Fatal("there is work without end")
	return nil
}

// What is shared no more goes at once, whatever cannot be read or written.
func TestWhatIsPrivateIsTakenAwayWhateverFails(t *testing.T) {
	full := func(string, []byte) error { return errors.New("no room") }
	for name, c := range map[string]struct {
		fault func(o *office, k *publish.Keeper) (undo func(), err error)
	}{
		"a file where documents should be": {func(o *office, k *publish.Keeper) (func(), error) {
			o.pending = []org.Publication{{Project: "p1", Version: 1}}
			return func() {}, os.WriteFile(filepath.Join(k.Dir, "documents"), nil, 0o600)
		}},
		"another project cannot be read": {func(o *office, _ *publish.Keeper) (func(), error) {
			o.unread = map[org.ProjectID]bool{"p1": true}
			return func() {}, nil
		}},
		"a full disk": {func(*office, *publish.Keeper) (func(), error) { return publish.SetDisk(full), nil }},
	} {
		t.Run(name, func(t *testing.T) {
			now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
			o := &office{}
			k := keeper(t, o, &now)
			o.share("p1", "p2")
			if err := settle(t, k); !errors.Is(err, org.ErrNoWork) || !there(t, k, "p1") || !there(t, k, "p2") {
				t.Fatalf("not shown at first: %v", err)
			}
			undo, err := c.fault(o, k)
			if err != nil {
				t.Fatal(err)
			}
			defer undo()
			o.share("p1")
			if err := settle(t, k); err == nil {
				t.Error("a fault was swallowed")
			}
			if there(t, k, "p2") {
				t.Error("it is still public")
			}
			if left, err := publish.StillPublic(k.Dir, o.shares); err != nil || len(left) > 0 {
				t.Errorf("still public: %v (%v)", left, err)
			}
		})
	}
}

// A project that cannot be read is left out alone, and comes back when it can.
func TestAProjectThatCannotBeReadLeavesOutItsOwnPage(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	o := &office{unread: map[org.ProjectID]bool{"p1": true}}
	k := keeper(t, o, &now)
	o.share("p1", "p2")
	if err := settle(t, k); !errors.Is(err, errDamaged) || there(t, k, "p1") || !there(t, k, "p2") {
		t.Fatalf("%v; p1 is there: %t, p2: %t", err, there(t, k, "p1"), there(t, k, "p2"))
	}
	o.unread = nil
	now = now.Add(time.Minute)
	if err := settle(t, k); !errors.Is(err, org.ErrNoWork) || !there(t, k, "p1") {
		t.Errorf("it does not come back: %v", err)
	}
}

// A folder of a title that was changed is the project's own while it is listed.
func TestWhatLiesOnTheSiteIsSomebodys(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"p1-old-title", "p1", "p10-other", "address-of-p1", "address-of-p2"} {
		if err := os.MkdirAll(filepath.Join(dir, "site", name), 0o750); err != nil {
			t.Fatal(err)
		}
	}
	left, err := publish.StillPublic(dir, []org.Share{{Project: "p1", Address: "address-of-p1", Listed: true}, {Project: "p2", Address: "address-of-p2"}})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(left)
	if got := strings.Join(left, " "); got != "address-of-p1 p10-other" {
		t.Errorf("not shared, it says, are %s", got)
	}
}
