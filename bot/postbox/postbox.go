// Package postbox reads a founder's mail when somebody wants to know of it, writes answers among his drafts and sends them after his yes. It marks
// nothing as read and writes nothing down: what was read is in memory for minutes, and a mail's text is read again each time that it is asked for.
package postbox

import (
	"cmp"
	"context"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/netip"
	"slices"
	"sync"
	"time"

	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/sealed"
)

const (
	sessionMost = 20 * time.Second // at the mailbox, for one question
	peopleBack  = 90 * 24 * time.Hour
	peopleMost  = 500  // addresses that the founder wrote to
	sentMost    = 2000 // mails of his that are looked at for that
	peopleFresh = time.Hour
	window      = 15 * time.Minute
	windowMost  = 200 // messages that are read within that
	listMost    = 50  // mails whose heads are read for a list
	rawMost     = 64 << 10
	// TextMost bounds what is read of a mail's text, in bytes.
	TextMost = 2 << 10
)

// Records is the part of the store that a Box needs. *store.DB is one.
type Records interface {
	Connections(ctx context.Context) ([]outward.Connection, error)
	SwitchOff(ctx context.Context, name, why string) error
	MailSenders(ctx context.Context) ([]outward.Sender, error)
	MarkSent(ctx context.Context, c outward.Claim) error
}

// Options of a Box.
type Options struct {
	Records Records
	Key     func() (sealed.Key, error) // opens the password
	Allow   []netip.Prefix             // private networks that may be reached all the same
	Roots   *x509.CertPool             // whom TLS trusts; nil for those of the system
	Now     func() time.Time
	Log     *slog.Logger
}

// Box is the founder's mailbox. It may be used by many goroutines; get one from New.
type Box struct {
	Options

	mu       sync.Mutex
	of       string              // the connection that what follows is of
	known    map[uint32]readHead // heads that were read within the window, by their ids in the inbox
	validity uint32              // of those ids
	used     []time.Time         // a moment for each message that was read within the window
	people   map[string]string   // whom the founder wrote to: the name that he wrote to, by address
	peopleAt time.Time
}

type readHead struct {
	reports.MailLine

	at time.Time // it was read
}

// New returns a mailbox.
func New(o Options) *Box { return &Box{Options: o} }

// errNone says that no mailbox is connected.
var errNone = errors.New("no mailbox is connected")

// connection returns the mailbox's connection with what opens it.
func (b *Box) connection(ctx context.Context) (outward.Connection, Access, error) {
	all, err := b.Records.Connections(ctx)
	if err != nil {
		return outward.Connection{}, Access{}, err
	}
	i := slices.IndexFunc(all, func(c outward.Connection) bool { return c.Name == outward.MailConnection })
	if i < 0 {
		return outward.Connection{}, Access{}, errNone
	}
	c := all[i]
	if !c.On {
		return c, Access{}, fmt.Errorf("it is off: %s", c.Why)
	}
	key, err := b.Key()
	if err != nil {
		return c, Access{}, err
	}
	text, err := key.Open(c.Sealed, c.Address)
	if err != nil {
		return c, Access{}, fmt.Errorf("its password can't be read here (%w); connect it again: frasier connect mail", err)
	}
	var a Access
	return c, a, json.Unmarshal([]byte(text), &a)
}

// use opens a session for one question. A mailbox that refuses is switched off.
func (b *Box) use(ctx context.Context, do func(s *session) error) error {
	c, a, err := b.connection(ctx)
	if err != nil {
		return err
	}
	b.mu.Lock() // one question at a time: the others wait for what it reads
	defer b.mu.Unlock()
	if of := c.Address + "\x00" + c.At.String(); b.of != of {
		b.of, b.known, b.people, b.peopleAt = of, nil, nil, time.Time{}
	}
	err = b.talk(ctx, a, do)
	if no := new(refusedError); errors.As(err, &no) {
		if err := b.Records.SwitchOff(ctx, c.Name, no.Error()+"; connect it again: frasier connect mail"); err != nil {
			b.Log.WarnContext(ctx, "a mailbox that refuses is not switched off", "err", err)
		}
	}
	return err
}

func (b *Box) talk(ctx context.Context, a Access, do func(s *session) error) error {
	ctx, stop := context.WithTimeout(ctx, sessionMost)
	defer stop()
	s, err := b.dial(ctx, a)
	if err != nil {
		return explain(ctx, a, err)
	}
	defer s.close()
	return explain(ctx, a, do(s))
}

// Unread lists unread mail of people whom the founder wrote to or named, the newest first. What can't be read is said in it and is no error.
func (b *Box) Unread(ctx context.Context) (reports.Post, error) {
	named, err := b.Records.MailSenders(ctx)
	if err != nil {
		return reports.Post{}, err
	}
	out := reports.Post{On: true}
	err = b.use(ctx, func(s *session) error {
		people, err := b.readPeople(s, named)
		if err != nil {
			return err
		}
		out.People = len(people)
		return b.list(s, people, &out)
	})
	switch {
	case errors.Is(err, errNone):
		return reports.Post{}, nil
	case ctx.Err() != nil:
		return out, ctx.Err()
	case err != nil:
		b.Log.WarnContext(ctx, "mail is not read", "err", err)
		out.Failed = err.Error()
	}
	return out, nil
}

// list reads the heads of unread mail, those alone that are not known yet.
func (b *Box) list(s *session, people map[string]string, out *reports.Post) error {
	validity, err := s.open(inbox)
	if err != nil {
		return err
	}
	found, err := s.searchFrom(people, true, b.Now().Add(-peopleBack))
	if err != nil {
		return err
	}
	if b.known == nil || b.validity != validity {
		b.known, b.validity = map[uint32]readHead{}, validity
	}
	now := b.Now()
	b.forget(now.Add(-window)) // also where the machine slept
	var fresh []uint32
	shown := found[:min(listMost, len(found))]
	for _, id := range shown {
		if _, ok := b.known[id]; !ok {
			fresh = append(fresh, id)
		}
	}
	fresh = fresh[:min(len(fresh), b.room())]
	heads, err := s.heads(fresh)
	if err != nil {
		return err
	}
	b.spend(len(heads))
	for id, h := range heads {
		b.known[id] = readHead{h.line(), now}
	}
	if len(heads) > 0 {
		time.AfterFunc(window, func() {
			b.mu.Lock()
			defer b.mu.Unlock()
			b.forget(now)
		})
	}
	for id := range b.known {
		if !slices.Contains(shown, id) {
			delete(b.known, id)
		}
	}
	for _, id := range shown {
		l, ok := b.known[id]
		if _, wrote := people[l.Address]; ok && wrote { // a server searches by parts of addresses
			out.Mails = append(out.Mails, l.MailLine)
		} else if !ok {
			out.More++
		}
	}
	out.More += len(found) - len(shown)
	slices.SortStableFunc(out.Mails, func(a, c reports.MailLine) int { return cmp.Or(c.At.Compare(a.At), cmp.Compare(a.Subject, c.Subject)) })
	return nil
}

// forget lets go of the heads that were read at a moment or before it, however often they were listed since. The caller holds the lock.
func (b *Box) forget(until time.Time) {
	maps.DeleteFunc(b.known, func(_ uint32, h readHead) bool { return !h.at.After(until) })
}

// room counts the messages that may still be read within the window. The caller holds the lock.
func (b *Box) room() int {
	now := b.Now()
	b.used = slices.DeleteFunc(b.used, func(at time.Time) bool { return now.Sub(at).Abs() >= window })
	return windowMost - len(b.used)
}

func (b *Box) spend(n int) {
	for range n {
		b.used = append(b.used, b.Now())
	}
}

// errFull says that as many messages were read as may be.
var errFull = fmt.Errorf("%d messages were read within the last %d minutes, and no more are read at a time; ask again in a while", windowMost, int(window.Minutes()))

// readPeople returns the names of people whose mail is read, by address. The caller holds the lock.
func (b *Box) readPeople(s *session, named []outward.Sender) (map[string]string, error) {
	if b.people == nil || b.Now().Sub(b.peopleAt).Abs() >= peopleFresh {
		found, err := s.readRecipients(b.Now().Add(-peopleBack))
		if err != nil {
			return nil, err
		}
		b.people, b.peopleAt = found, b.Now()
	}
	out := make(map[string]string, len(b.people)+len(named))
	for _, n := range named {
		out[n.Address] = ""
	}
	for address, name := range b.people {
		out[address] = name
	}
	delete(out, s.access.Account()) // who writes to himself
	return out, nil
}
