// Package linear has projects stand in Linear as they stand here, and hears there what founders change and say. How each thing should look is
// computed anew whenever something happened, compared with what was last agreed, and the difference is sent: a thousand events are one
// comparison, and what was missed while Linear was away is one more. Where nothing is connected it does nothing, and no work ever waits for it.
package linear

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/frasier-cos/frasier/bot/forge"
	"github.com/frasier-cos/frasier/internal/mirror"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/retry"
	"github.com/frasier-cos/frasier/internal/sealed"
)

// Records is the part of the store that keeps the mirror. *store.DB is one.
type Records interface {
	Mirror(ctx context.Context, sink mirror.Sink) (mirror.Setup, outward.Connection, error)
	MirrorsToPropose(ctx context.Context, sink mirror.Sink) ([]org.ProjectID, error)
	BeginMirror(ctx context.Context, sink mirror.Sink, p org.ProjectID, generation int, by string) error
	NextMirror(ctx context.Context, sink mirror.Sink) (mirror.Job, error)
	MirrorJob(ctx context.Context, sink mirror.Sink, p org.ProjectID) (mirror.Job, error)
	NoteObjects(ctx context.Context, sink mirror.Sink, all []mirror.Known) error
	KeepObjects(ctx context.Context, sink mirror.Sink, all []mirror.Known) error
	ForgetObject(ctx context.Context, sink mirror.Sink, key string) error
	FindObjects(ctx context.Context, sink mirror.Sink, ids []string) (map[string]mirror.Known, error)
	EndMirror(ctx context.Context, sink mirror.Sink, e mirror.Ended) error
	CountIssues(ctx context.Context, sink mirror.Sink) (int, error)
	MakeRoom(ctx context.Context, sink mirror.Sink, before time.Time) (bool, error)
	KeepArchive(ctx context.Context, sink mirror.Sink, p org.ProjectID, a mirror.Archive) error
	KeepCoarse(ctx context.Context, sink mirror.Sink, p org.ProjectID) error
	KeepPoll(ctx context.Context, s mirror.Setup, changed []org.ProjectID) error
	Inbound
}

// Inbound is the part of the store that keeps what founders change and order there.
type Inbound interface {
	NoteLook(ctx context.Context, sink mirror.Sink, keep []mirror.Known, all []mirror.Change, strange int) error
	NextChange(ctx context.Context, sink mirror.Sink) (mirror.Change, error)
	EndChange(ctx context.Context, sink mirror.Sink, c mirror.Change, answer string) error
	MirrorHome(ctx context.Context) (org.Channel, bool, error)
	IsOrder(ctx context.Context, sink mirror.Sink, theirs string) (bool, error)
	TakeOrder(ctx context.Context, sink mirror.Sink, o mirror.Order, m org.Message) (bool, error)
	AdoptOrders(ctx context.Context, sink mirror.Sink) (int, error)
	TellMirror(ctx context.Context, p org.ProjectName, ch org.Channel, key string, r org.Reply) error
}

// Work is the part of the store that knows the work and what is done outside. *store.DB is one.
type Work interface {
	Ticket(ctx context.Context, p org.ProjectID, now time.Time) (reports.Ticket, error)
	ProposeAction(ctx context.Context, a outward.Action) (outward.Action, error)
	SwitchOff(ctx context.Context, name, why string) error
	SetPermit(ctx context.Context, p outward.Permit) error
	HoldJob(ctx context.Context, job, owner string, term time.Duration) (bool, error)
	UID(ctx context.Context) (string, error)
}

// Mirror is the mirror in Linear. Its methods may be called at once; one process at a time does the work.
type Mirror struct {
	Records Records
	Work    Work
	Owner   string // names this process
	// Key opens the secret of the connection and makes the marks of our texts.
	Key func() (sealed.Key, error)
	// Do carries out a command of a founder's.
	Do func(ctx context.Context, c org.Command) (org.Reply, error)
	// Link is the address of a project's thread in the chat; nil where it has none.
	Link func(thread string) string
	// Every is the time between two looks without a nudge.
	Every     time.Duration
	Room      int               // most issues that are open there; 0 for any number
	Founders  []string          // ids of accounts there that may order; none for those of the setup
	Pace      *Pace             // nil spaces nothing
	Transport http.RoundTripper // nil is an ordinary one
	Now       func() time.Time
	Log       *slog.Logger

	mu     sync.Mutex
	held   time.Time // until when this process has the work
	scheme *scheme
	of     string               // the connection and team that the scheme was read of
	seen   map[string]time.Time // of things there: the change that was last looked at
	rest   *place               // where a look goes on that was longer than one may be; nil for none
}

const (
	holdTerm   = 2 * time.Minute
	holdAgain  = holdTerm / 3
	recordMost = 10 * time.Second
	// How long the next look at a project waits after one, so that a burst of events is one comparison.
	patience = 3 * time.Second
	// seenMost bounds what is remembered of looks; beyond it things are looked at once more than needed.
	seenMost = 20_000
)

// pace spaces the tries of what may go later.
func pace() retry.Policy { return retry.Policy{First: 15 * time.Second, Most: 15 * time.Minute} }

// session is one turn: what it is done with.
type session struct {
	*client
	setup  mirror.Setup
	at     outward.Connection
	key    sealed.Key
	office string
	scheme *scheme
}

// Next does one thing that is due. It returns org.ErrNoWork when there is none.
func (m *Mirror) Next(ctx context.Context) error {
	setup, at, err := m.Records.Mirror(ctx, mirror.Linear)
	if err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.Founders) > 0 {
		setup.Founders = m.Founders
	}
	if mine, err := m.hold(ctx); err != nil || !mine {
		return errors.Join(err, noWork(mine))
	}
	if _, err := m.Records.AdoptOrders(ctx, mirror.Linear); err != nil {
		return err
	}
	if err := m.propose(ctx, setup, at); err != nil {
		return err
	}
	c, err := m.Records.NextChange(ctx, mirror.Linear)
	if !errors.Is(err, org.ErrNoWork) {
		if err == nil {
			err = m.apply(ctx, c)
		}
		return err
	}
	if !setup.Poll.After(m.Now()) {
		return m.poll(ctx, setup, at)
	}
	j, err := m.Records.NextMirror(ctx, mirror.Linear)
	if err != nil {
		return err
	}
	return m.work(ctx, setup, at, j)
}

func noWork(mine bool) error {
	if mine {
		return nil
	}
	return org.ErrNoWork
}

// hold makes sure that no other process does this work.
func (m *Mirror) hold(ctx context.Context) (bool, error) {
	now := m.Now()
	if now.Before(m.held) && m.held.Sub(now) <= holdTerm {
		return true, nil
	}
	mine, err := m.Work.HoldJob(ctx, "linear", m.Owner, holdTerm)
	m.held = time.Time{}
	if mine {
		m.held = now.Add(holdAgain)
	}
	return mine, err
}

// open prepares a turn. A key that does not open is a refusal.
func (m *Mirror) open(ctx context.Context, setup mirror.Setup, at outward.Connection) (*session, error) {
	key, err := m.Key()
	if err != nil {
		return nil, err
	}
	secret, err := key.Open(at.Sealed, at.Address)
	if err != nil {
		return nil, &forge.RefusedError{Status: http.StatusUnauthorized, Text: "the key of Linear cannot be read here (" + err.Error() + "); give it again: frasier connect linear"}
	}
	office, err := m.Work.UID(ctx)
	if err != nil {
		return nil, err
	}
	s := &session{client: newClient(at.Address, secret, m.Transport, m.Pace, m.Now), setup: setup, at: at, key: key, office: office}
	if of := at.Name + " " + at.Address + " " + setup.Team + " " + string(at.Sealed); m.scheme == nil || m.of != of {
		if m.scheme, err = readScheme(ctx, s.client, setup.Team); err != nil {
			m.scheme = nil
			return nil, err
		}
		m.of = of
	}
	s.scheme = m.scheme
	return s, nil
}

// work brings one project up to date there, and writes down how far it came.
func (m *Mirror) work(ctx context.Context, setup mirror.Setup, at outward.Connection, j mirror.Job) error {
	s, err := m.open(ctx, setup, at)
	if err == nil {
		err = m.bring(ctx, s, j)
	}
	if full, ok := errors.AsType[*fullError](err); ok { // what stands there goes on, and it is looked again whether there is room
		return m.Records.EndMirror(ctx, mirror.Linear, mirror.Ended{Project: j.Project, Done: j.Head - 1, Why: full.Error(), Due: m.Now().Add(roomAgain)})
	}
	if err == nil {
		return m.Records.EndMirror(ctx, mirror.Linear, mirror.Ended{Project: j.Project, Done: j.Head, Due: m.Now().Add(patience)})
	}
	if ctx.Err() != nil {
		return err // the next process goes on
	}
	due, why, err := m.judge(ctx, at, err, j.Tries)
	if err != nil {
		return err
	}
	record, stop := context.WithTimeout(context.WithoutCancel(ctx), recordMost)
	defer stop()
	return m.Records.EndMirror(record, mirror.Linear, mirror.Ended{Project: j.Project, Tries: j.Tries + 1, Why: why, Due: due})
}

// judge says when it is tried again after a failure, and switches a connection off whose key is not known any more.
func (m *Mirror) judge(ctx context.Context, at outward.Connection, failed error, tries int) (due time.Time, why string, err error) {
	var no *forge.RefusedError
	var later *forge.LaterError
	now := m.Now()
	wait, _ := pace().Next(tries+1, now, now)
	due, why = now.Add(wait), failed.Error()
	switch {
	case errors.As(failed, &no) && no.Status == http.StatusUnauthorized:
		err = m.Work.SwitchOff(ctx, at.Name, no.Text)
	case errors.As(failed, &later):
		due = later.At
	case errors.As(failed, &no):
		m.scheme = nil // a state may have another id by now
		due = now.Add(max(wait, time.Minute))
	}
	m.Log.WarnContext(ctx, "linear", "err", failed, "again_at", due)
	return due, why, err
}

// Where a project's work is seen; empty for nowhere.
func (m *Mirror) link(t reports.Ticket) string {
	if m.Link == nil || t.Thread == "" {
		return ""
	}
	return m.Link(t.Thread)
}

// want says how a project should look there, in the states that the team has.
func (m *Mirror) want(s *session, t reports.Ticket, j mirror.Job) []mirror.Object {
	all := Want(t, j.Answers, m.link(t), Shape{Adopted: j.Origin != "", Coarse: j.Coarse})
	for i := range all {
		all[i] = s.scheme.settle(all[i])
	}
	return all
}

// bring makes a project stand there as it stands here.
func (m *Mirror) bring(ctx context.Context, s *session, j mirror.Job) error {
	t, err := m.Work.Ticket(ctx, j.Project, m.Now())
	if err != nil {
		return err
	}
	if j.Archive != mirror.NotArchived {
		if ended, err := m.putAway(ctx, s, &j, t); err != nil || ended {
			return err
		}
	}
	if err := m.chooseShape(ctx, s, &j, t); err != nil {
		return err
	}
	want := m.want(s, t, j)
	plan := mirror.Compare(want, j.Known, nil, false)
	w := &writer{m: m, s: s, job: j, ticket: t, raw: map[string]string{}}
	if j.Look || j.Fresh || modifies(plan) {
		theirs, line, err := m.look(ctx, w)
		if err != nil {
			return err
		}
		plan = mirror.Compare(want, j.Known, theirs, j.Fresh || line > j.Head)
	}
	if err := m.Records.NoteLook(ctx, mirror.Linear, agreed(plan, j.Known), m.stamp(plan.Changes), 0); err != nil {
		return err
	}
	for _, k := range plan.Keep {
		j.Known[k.Key] = k
	}
	if home, ok := j.Known[mirror.ProjectKey(j.Project)]; ok && home.Life == mirror.Gone {
		return nil // who took the project away does not want its things
	}
	ops, full, err := m.fit(ctx, plan.Ops, t)
	if err != nil {
		return err
	}
	if err := w.send(ctx, ops); err != nil {
		return err
	}
	return full
}

func modifies(p mirror.Plan) bool {
	for _, o := range p.Ops {
		if o.Kind == mirror.Modify {
			return true
		}
	}
	return false
}

// What the comparison settles before anything is sent: of what is to be sent, that what stands there now was seen.
func agreed(p mirror.Plan, known map[string]mirror.Known) []mirror.Known {
	out := slices.Clone(p.Keep)
	for _, o := range p.Ops {
		if o.Kind != mirror.Modify {
			continue
		}
		k := o.Known
		k.Base = make(map[mirror.Field]mirror.Agreed, len(o.Known.Base))
		for f, a := range o.Known.Base {
			k.Base[f] = a
		}
		for _, f := range o.Fields {
			a := k.Base[f]
			a.Sent = known[k.Key].Base[f].Sent
			k.Base[f] = a
		}
		out = append(out, k)
	}
	return out
}

// stamp gives changes their keys: what was found is written down together with what was seen, so each is found once.
func (m *Mirror) stamp(all []mirror.Change) []mirror.Change {
	for i := range all {
		all[i].At = m.Now()
		all[i].Key = string(all[i].Kind) + ":" + all[i].Object + ":" + short(all[i].Text+all[i].At.String())
	}
	return all
}
