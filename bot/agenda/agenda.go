// Package agenda reads what founders' calendars hold on a day, when somebody wants to know. It changes nothing there and writes nothing down: what
// it read is in memory until the day is over.
package agenda

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/frasier-cos/frasier/internal/calendar"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/sealed"
	"github.com/frasier-cos/frasier/internal/when"
)

const (
	fresh    = 5 * time.Minute  // for so long what was read is not read again
	lookMost = 20 * time.Second // at one calendar
)

// Records is the part of the store that a Reader needs. *store.DB is one.
type Records interface {
	Calendars(ctx context.Context) ([]outward.Calendar, error)
	SwitchCalendarOff(ctx context.Context, name, why string) error
	FounderClock(ctx context.Context) (reports.FounderClock, error)
}

// Reader reads calendars. It may be used by many goroutines; get one from New.
type Reader struct {
	records Records
	key     func() (sealed.Key, error)
	allow   []netip.Prefix
	now     func() time.Time
	log     *slog.Logger

	mu   sync.Mutex
	read reports.Agenda
	at   time.Time // it was read
	of   string    // the day and the calendars that it is of
}

// New returns a reader. key opens the addresses; allow are private networks that may be reached all the same.
func New(r Records, key func() (sealed.Key, error), allow []netip.Prefix, now func() time.Time, log *slog.Logger) *Reader {
	return &Reader{records: r, key: key, allow: allow, now: now, log: log}
}

// Look returns what the founders' calendars hold on a day that is named in words, such as "tomorrow" or "on Friday", where the founder is; no words
// are today. Its error is one of package when for words that name none.
func (r *Reader) Look(ctx context.Context, words string) (reports.Agenda, error) {
	if words == "" {
		return r.On(ctx, "")
	}
	zone, err := r.zone(ctx)
	if err != nil {
		return reports.Agenda{}, err
	}
	day, err := when.ReadDay(words, r.now(), zone)
	if err != nil {
		return reports.Agenda{}, err
	}
	return r.On(ctx, day)
}

func (r *Reader) zone(ctx context.Context) (*time.Location, error) {
	clock, err := r.records.FounderClock(ctx)
	if err != nil {
		return nil, err
	}
	return calendar.Zone(clock.Zone)
}

// On returns what the founders' calendars hold on a day, as "2026-03-02", or on theirs where it is empty. What cannot be read is said in it and is no
// error. A calendar that refuses is switched off.
func (r *Reader) On(ctx context.Context, day string) (reports.Agenda, error) {
	all, err := r.records.Calendars(ctx)
	if err != nil || len(all) == 0 {
		return reports.Agenda{}, err
	}
	zone, err := r.zone(ctx)
	if err != nil {
		return reports.Agenda{}, err
	}
	now := r.now()
	today := calendar.Day(now, zone)
	if day == "" {
		day = today
	}
	of := day
	for _, c := range all {
		of += fmt.Sprintf("\x00%s %v %d", c.Name, c.On, c.At.UnixMicro())
	}
	r.mu.Lock() // whoever asks meanwhile waits for the same answer
	defer r.mu.Unlock()
	if r.of == of && now.Sub(r.at).Abs() < fresh {
		return r.read, nil
	}
	from := calendar.Begin(day, zone)
	to := calendar.Begin(calendar.Day(from.Add(36*time.Hour), zone), zone)
	r.read, r.at, r.of = r.readAll(ctx, all, window{from, to, zone}), now, of
	if day != today {
		r.read.Day, r.read.Begin = day, from
		to = now.Add(fresh)
	}
	if ctx.Err() != nil {
		r.of = ""
	}
	time.AfterFunc(to.Sub(now), r.forget)
	return r.read, ctx.Err()
}

// forget lets go of what was read.
func (r *Reader) forget() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.read, r.of = reports.Agenda{}, ""
}

// window is a day where a founder is.
type window struct {
	from, to time.Time
	zone     *time.Location
}

func (r *Reader) readAll(ctx context.Context, all []outward.Calendar, w window) reports.Agenda {
	out := reports.Agenda{Calendars: len(all)}
	for _, c := range all {
		if !c.On {
			out.Failed = append(out.Failed, fmt.Sprintf("%s is off: %s", c.Name, c.Why))
			continue
		}
		day, err := r.readOne(ctx, c, w)
		if err != nil {
			out.Failed = append(out.Failed, fmt.Sprintf("%s: %s", c.Name, err))
			r.log.WarnContext(ctx, "a calendar is not read", "calendar", c.Name, "err", err)
			if no := new(refusedError); errors.As(err, &no) {
				if err := r.records.SwitchCalendarOff(ctx, c.Name, no.Error()+"; connect it again: frasier connect calendar"); err != nil {
					r.log.WarnContext(ctx, "a calendar that refuses is not switched off", "calendar", c.Name, "err", err)
				}
			}
			continue
		}
		out.Left += day.Left
		for _, m := range day.Meetings {
			m.Calendar, m.Begun, m.Goes = c.Name, m.Start.Before(w.from), m.End.After(w.to)
			m.AllDay = m.AllDay || !m.Start.After(w.from) && !m.End.Before(w.to)
			out.Meetings = append(out.Meetings, m)
		}
	}
	slices.SortStableFunc(out.Meetings, func(a, b reports.Meeting) int {
		if a.AllDay != b.AllDay {
			return map[bool]int{true: -1, false: 1}[a.AllDay]
		}
		return cmp.Or(a.Start.Compare(b.Start), strings.Compare(a.Title, b.Title))
	})
	return out
}
