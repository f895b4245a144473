// Package ticket keeps each project's thread, which is its ticket: the plan,
// one card that is edited in place, what the agents say to each other, what
// waits for the founder and what was delivered.
//
// It follows the journal from a cursor of its own. What a line of the journal
// makes it say is queued in the transaction that moves the cursor, so a crash
// loses no line and says none twice. Only chats that have threads get any of
// it; it sends nothing itself and decides nothing.
package ticket

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// Follower is the name of the updater's cursor.
const Follower = "ticket"

const (
	batch   = 200  // lines of the journal at once
	unmoved = 2000 // lines that are read over and over after a start, at most, in an instance without threads
)

// Records is the part of the store that the updater needs. *store.DB is one.
type Records interface {
	Cursor(ctx context.Context, name string) (int64, error)
	Events(ctx context.Context, after int64, limit int) ([]org.Event, error)
	Ticket(ctx context.Context, p org.ProjectID, now time.Time) (reports.Ticket, error)
	// Tell queues what is said about the lines that were read, or returns
	// org.ErrConflict when another process was faster.
	Tell(ctx context.Context, r reports.Reading, said []reports.Delivery, changed []org.ProjectID) error
	CardDue(ctx context.Context) (reports.CardState, error)
	SaveCard(ctx context.Context, c reports.CardState, said []reports.Delivery, next time.Time) error
}

// Updater keeps the tickets. Its fields must be set. Next may be called at once
// from several goroutines and processes.
type Updater struct {
	Records Records
	Now     func() time.Time

	mu       sync.Mutex
	read     int64                  // lines up to here say nothing and are not marked as read yet
	threaded map[org.ProjectID]bool // whether a project's chat has threads; that never changes
}

// Next reads on in the journal and says what is to be said, else writes one
// card again. It returns org.ErrNoWork when there is neither.
func (c *Updater) Next(ctx context.Context) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	err := c.followJournal(ctx)
	if !errors.Is(err, org.ErrNoWork) {
		return err
	}
	return c.writeCard(ctx)
}

// followJournal reads one batch of the journal.
func (c *Updater) followJournal(ctx context.Context) error {
	at, err := c.Records.Cursor(ctx, Follower)
	if err != nil {
		return fmt.Errorf("keep tickets: %w", err)
	}
	events, err := c.Records.Events(ctx, max(at, c.read), batch)
	if err != nil {
		return fmt.Errorf("keep tickets: %w", err)
	}
	if len(events) == 0 {
		return org.ErrNoWork
	}
	last := events[len(events)-1].Seq
	said, changed, err := c.sayBatch(ctx, events)
	if err != nil {
		return err
	}
	if len(said) == 0 && len(changed) == 0 && last-at < unmoved {
		c.read = last // nothing to write down for an instance without threads
		return nil
	}
	err = c.Records.Tell(ctx, reports.Reading{Follower: Follower, From: at, To: last}, said, changed)
	if errors.Is(err, org.ErrConflict) {
		c.read = 0
		return nil // another process did it; look again
	}
	if err != nil {
		return fmt.Errorf("keep tickets: %w", err)
	}
	c.read = last
	return nil
}

// Cards of the changed projects are drawn again once for the whole batch.
func (c *Updater) sayBatch(ctx context.Context, events []org.Event) (said []reports.Delivery, changed []org.ProjectID, err error) {
	tickets := map[org.ProjectID]reports.Ticket{}
	marked := map[org.ProjectID]bool{}
	for _, e := range events {
		if _, changes := findEventRow(e.Kind); e.Project == "" || !changes {
			continue
		}
		if known, seen := c.threaded[e.Project]; seen && !known {
			continue
		}
		t, here := tickets[e.Project]
		if !here {
			if t, err = c.Records.Ticket(ctx, e.Project, c.Now()); err != nil {
				return nil, nil, fmt.Errorf("keep tickets: %w", err)
			}
			tickets[e.Project] = t
			if c.threaded == nil {
				c.threaded = map[org.ProjectID]bool{}
			}
			c.threaded[e.Project] = t.Project.Channel.Threaded()
		}
		if !c.threaded[e.Project] {
			continue
		}
		for _, v := range Messages(t, e) {
			if !t.Muted || v.Kind != reports.DeliverLine {
				said = append(said, v)
			}
		}
		if !t.Single && !marked[e.Project] {
			marked[e.Project] = true
			changed = append(changed, e.Project)
		}
	}
	return said, changed, nil
}

// writeCard writes the card that has waited longest.
func (c *Updater) writeCard(ctx context.Context) error {
	state, err := c.Records.CardDue(ctx)
	if errors.Is(err, org.ErrNoWork) {
		return org.ErrNoWork
	}
	if err != nil {
		return fmt.Errorf("keep tickets: %w", err)
	}
	now := c.Now()
	t, err := c.Records.Ticket(ctx, state.Project, now)
	if err != nil {
		return fmt.Errorf("keep tickets: %w", err)
	}
	next, said, again := Card(t, state)
	if err := c.Records.SaveCard(ctx, next, said, again); err != nil {
		return fmt.Errorf("keep tickets: %w", err)
	}
	return nil
}
