package ticket

import (
	"context"
	"fmt"
	"time"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// Renderer gives a delivery its text when it is sent, unless its thread gave it
// one before: the store keeps facts and ids only.
type Renderer struct {
	Records interface {
		Ticket(ctx context.Context, p org.ProjectID, now time.Time) (reports.Ticket, error)
	}
	// News gives what a noun has to say its words.
	News func(reports.News) (org.Reply, error)
	Now  func() time.Time
	// Meetings reads what calendars hold on a day, an empty one for today, for what tells of it; nil where nothing does.
	Meetings func(ctx context.Context, day string) (reports.Agenda, error)
	// Mail reads the founder's mail, for what tells of it; nil where nothing does.
	Mail Mail
}

// Mail reads a founder's mail.
type Mail interface {
	Unread(ctx context.Context) (reports.Post, error)
	Letter(ctx context.Context, who string) (reports.Letter, error)
}

// Render returns the delivery with its text. It may be called at once by
// several goroutines; its error is the store's.
func (r Renderer) Render(ctx context.Context, v reports.Delivery) (reports.Delivery, error) {
	if v.Body != "" {
		return v, nil
	}
	if r.Meetings != nil && (v.Facts.Meetings || v.Facts.Day != nil && v.Facts.Day.Meets) {
		a, err := r.Meetings(ctx, v.Facts.MeetingDay)
		if err != nil {
			return v, fmt.Errorf("render %s: %w", v.Key, err)
		}
		v.Facts.Agenda = a
		if v.Facts.Day != nil {
			day := *v.Facts.Day
			day.Agenda = a
			v.Facts.Day = &day
		}
	}
	if r.Mail != nil {
		if err := r.readMail(ctx, &v); err != nil {
			return v, fmt.Errorf("render %s: %w", v.Key, err)
		}
	}
	var t reports.Ticket
	if v.Project != "" {
		var err error
		if t, err = r.Records.Ticket(ctx, v.Project, r.Now()); err != nil {
			return v, fmt.Errorf("render %s: %w", v.Key, err)
		}
	}
	if v.Facts.News != nil {
		return r.renderNews(v, t)
	}
	return messages.Render(v, t), nil
}

// readMail reads what a delivery tells of mail.
func (r Renderer) readMail(ctx context.Context, v *reports.Delivery) (err error) {
	if v.Facts.Day != nil && v.Facts.Day.Mails {
		day := *v.Facts.Day
		if day.Post, err = r.Mail.Unread(ctx); err != nil {
			return err
		}
		v.Facts.Day = &day
	}
	if v.Facts.Mail == nil {
		return nil
	}
	f := *v.Facts.Mail
	v.Facts.Mail = &f
	if f.Who == "" {
		f.Post, err = r.Mail.Unread(ctx)
		return err
	}
	l, err := r.Mail.Letter(ctx, f.Who)
	if err != nil && ctx.Err() == nil {
		f.Failed = err.Error()
		return nil
	}
	f.Letter = l
	return err
}

// renderNews has a noun say its news.
func (r Renderer) renderNews(v reports.Delivery, t reports.Ticket) (reports.Delivery, error) {
	said, err := r.News(*v.Facts.News)
	if err != nil {
		return v, fmt.Errorf("render %s: %w", v.Key, err)
	}
	v.Body = said.Text
	if v.Card.Buttons == nil {
		v.Card.Buttons = said.Card.Buttons
	}
	if len(v.Files) == 0 {
		v.Files = said.Files
	}
	if v.Project != "" {
		v.Card.Tag = messages.Tag(t)
	}
	return v, nil
}
