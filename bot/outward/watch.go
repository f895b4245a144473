package outward

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/frasier-cos/frasier/bot/forge"
	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/retry"
)

const (
	// wholeEvery is the time after which all is asked though nothing seemed to change: no change is missed for longer.
	wholeEvery = time.Hour
	// How long a forge may have faults of its own before a founder hears of it.
	tellAfter = 30 * time.Minute
	// How long a forge may fail before it is asked once a day instead of once an hour; a founder is told again whenever it has
	// lasted so long once more.
	longFault = 7 * 24 * time.Hour
	rarely    = 24 * time.Hour
	// How long a check may go on before a founder hears of it.
	endless = 2 * time.Hour
	// How long a pull request that somebody closed is looked at still: he, or somebody else, may open it again.
	reopenedFor = 30 * 24 * time.Hour
)

// WatchRecords is the part of the store that a Watcher needs. *store.DB is one.
type WatchRecords interface {
	OpenPulls(ctx context.Context) ([]outward.PullRequest, error)
	ClosedPulls(ctx context.Context, since time.Time) ([]outward.PullRequest, error)
	ClaimWatch(ctx context.Context, place string, term time.Duration) (outward.Watch, error)
	KeepWatch(ctx context.Context, w outward.Watch) error
	KeepPull(ctx context.Context, p outward.PullRequest, news []outward.PullNews) error
	AskIssue(ctx context.Context, o outward.IssueOrder) (outward.IssueOrder, error)
	Remarks(ctx context.Context, p outward.PullRequest) ([]outward.KeptRemark, error)
	NoteRemarks(ctx context.Context, p outward.PullRequest, all []outward.KeptRemark) error
	LeaveRemarks(ctx context.Context, all []outward.KeptRemark) error
	RoundsDue(ctx context.Context) ([]outward.DueRound, error)
	BeginRound(ctx context.Context, b outward.RoundBegin) (org.ProjectID, error)
}

// Asks keeps what people order at a forge. *store.DB is one.
type Asks interface {
	AskReview(ctx context.Context, o outward.Reading) (outward.Reading, error)
}

// Watcher looks at what becomes of pull requests of ours, and at issues that order work. It asks one question a turn while nothing changes,
// and all of them once something did. Where nothing is connected it does nothing. Its methods may be called at once.
type Watcher struct {
	Doer    *Doer
	Records WatchRecords
	Asks    Asks
	// Every is the time between two looks at a repository.
	Every time.Duration

	doubts sync.Map // of pull requests, by place and number
}

// sight is a repository at a forge with what is looked at there.
type sight struct {
	at         outward.Connection
	place      outward.Place
	repository coding.Repository // empty where it was removed here
	pulls      []outward.PullRequest
}

// Next looks at one repository. It returns org.ErrNoWork when none is due.
func (w *Watcher) Next(ctx context.Context) error {
	if err := w.beginRounds(ctx); err != nil {
		return err
	}
	all, err := w.listSights(ctx)
	if err != nil {
		return err
	}
	for _, s := range all {
		known, err := w.Records.ClaimWatch(ctx, s.place.String(), w.Every) // two that look at once change nothing: all that is kept is kept once
		if errors.Is(err, org.ErrNoWork) {
			continue
		}
		if err != nil {
			return err
		}
		if err := w.look(ctx, s, &known); err != nil {
			if ctx.Err() != nil {
				return err // the next process goes on
			}
			if err := w.fail(ctx, s, &known, err); err != nil {
				return err
			}
		}
		if err := w.Records.KeepWatch(ctx, known); err != nil {
			return err
		}
		return nil
	}
	return org.ErrNoWork
}

// listSights lists what there is to look at: repositories at a connected forge that have an open pull request of ours, or whose issues may order.
func (w *Watcher) listSights(ctx context.Context) ([]sight, error) {
	connections, err := w.Doer.Records.Connections(ctx)
	if err != nil || !slices.ContainsFunc(connections, func(c outward.Connection) bool { return c.On }) {
		return nil, err
	}
	pulls, err := w.Records.OpenPulls(ctx)
	if err != nil {
		return nil, err
	}
	closed, err := w.Records.ClosedPulls(ctx, w.Doer.Now().Add(-reopenedFor))
	if err != nil {
		return nil, err
	}
	pulls = append(pulls, closed...)
	repositories, err := w.Doer.Records.Repositories(ctx)
	if err != nil {
		return nil, err
	}
	by := map[string]*sight{}
	for _, r := range repositories {
		if c, place, ok := connected(connections, r.Source); ok && by[place.String()] == nil {
			by[place.String()] = &sight{at: c, place: place, repository: r}
		}
	}
	for _, p := range pulls {
		place, ok := outward.ParsePlace(p.Place)
		i := slices.IndexFunc(connections, func(c outward.Connection) bool { return c.On && c.Name == p.Connection && c.Reaches(p.Place) })
		if !ok || i < 0 || p.Number == 0 {
			continue
		}
		if place.Host == "" { // of an older version
			place.Host = connections[i].Host()
		}
		s := by[place.String()]
		if s == nil {
			s = &sight{at: connections[i], place: place}
			by[place.String()] = s
		}
		s.pulls = append(s.pulls, p)
	}
	var out []sight
	for _, name := range slices.Sorted(maps.Keys(by)) {
		if s := by[name]; len(s.pulls) > 0 || len(s.repository.Policy.Orderers) > 0 {
			out = append(out, *s)
		}
	}
	return out, nil
}

// look asks what is due, and keeps what it finds in known.
func (w *Watcher) look(ctx context.Context, s sight, known *outward.Watch) error {
	f, err := w.Doer.open(ctx, outward.Action{Connection: s.at.Name, Place: s.place.String()})
	if err != nil {
		return err
	}
	now := w.Doer.Now()
	paths := s.paths()
	if known.Tags == nil {
		known.Tags = map[string]string{}
	}
	maps.DeleteFunc(known.Tags, func(path, _ string) bool { return !slices.Contains(paths, path) })
	whole := known.Whole.IsZero() || now.Sub(known.Whole) >= wholeEvery || len(known.Tags) < len(paths)
	if !whole {
		path := paths[known.Turn%len(paths)]
		known.Turn = (known.Turn + 1) % len(paths)
		tag, err := f.Probe(ctx, path, known.Tags[path])
		if err != nil {
			return err
		}
		whole = tag != known.Tags[path]
	}
	if whole {
		if err := w.lookAtAll(ctx, f, s, known, paths); err != nil {
			return err
		}
		known.Whole = now
	}
	known.Tries, known.Since, known.Why, known.Due = 0, time.Time{}, "", now.Add(w.Every)
	if s.rests() {
		known.Due = now.Add(max(wholeEvery, w.Every))
	}
	return nil
}

// rests reports whether nothing is expected of a repository but that somebody opens again what was closed.
func (s sight) rests() bool {
	return len(s.repository.Policy.Orderers) == 0 && !slices.ContainsFunc(s.pulls, func(p outward.PullRequest) bool { return p.State != outward.PullClosed })
}

// paths are the questions about a repository.
func (s sight) paths() []string {
	var out []string
	if len(s.repository.Policy.Orderers) > 0 {
		out = append(out, forge.IssuesPath(s.at.Service, s.place.Owner, s.place.Name, s.repository.Policy.OrderLabel()), forge.AskedPath(s.at.Service, s.place.Owner, s.place.Name))
	}
	for _, p := range s.pulls {
		all := forge.PullPaths(s.at.Service, s.place.Owner, s.place.Name, p.Number, p.Head)
		if p.State == outward.PullClosed { // what is said of it changes nothing before it is open again
			all = all[:1]
		}
		out = append(out, all...)
	}
	return out
}

// lookAtAll reads all that stands there. What was changed between the question and the reading is read now and once more at the next look.
func (w *Watcher) lookAtAll(ctx context.Context, f forge.Forge, s sight, known *outward.Watch, paths []string) error {
	for _, path := range paths {
		tag, err := f.Probe(ctx, path, known.Tags[path])
		if no := new(forge.RefusedError); errors.As(err, &no) && no.Status == http.StatusNotFound {
			tag, err = "none", nil // of a pull request that is gone, or a server that knows no check runs
		}
		if err != nil {
			return err
		}
		known.Tags[path] = tag
	}
	if len(s.repository.Policy.Orderers) > 0 {
		if err := w.lookAtLabels(ctx, f, s, known); err != nil {
			return err
		}
		if err := w.lookAtAsked(ctx, f, s, known); err != nil {
			return err
		}
	}
	for _, p := range s.pulls {
		now, err := w.lookAtPull(ctx, f, s, p)
		if err != nil {
			return err
		}
		if _, doubtful := w.doubts.Load(nameDoubt(now)); doubtful && now.Mergeable == "" { // its forge may be at it still
			delete(known.Tags, forge.PullPaths(s.at.Service, s.place.Owner, s.place.Name, p.Number, p.Head)[0])
		}
	}
	return nil
}

// doubtFor is how long a conflict with the base is not believed: Gitea says so of each commit that it has not compared yet, and takes some seconds.
const doubtFor = 10 * time.Second

// doubt is of a commit that was seen in conflict with its base.
type doubt struct {
	head  string
	since time.Time
}

// decideFit says whether a pull request fits its base: of a conflict, that nobody knows yet, until the same commit was found in it for a while.
func (w *Watcher) decideFit(p outward.PullRequest, was, seen outward.Mergeable) outward.Mergeable {
	name, now := nameDoubt(p), w.Doer.Now()
	if seen != outward.ConflictsBase || was == seen {
		w.doubts.Delete(name)
		return seen
	}
	first, _ := w.doubts.LoadOrStore(name, doubt{p.Head, now})
	d, _ := first.(doubt) //nolint:errcheck // nothing else is kept there
	switch {
	case d.head != p.Head:
		w.doubts.Store(name, doubt{p.Head, now})
	case now.Sub(d.since) >= doubtFor:
		w.doubts.Delete(name)
		return seen
	}
	return ""
}

func nameDoubt(p outward.PullRequest) string { return fmt.Sprintf("%s#%d", p.Place, p.Number) }

// lookAtLabels asks for the issues that somebody labelled who may order.
func (w *Watcher) lookAtLabels(ctx context.Context, f forge.Forge, s sight, known *outward.Watch) error {
	all, err := f.Labelled(ctx, s.place.Owner, s.place.Name, s.repository.Policy.OrderLabel())
	if err != nil {
		return err
	}
	labels := map[int]outward.LabelSeen{}
	for _, is := range all {
		was, seen := known.Labels[is.Number]
		if seen && was.Edited.Equal(is.Edited) {
			labels[is.Number] = was
			continue
		}
		who, ok, err := f.WhoLabelled(ctx, s.place.Owner, s.place.Name, is.Number, s.repository.Policy.OrderLabel())
		if err != nil {
			return err
		}
		now := outward.LabelSeen{Who: who.ID, Edited: is.Edited}
		if !ok || seen && was.Who == who.ID {
			labels[is.Number] = now
			continue
		}
		if !s.repository.Policy.MayOrder(who.ID) || who.Name == s.at.Account {
			known.Strange++
			labels[is.Number] = now
			continue
		}
		_, err = w.Records.AskIssue(ctx, outward.IssueOrder{Place: s.place.String(), Number: is.Number, Repository: s.repository.Name, By: fmt.Sprintf("label:%d", who.ID)})
		if errors.Is(err, org.ErrConflict) {
			continue // as much as a day may have: it is looked at again
		}
		if err != nil {
			return err
		}
		labels[is.Number] = now
	}
	known.Labels = labels
	return nil
}

// lookAtPull reads a pull request and keeps how it stands, which it returns.
func (w *Watcher) lookAtPull(ctx context.Context, f forge.Forge, s sight, before outward.PullRequest) (p outward.PullRequest, err error) {
	p = before
	o, n := s.place.Owner, s.place.Name
	seen, err := f.Pull(ctx, o, n, p.Number)
	was := p.State
	if err == nil && was == outward.PullClosed && seen.State == was {
		return p, nil // it stays as it was seen, and is forgotten by that time
	}
	if no := new(forge.RefusedError); errors.As(err, &no) && no.Status == http.StatusNotFound {
		if _, err := f.Repository(ctx, o, n); err != nil { // all of it is away: then nothing is known of this one
			return p, err
		}
		p.State = outward.PullGone
		return p, w.Records.KeepPull(ctx, p, []outward.PullNews{{Kind: outward.NewsGone}})
	}
	if err != nil {
		return p, err
	}
	var reviews []outward.Review
	var runs []outward.Run
	if seen.State == outward.PullOpen {
		if runs, err = f.Runs(ctx, o, n, seen.Head); err != nil {
			return p, err
		}
		if reviews, err = f.Reviews(ctx, o, n, p.Number); err != nil {
			return p, err
		}
	}
	p.State, p.Draft, p.Head, p.Base = seen.State, seen.Draft, seen.Head, seen.Base
	if before.Head != p.Head {
		before.Mergeable = ""
	}
	p.Mergeable = w.decideFit(p, before.Mergeable, seen.Mergeable)
	p.MergedBy, p.MergedAt, p.MergedAs = seen.MergedBy, seen.MergedAt, seen.MergedAs
	if seen.State == outward.PullClosed {
		taken, err := findElsewhere(ctx, f, s.place, seen)
		if err != nil {
			return p, err
		}
		if taken != "" {
			p.State, p.MergedAs = outward.PullMerged, taken
			return p, w.Records.KeepPull(ctx, p, []outward.PullNews{{Kind: outward.NewsTaken, What: taken}})
		}
	}
	if seen.State == outward.PullOpen {
		p.Checks = outward.SumChecks(runs)
		p.Review, _, _ = outward.DecideReviews(reviews)
	}
	news := listNews(p, reviews, w.Doer.Now())
	if seen.State == outward.PullClosed && p.Branch != "" {
		at, err := f.FindBranch(ctx, o, n, p.Branch)
		if err != nil {
			return p, err
		}
		if at == "" {
			news[0].Kind = outward.NewsBranch
		}
	}
	if was == outward.PullClosed && p.State == outward.PullOpen {
		news = append([]outward.PullNews{{Kind: outward.NewsReopened, ID: int64(p.Reopened() + 1)}}, news...)
	}
	if err := w.Records.KeepPull(ctx, p, news); err != nil || seen.State != outward.PullOpen {
		return p, err
	}
	return p, w.noteRemarks(ctx, f, s, talk{p, p.Mergeable == outward.ConflictsBase, runs, reviews})
}

// findElsewhere returns the commit by which a pull request that was closed came into its base all the same; empty for none, or where a
// branch is gone that would tell.
func findElsewhere(ctx context.Context, f forge.Forge, at outward.Place, p outward.PullSeen) (string, error) {
	if p.Head == "" || p.Base == "" {
		return "", nil
	}
	var lists [2][]outward.CommitSeen
	for i, ref := range []string{p.Head, p.Base} {
		var err error
		lists[i], err = f.History(ctx, at.Owner, at.Name, ref)
		if no := new(forge.RefusedError); errors.As(err, &no) && no.Status != http.StatusUnauthorized {
			return "", nil
		}
		if err != nil {
			return "", err
		}
	}
	return outward.MergedElsewhere(lists[0], lists[1]), nil
}

// listNews says what people are to know of a pull request as it stands.
func listNews(p outward.PullRequest, reviews []outward.Review, now time.Time) []outward.PullNews {
	switch p.State {
	case outward.PullMerged:
		return []outward.PullNews{{Kind: outward.NewsMerged, What: p.MergedBy}}
	case outward.PullClosed:
		return []outward.PullNews{{Kind: outward.NewsClosed, ID: int64(p.Reopened())}}
	case outward.PullOpen, outward.PullGone:
	}
	var out []outward.PullNews
	if strange(p) {
		out = append(out, outward.PullNews{Kind: outward.NewsForced, What: p.Head})
	}
	switch state, by, id := outward.DecideReviews(reviews); state {
	case outward.ReviewChanges:
		out = append(out, outward.PullNews{Kind: outward.NewsChanges, What: by, ID: id})
	case outward.ReviewApproved:
		out = append(out, outward.PullNews{Kind: outward.NewsApproved, What: by, ID: id})
	}
	c := p.Checks
	switch {
	case len(c.Running) > 0 && now.Sub(c.Since) > endless:
		out = append(out, outward.PullNews{Kind: outward.NewsStuck, What: c.Running[0], At: p.Head})
	case len(c.Running) == 0 && len(c.Bad) == 0 && c.Good > 0:
		out = append(out, outward.PullNews{Kind: outward.NewsChecked, What: c.String(), At: p.Head})
	}
	return out
}

// strange reports whether a branch is not where we left it: at a commit of somebody else, or back at an older one of ours.
func strange(p outward.PullRequest) bool {
	if len(p.Ours) == 0 || p.Head == "" {
		return false
	}
	i := slices.Index(p.Ours, p.Head)
	return i < 0 || p.Pushed && p.Whole() && i < len(p.Ours)-1
}

// fail keeps that a look did not work. A founder hears of what will not pass by itself at once, of a fault of the forge once it lasts, of a
// pause that the forge asks for when it is longer than an hour, and of all of them again each week. It is looked at for as long as there is
// something to see there: at most once an hour, and after a week once a day.
func (w *Watcher) fail(ctx context.Context, s sight, known *outward.Watch, err error) error {
	now := w.Doer.Now()
	if known.Tries == 0 {
		known.Since = now
	}
	known.Tries++
	known.Whole = time.Time{}
	lasts := now.Sub(known.Since)
	policy := retry.Policy{First: w.Every, Most: max(wholeEvery, w.Every)}
	wait, _ := policy.Next(known.Tries, known.Since, now) // for ever
	if lasts >= longFault {
		wait = max(wait, rarely)
	}
	known.Due = now.Add(wait)
	text := err.Error()
	told := known.Why
	var no *forge.RefusedError
	var later *forge.LaterError
	switch {
	case errors.As(err, &no):
		if text = no.Text; no.Status == http.StatusUnauthorized {
			if err := w.Doer.Records.SwitchOff(ctx, s.at.Name, no.Text); err != nil {
				return err
			}
		}
		known.Why = messages.WatchRefused(s.place, no.Text)
	case errors.As(err, &later):
		text = later.Text
		if at := w.Doer.limitPatience(later.At); at.After(known.Due) {
			known.Due = at
		}
		switch {
		case known.Why != "": // told; what it says each time may have another time in it
		case lasts > tellAfter:
			known.Why = messages.WatchFails(s.place, later.Text)
		case known.Due.Sub(now) > wholeEvery:
			known.Why = messages.WatchPauses(s.place, later.Text, known.Due)
		}
	case lasts > tellAfter && known.Why == "":
		known.Why = messages.WatchFails(s.place, err.Error())
	}
	if weeks := int(lasts / longFault); weeks > 0 {
		known.Why = messages.WatchStillFails(s.place, text, weeks)
		if begins := messages.WatchStillFails(s.place, "", weeks); strings.HasPrefix(told, begins[:strings.Index(begins, ":")]) { // this week already, perhaps in other words
			known.Why = told
		}
	}
	w.Doer.Log.WarnContext(ctx, "look at a forge", "place", s.place.String(), "err", err, "again_in", known.Due.Sub(now))
	return nil
}
