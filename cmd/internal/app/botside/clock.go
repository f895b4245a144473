package botside

import (
	"context"
	"fmt"
	"time"

	"github.com/frasier-cos/frasier/bot/heartbeat"
	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/internal/calendar"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

const (
	// settleEvery is the time after which the provider is asked what calls cost whose
	// cost is unknown.
	settleEvery = 10 * time.Minute
	// searchEvery is the time after which the month's searches are looked at beside the
	// searches themselves.
	searchEvery = 10 * time.Minute
	shortTerm   = time.Minute
	longTerm    = 10 * time.Minute
)

// newClock leaves out of a process that works on one project what concerns others.
func newClock(a *app.App) *heartbeat.Clock {
	list := []heartbeat.Job{
		{Name: "budgets", Term: shortTerm, Do: func(ctx context.Context, _ time.Time) error {
			_, err := a.Store.ReleaseBudget(ctx)
			return err
		}},
		{Name: "seals", Term: shortTerm, Do: func(ctx context.Context, _ time.Time) error {
			_, err := a.Store.SealJournal(ctx)
			return err
		}},
		{Name: "waits", When: heartbeat.Every(time.Minute), Term: shortTerm, Do: func(ctx context.Context, _ time.Time) error {
			return a.Store.NoticeWaits(ctx)
		}},
		{Name: "searches", When: heartbeat.Every(searchEvery), AtOnce: true, Term: shortTerm, Do: func(ctx context.Context, _ time.Time) error {
			return a.Store.NoticeSearches(ctx)
		}},
		{Name: "unknown costs", When: heartbeat.Every(settleEvery), Term: longTerm, Do: func(ctx context.Context, _ time.Time) error {
			_, err := a.Client.Settle(ctx, a.Store)
			return err
		}},
	}
	if a.Only == "" {
		list = append(list, listDailyJobs(a)...)
	}
	return &heartbeat.Clock{Timetable: a.Store, Jobs: list, Owner: a.Owner, Tick: org.HeartbeatTick, Now: a.Now, Log: a.Log}
}

func listDailyJobs(a *app.App) []heartbeat.Job {
	days := newAgenda(a)
	return []heartbeat.Job{
		{Name: "schedules", Term: shortTerm, Do: func(ctx context.Context, _ time.Time) error {
			_, err := a.Store.RunSchedules(ctx)
			return err
		}},
		{Name: "reminders", Term: shortTerm, Do: func(ctx context.Context, _ time.Time) error {
			_, err := a.Store.RunReminders(ctx)
			return err
		}},
		{Name: "backup", When: planBackups(a), AtOnce: true, Term: longTerm, Do: func(ctx context.Context, _ time.Time) error {
			_, err := a.Store.Backup(ctx, "")
			return err
		}},
		{Name: "room", When: heartbeat.Every(10 * time.Minute), AtOnce: true, Term: shortTerm, Do: func(ctx context.Context, now time.Time) error {
			return noticeRoom(ctx, a, now)
		}},
		{Name: "retention", When: heartbeat.Every(24 * time.Hour), AtOnce: true, Term: longTerm, Do: func(ctx context.Context, now time.Time) error {
			return pruneOld(ctx, a, now)
		}},
		{Name: "digest", When: planDigest(a), Term: shortTerm, Do: func(ctx context.Context, _ time.Time) error {
			today, err := days.On(ctx, "")
			if err != nil {
				return err
			}
			post, err := Mailbox(a).Unread(ctx)
			if err != nil {
				return err
			}
			_, err = a.Store.SendDigest(ctx, len(today.Meetings)+len(today.Failed) > 0, len(post.Mails) > 0 || post.Failed != "")
			return err
		}},
		{Name: "counters", When: heartbeat.Every(time.Hour), Term: longTerm, Do: func(ctx context.Context, _ time.Time) error {
			return auditCounters(ctx, a)
		}},
		{Name: "questions", When: heartbeat.Every(time.Hour), Term: shortTerm, Do: func(ctx context.Context, _ time.Time) error {
			_, err := a.Store.AskAgain(ctx)
			return err
		}},
		{Name: "hour", When: planAfterHour, Term: shortTerm, Do: func(ctx context.Context, _ time.Time) error {
			return a.Store.RecordHour(ctx)
		}},
		{Name: "velocity", When: heartbeat.Every(org.VelocityWindow), Term: shortTerm, Do: func(ctx context.Context, _ time.Time) error {
			return a.Store.NoticeVelocity(ctx)
		}},
	}
}

// planBackups has a backup made each hour; a server makes its own.
func planBackups(a *app.App) func(context.Context) (calendar.Repeats, error) {
	if a.Store.Server() {
		return func(context.Context) (calendar.Repeats, error) { return nil, nil }
	}
	return heartbeat.Every(time.Hour)
}

// planDigest goes by the hour at which the founder wants his digest.
func planDigest(a *app.App) func(context.Context) (calendar.Repeats, error) {
	return func(ctx context.Context) (calendar.Repeats, error) {
		c, err := a.Store.FounderClock(ctx)
		if err != nil || c.Silent {
			return nil, err
		}
		r, err := calendar.Parse(fmt.Sprintf("0 %d * * *", c.Hour), c.Zone)
		if err != nil {
			return nil, err
		}
		return r, nil
	}
}

func planAfterHour(context.Context) (calendar.Repeats, error) {
	r, err := calendar.Parse("1 * * * *", "")
	if err != nil {
		return nil, err
	}
	return r, nil
}

// auditCounters counts again what open work waits for, and says when a counter was wrong.
func auditCounters(ctx context.Context, a *app.App) error {
	n, err := a.Store.AuditCounters(ctx)
	if n > 0 {
		a.Log.ErrorContext(ctx, "counters were wrong and were put right; please report it", "counters", n)
	}
	return err
}

// pruneOld deletes what is kept for so many days only, and writes down how large the database is.
func pruneOld(ctx context.Context, a *app.App, now time.Time) error {
	if days := a.Settings.KeepDays; days > 0 {
		n, err := a.Store.Prune(ctx, now.AddDate(0, 0, -days))
		if err != nil {
			return err
		}
		if n > 0 {
			a.Log.InfoContext(ctx, "deleted what only served the making of old projects", "projects", n, "days", days)
		}
	}
	if err := a.Store.PrunePosts(ctx); err != nil {
		return err
	}
	h, err := a.Store.Health(ctx)
	if err != nil {
		return err
	}
	return a.Store.RecordSize(ctx, h.Bytes)
}

// noticeRoom tells the founder that the disk of the data fills, before it is full.
func noticeRoom(ctx context.Context, a *app.App, now time.Time) error {
	free, err := app.Room(a.Settings.Home)
	if err != nil {
		return fmt.Errorf("look at the disk: %w", err)
	}
	h, err := a.Store.Health(ctx)
	if err != nil {
		return err
	}
	before, err := a.Store.SizeBefore(ctx, reports.RoomBefore(now))
	if err != nil {
		return err
	}
	if a.Store.Server() { // its database lies on a disk that is not seen from here
		before = 0
	}
	if f, low := reports.Room(free, h.Bytes, before); low {
		return a.Store.NoticeRoom(ctx, f)
	}
	return nil
}
