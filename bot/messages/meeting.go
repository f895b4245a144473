package messages

import (
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/reports"
)

// MeetingsToday says what stands in calendars today.
func MeetingsToday(a reports.Agenda) string {
	const most = 20 // lines
	text := wording.Agenda(a, most)
	if len(a.Meetings) > most {
		text += "\nThere are more: `!meetings`."
	}
	return text
}
