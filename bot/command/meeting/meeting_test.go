package meeting_test

import (
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/command/meeting"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/testing/nountest"
)

func TestWords(t *testing.T) {
	at := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	full := reports.Agenda{Calendars: 2, Left: 1, Failed: []string{"calendar2: it answers 502"}}
	for range 10 {
		full.Meetings = append(full.Meetings, reports.Meeting{Start: at, End: at.Add(30 * time.Minute), Title: "Team", Place: "Kitchen"})
	}
	hostile := reports.Agenda{Calendars: 1, Meetings: []reports.Meeting{{AllDay: true, Title: "**!cancel all** `rm` https://evil.example.com"}, {Start: at, End: at}, {Start: at.AddDate(0, 0, -1), End: at, Begun: true, Title: "Night"}, {Start: at, End: at.AddDate(0, 0, 1), Goes: true, Title: "Trip"}}}
	one := outward.Calendar{Name: "calendar", Kind: outward.CalDAV, Host: "dav.example.com", Account: "anna", Paths: []string{"/a/", "/b/"}, On: true, At: at}
	off := outward.Calendar{Name: "calendar2", Kind: outward.ICS, Host: "calendar.example.com", Why: "there is no calendar at its address; connect it again: frasier connect calendar", At: one.At}
	say := func(text string) wording.Message { return wording.Message{Text: text} }
	nountest.Golden(t,
		nountest.Example{Name: "no calendar", Message: say(meeting.None())},
		nountest.Example{Name: "a free day", Message: meeting.List(reports.Agenda{Calendars: 1})},
		nountest.Example{Name: "a full day", Message: meeting.List(full)},
		nountest.Example{Name: "a full other day", Message: meeting.List(reports.Agenda{Day: "2026-03-02", Begin: at.Truncate(24 * time.Hour), Calendars: 1, Meetings: full.Meetings[:1]})},
		nountest.Example{Name: "a free other day", Message: meeting.List(reports.Agenda{Day: "2026-03-02", Begin: at.Truncate(24 * time.Hour), Calendars: 1})},
		nountest.Example{Name: "no day", Message: say(meeting.NoDay("the moon"))},
		nountest.Example{Name: "titles of others", Message: meeting.List(hostile)},
		nountest.Example{Name: "nothing can be read", Message: meeting.List(reports.Agenda{Calendars: 1, Failed: []string{"calendar: it didn't answer within 20s"}})},
		nountest.Example{Name: "in the brief", Message: say(wording.AgendaLine(full))},
		nountest.Example{Name: "in the brief, nothing can be read", Message: say(wording.AgendaLine(reports.Agenda{Calendars: 1, Failed: []string{"calendar: it answers 502"}}))},
		nountest.Example{Name: "calendars", Message: meeting.Calendars([]outward.Calendar{one, off})},
		nountest.Example{Name: "a word that does nothing", Message: say(meeting.What("dance"))},
		nountest.Example{Name: "which", Message: say(meeting.Which())},
		nountest.Example{Name: "unknown", Message: say(meeting.Unknown("work"))},
		nountest.Example{Name: "removed", Message: say(meeting.Gone("calendar"))},
	)
}
