package messages

import (
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// Render gives a delivery that carries facts its text, and the buttons and
// files that belong to it. The ticket is its project's; the zero value for a
// delivery about none. A delivery that has its text already is returned as it
// is. It is pure.
func Render(v reports.Delivery, t reports.Ticket) reports.Delivery {
	if v.Body != "" {
		return v
	}
	r := render(v.Kind, v.Facts, t)
	v.Body = r.Text
	if v.Facts.Parked != nil || v.Facts.Lost != nil || v.Facts.Quiet != nil || v.Facts.Late != nil || v.Facts.Company != nil || v.Facts.Repository != nil || v.Facts.Wait != nil || v.Facts.Room != nil || v.Facts.Reminder != nil || v.Facts.Ordered != nil {
		v.Title = "" // the text says what it is
	}
	if v.Card.Buttons == nil {
		v.Card.Buttons = r.Card.Buttons
	}
	if len(v.Files) == 0 {
		v.Files = r.Files
	}
	if v.Project != "" {
		v.Card.Tag = Tag(t)
	}
	return v
}

func render(kind reports.DeliveryKind, f reports.Facts, t reports.Ticket) org.Reply {
	var out org.Reply
	switch {
	case f.Mission != "":
		out, _ = Plan(t, f.Mission)
	case f.Phase > 0:
		out.Text = Phase(t.Project, f.Phase)
	case f.Ended && t.Project.State == org.ProjectFailed:
		out = Failure(t)
	case f.Ended && kind == reports.DeliverFailure: // it was sent late
		out.Text = Reopened(t.Project)
	case f.Ended:
		out = Result(t)
	case f.Decision != "":
		out, _ = Question(t, f.Decision)
	case len(f.Questions) > 0:
		out.Text = Reminder(t.Project, f.Questions)
	case f.Notice != "":
		out.Text = Notice(t.Project, f.Notice)
	case f.Alert != nil:
		out.Text = Alert(*f.Alert, t.Project.Title)
	case f.Money != nil:
		out = MoneyNews(*f.Money)
	case f.Parked != nil:
		out.Text = Parked(*f.Parked)
	case f.Lost != nil:
		out.Text = Lost(*f.Lost)
	case f.Quiet != nil:
		out.Text = Quiet(*f.Quiet)
	case f.Day != nil:
		out.Text = Daily(*f.Day)
	case f.Late != nil:
		out = Late(*f.Late)
	case f.Schedule != nil:
		out.Text = BrokenSchedule(*f.Schedule)
	case f.Repository != nil:
		out.Text = RepositoryAsked(*f.Repository)
	case f.Wait != nil:
		out.Text = WaitLong(*f.Wait)
	case f.Room != nil:
		out.Text = DiskFills(*f.Room)
	case f.Reminder != nil:
		out = RemindOf(*f.Reminder)
	case f.Ordered != nil:
		out = OrderedByToken(*f.Ordered, t.Project)
	case f.Meetings:
		out.Text = MeetingsToday(f.Agenda)
	case f.Mail != nil:
		out.Text = MailNow(*f.Mail)
	case f.Keep != nil:
		out = KeepNews(t.Project, *f.Keep)
	case f.Company != nil:
		out = CompanyNews(*f.Company)
	}
	return out
}
