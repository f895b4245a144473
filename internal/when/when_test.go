package when_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/calendar"
	"github.com/frasier-cos/frasier/internal/when"
)

// Wednesday, 25 November 2026, 15:10 in Berlin, which is in winter time.
const said = "2026-11-25T15:10:00"

type reads struct {
	text string
	want string // "2026-11-27 09:00", two of them where it is asked, a cron expression and the first time, or "!" and part of the error
	rest string
}

func phrases() []reads {
	return []reads{
		// The issue's own, and what is like them.
		{"on Friday at 9 to call the bank", "2026-11-27 09:00", "call the bank"},
		{"to call the bank on Friday at 9", "2026-11-27 09:00", "to call the bank"},
		{"on Friday at 9", "2026-11-27 09:00", ""},
		{"Friday at 9am", "2026-11-27 09:00", ""},
		{"friday 9:30", "2026-11-27 09:30", ""},
		{"on Fri at 9", "2026-11-27 09:00", ""},
		{"at 9 on Friday about the taxes", "2026-11-27 09:00", "the taxes"},
		{"on Friday that the rent is due", "2026-11-27 09:00", "the rent is due"},
		{"Friday morning", "2026-11-27 09:00", ""},
		{"Friday afternoon", "2026-11-27 15:00", ""},
		{"Friday evening at 8", "2026-11-27 20:00", ""},
		{"on Friday at 3", "2026-11-27 03:00|2026-11-27 15:00", ""},
		{"on Friday at 3pm", "2026-11-27 15:00", ""},
		{"on Friday at 3 p.m.", "2026-11-27 15:00", ""},
		{"on Friday at 03:00", "2026-11-27 03:00", ""},
		{"on Friday at 12", "2026-11-27 12:00", ""},
		{"on Friday at noon", "2026-11-27 12:00", ""},
		{"on Friday at midnight", "2026-11-27 00:00|2026-11-28 00:00", ""},
		{"on Friday at half past nine", "2026-11-27 09:30", ""},
		{"on Friday at quarter to ten", "2026-11-27 09:45", ""},
		{"on Friday at a quarter past 10", "2026-11-27 10:15", ""},
		{"on Friday at ten to nine", "2026-11-27 08:50", ""},
		{"on Friday at nine o'clock", "2026-11-27 09:00", ""},
		{"on Monday", "2026-11-30 09:00", ""},
		{"on Tuesday at 14:30", "2026-12-01 14:30", ""},
		{"next Tuesday at 14:30", "2026-12-01 14:30", ""},                              // Tuesday of this week is over
		{"next Friday at 14:30", "2026-11-27 14:30|2026-12-04 14:30", ""},              // the one of this week or of the next?
		{"this Friday at 14:30", "2026-11-27 14:30", ""},                               //
		{"coming Wednesday at 10:00", "2026-12-02 10:00", ""},                          // today is one
		{"on Wednesday at 9:00", "2026-12-02 09:00", ""},                               // today's is over
		{"on Wednesday at 18:00", "2026-11-25 18:00|2026-12-02 18:00", ""},             //
		{"next Wednesday at 18:00", "2026-12-02 18:00", ""},                            //
		{"on Friday next week", "2026-12-04 09:00", ""},                                //
		{"next week on Friday at 10", "2026-12-04 10:00", ""},                          //
		{"a week from Friday", "2026-12-04 09:00", ""},                                 //
		{"a week from today", "2026-12-02 09:00", ""},                                  //
		{"at the weekend", "2026-11-28 09:00", ""},                                     //
		{"next week", "!which day", ""},                                                //
		{"next month", "!which day", ""},                                               //
		{"in two weeks on Monday", "!which day", ""},                                   //
		{"today at 17:00 to water the plants", "2026-11-25 17:00", "water the plants"}, //
		{"today at 9", "!over", ""},
		{"today", "!no hour", ""},
		{"tonight", "2026-11-25 20:00", ""},
		{"tonight at 9", "2026-11-25 21:00", ""},
		{"tonight at midnight", "2026-11-26 00:00", ""},
		{"this evening", "2026-11-25 18:00", ""},
		{"this morning", "!over", ""},
		{"tomorrow", "2026-11-26 09:00", ""},
		{"tomorrow to call the dentist", "2026-11-26 09:00", "call the dentist"},
		{"tomorrow to call the dentist at 10", "2026-11-26 10:00", "call the dentist"},
		{"tomorrow about the meeting at 10", "2026-11-26 09:00", "the meeting at 10"},
		{"tomorrow at 8", "2026-11-26 08:00", ""},
		{"tomorrow morning", "2026-11-26 09:00", ""},
		{"tomorrow morning at 7:15", "2026-11-26 07:15", ""},
		{"tomorrow afternoon at 4", "2026-11-26 16:00", ""},
		{"tomorrow in the evening", "2026-11-26 18:00", ""},
		{"tomorrow night", "2026-11-26 20:00", ""},
		{"tomorrow noon", "2026-11-26 12:00", ""},
		{"tomorrow at 5", "2026-11-26 05:00|2026-11-26 17:00", ""},
		{"tomorrow at 17h", "2026-11-26 17:00", ""},
		{"tomorrow at 9 CET", "!time zone", ""},
		{"tomorrow at 9:00 UTC", "2026-11-26 10:00", ""},
		{"the day after tomorrow at 8:30", "2026-11-27 08:30", ""},
		{"at 17:00", "2026-11-25 17:00", ""},
		{"at 14:00", "2026-11-26 14:00", ""},
		{"at 9", "2026-11-25 21:00|2026-11-26 09:00", ""},
		{"at 4", "2026-11-25 16:00|2026-11-26 04:00", ""},
		{"at 9pm", "2026-11-25 21:00", ""},
		{"at 9am", "2026-11-26 09:00", ""},
		{"at noon", "2026-11-26 12:00", ""},
		{"at midnight", "2026-11-26 00:00", ""},
		{"in the morning", "2026-11-26 09:00", ""},
		{"in 20 minutes", "2026-11-25 15:30", ""},
		{"in 20 min to turn the oven off", "2026-11-25 15:30", "turn the oven off"},
		{"to turn the oven off in 20 minutes", "2026-11-25 15:30", "to turn the oven off"},
		{"in an hour", "2026-11-25 16:10", ""},
		{"in half an hour", "2026-11-25 15:40", ""},
		{"in 1.5 hours", "2026-11-25 16:40", ""},
		{"in an hour and a half", "2026-11-25 16:40", ""},
		{"in 2h30", "2026-11-25 17:40", ""},
		{"in two hours and 15 minutes", "2026-11-25 17:25", ""},
		{"in 3 days", "2026-11-28 15:10", ""},
		{"in 3 days at 10", "2026-11-28 10:00", ""},
		{"in a week", "2026-12-02 15:10", ""},
		{"in two weeks at 8:00", "2026-12-09 08:00", ""},
		{"in a month", "2026-12-25 15:10", ""},
		{"in a year", "2027-11-25 15:10", ""},
		{"in 40 years", "!ten years", ""},
		{"two hours from now", "2026-11-25 17:10", ""},
		{"on 3 December at 10", "2026-12-03 10:00", ""},
		{"on December 3rd", "2026-12-03 09:00", ""},
		{"on December 3, 2027 at 10", "2027-12-03 10:00", ""},
		{"on the 3rd of December", "2026-12-03 09:00", ""},
		{"on Friday, 4 December", "2026-12-04 09:00", ""},
		{"on 3 May", "2027-05-03 09:00", ""},
		{"on the 30th at 8", "2026-11-30 08:00", ""},
		{"on the 31st", "2026-12-31 09:00", ""}, // November has none
		{"on the 5th", "2026-12-05 09:00", ""},
		{"on 30 February", "!no such day", ""},
		{"on 29 February", "2028-02-29 09:00", ""},
		{"on 2026-12-24 at 18:00", "2026-12-24 18:00", ""},
		{"2026-12-24 18:00 light the candles", "2026-12-24 18:00", "light the candles"},
		{"on 24.12. at 18:00", "2026-12-24 18:00", ""},
		{"on 24.12.2026", "2026-12-24 09:00", ""},
		{"on 12/24", "2026-12-24 09:00", ""},
		{"on 24/12", "2026-12-24 09:00", ""},
		{"on 3/4", "2027-03-04 09:00|2027-04-03 09:00", ""},
		{"on 2025-01-01", "!over", ""},
		{"at the end of the month", "2026-11-30 09:00", ""},
		{"end of this month at 17:00", "2026-11-30 17:00", ""},
		// What repeats.
		{"every Monday", "0 9 * * 1 2026-11-30 09:00", ""},
		{"every Monday at 8", "0 8 * * 1 2026-11-30 08:00", ""},
		{"every Monday at 8 to send the invoices", "0 8 * * 1 2026-11-30 08:00", "send the invoices"},
		{"every Monday and Thursday at 17:30", "30 17 * * 1,4 2026-11-26 17:30", ""},
		{"every day at 7", "0 7 * * * 2026-11-26 07:00", ""},
		{"daily at 18:00", "0 18 * * * 2026-11-25 18:00", ""},
		{"every morning", "0 9 * * * 2026-11-26 09:00", ""},
		{"every evening at 9", "0 21 * * * 2026-11-25 21:00", ""},
		{"every weekday at 8:15", "15 8 * * 1-5 2026-11-26 08:15", ""},
		{"on Mondays at 10", "0 10 * * 1 2026-11-30 10:00", ""},
		{"every month on the 1st", "0 9 1 * * 2026-12-01 09:00", ""},
		{"every 15th at noon", "0 12 15 * * 2026-12-15 12:00", ""},
		{"every week on Friday at 16:00", "0 16 * * 5 2026-11-27 16:00", ""},
		{"every month on the 31st", "!repeated", ""}, // many months have none
		{"every other Monday", "!repeated", ""},
		{"every 10 minutes", "!repeated", ""},
		{"every Monday at 3", "!morning or", ""},
		{"every week", "!repeated", ""},
		// German.
		{"am Freitag um 9 daran, die Bank anzurufen", "2026-11-27 09:00", "die Bank anzurufen"},
		{"Freitag 9 Uhr", "2026-11-27 09:00", ""},
		{"am Freitag um 9 Uhr 30", "2026-11-27 09:30", ""},
		{"am Freitag um 9.30 Uhr", "2026-11-27 09:30", ""},
		{"um 9 am Freitag", "2026-11-27 09:00", ""},
		{"am Fr um 9", "2026-11-27 09:00", ""},
		{"am Freitagabend", "!no time", "am Freitagabend"},
		{"nächsten Freitag um 14 Uhr", "2026-11-27 14:00|2026-12-04 14:00", ""},
		{"nächsten Dienstag um 14:30", "2026-12-01 14:30", ""},
		{"kommenden Mittwoch um 14 Uhr", "2026-12-02 14:00", ""},
		{"nächste Woche Freitag", "2026-12-04 09:00", ""},
		{"nächste Woche", "!which day", ""},
		{"morgen", "2026-11-26 09:00", ""},
		{"morgen früh um 7", "2026-11-26 07:00", ""},
		{"morgen um halb neun an den Zahnarzt", "2026-11-26 08:30", "den Zahnarzt"},
		{"morgen um Viertel vor zehn", "2026-11-26 09:45", ""},
		{"morgen um dreiviertel zehn", "2026-11-26 09:45", ""},
		{"morgen um zehn nach neun", "2026-11-26 09:10", ""},
		{"morgen Nachmittag", "2026-11-26 15:00", ""},
		{"morgen Mittag", "2026-11-26 12:00", ""},
		{"übermorgen um halb neun", "2026-11-27 08:30", ""},
		{"heute Abend", "2026-11-25 18:00", ""},
		{"heute Abend um 8", "2026-11-25 20:00", ""},
		{"heute um 17 Uhr", "2026-11-25 17:00", ""},
		{"am Montag Morgen", "2026-11-30 09:00", ""},
		{"in 20 Minuten", "2026-11-25 15:30", ""},
		{"in einer halben Stunde", "2026-11-25 15:40", ""},
		{"in anderthalb Stunden", "2026-11-25 16:40", ""},
		{"in einer Stunde", "2026-11-25 16:10", ""},
		{"in drei Tagen um 10", "2026-11-28 10:00", ""},
		{"in zwei Wochen", "2026-12-09 15:10", ""},
		{"am 3. Dezember um 10", "2026-12-03 10:00", ""},
		{"am 3.12. um 10 Uhr", "2026-12-03 10:00", ""},
		{"am 3.12.2027", "2027-12-03 09:00", ""},
		{"am 31.", "2026-12-31 09:00", ""},
		{"am Monatsende", "2026-11-30 09:00", ""},
		{"jeden Montag um 8", "0 8 * * 1 2026-11-30 08:00", ""},
		{"jeden Montag und Freitag um 8 Uhr", "0 8 * * 1,5 2026-11-27 08:00", ""},
		{"täglich um 18 Uhr", "0 18 * * * 2026-11-25 18:00", ""},
		{"werktags um 8:30", "30 8 * * 1-5 2026-11-26 08:30", ""},
		{"jeden Morgen", "0 9 * * * 2026-11-26 09:00", ""},
		{"jeden 1. des Monats", "0 9 1 * * 2026-12-01 09:00", ""},
		{"alle zwei Wochen", "!repeated", ""},
		// Nothing of a time.
		{"to call the bank", "!no time", "call the bank"},
		{"about 3 suppliers", "!no time", "3 suppliers"},
		{"the cat sat", "!no time", "the cat sat"},
		{"to do the washing", "!no time", "do the washing"},
		{"", "!no time", ""},
	}
}

func describe(r when.Reading, err error, zone *time.Location) string {
	const layout = "2006-01-02 15:04"
	switch {
	case err != nil:
		return "!" + err.Error()
	case len(r.Both) > 0:
		var all []string
		for _, at := range r.Both {
			all = append(all, at.In(zone).Format(layout))
		}
		return strings.Join(all, "|")
	}
	return strings.TrimSpace(r.Spec + " " + r.At.In(zone).Format(layout))
}

func TestRead(t *testing.T) {
	zone, err := calendar.Zone("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	now, err := time.ParseInLocation("2006-01-02T15:04:05", said, zone)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range phrases() {
		r, err := when.Read(c.text, now, zone)
		got := describe(r, err, zone)
		if err != nil && strings.HasPrefix(c.want, "!") && strings.Contains(got, c.want[1:]) {
			got = c.want
		}
		if got != c.want || err == nil && strings.TrimPrefix(r.Rest, "to ") != strings.TrimPrefix(c.rest, "to ") {
			t.Errorf("%q: %s, rest %q; want %s, rest %q", c.text, got, r.Rest, c.want, c.rest)
		}
	}
	if n := len(phrases()); n < 150 {
		t.Errorf("%d phrases, want 150 at the least", n)
	}
}

// Where clocks change, a time that does not exist is the first moment after the gap, one that comes twice the
// first of the two, and so many minutes are so many minutes.
func TestReadWhereClocksChange(t *testing.T) {
	for _, c := range []struct{ zone, now, text, want string }{
		{"Europe/Berlin", "2026-03-28T12:00:00+01:00", "tomorrow at 02:30", "2026-03-29T01:00:00Z"},
		{"Europe/Berlin", "2026-03-29T01:50:00+01:00", "in 20 minutes", "2026-03-29T01:10:00Z"},
		{"Europe/Berlin", "2026-03-28T12:00:00+01:00", "in a day", "2026-03-29T10:00:00Z"},
		{"Europe/Berlin", "2026-03-28T12:00:00+01:00", "in 24 hours", "2026-03-29T11:00:00Z"},
		{"Europe/Berlin", "2026-10-24T12:00:00+02:00", "tomorrow at 02:30", "2026-10-25T00:30:00Z"},
		{"Europe/Berlin", "2026-10-24T12:00:00+02:00", "tomorrow at 9", "2026-10-25T08:00:00Z"},
		{"America/New_York", "2026-03-07T12:00:00-05:00", "tomorrow at 02:30", "2026-03-08T07:00:00Z"},
		{"America/New_York", "2026-10-31T12:00:00-04:00", "tomorrow at 01:30", "2026-11-01T05:30:00Z"},
		{"Australia/Lord_Howe", "2026-10-03T12:00:00+10:30", "tomorrow at 02:15", "2026-10-03T15:30:00Z"},
		{"America/Havana", "2026-03-07T12:00:00-05:00", "tonight at midnight", "2026-03-08T05:00:00Z"},
		{"Europe/Berlin", "2027-01-31T12:00:00+01:00", "in a month", "2027-02-28T11:00:00Z"},
		{"Europe/Berlin", "2027-02-28T12:00:00+01:00", "at the end of the month at 18:00", "2027-02-28T17:00:00Z"},
		{"Europe/Berlin", "2026-12-31T23:50:00+01:00", "tomorrow at 9", "2027-01-01T08:00:00Z"},
		{"Europe/Berlin", "2026-12-31T23:50:00+01:00", "in 20 minutes", "2026-12-31T23:10:00Z"},
		{"Asia/Kathmandu", "2026-11-25T23:50:00+05:45", "tomorrow at 9", "2026-11-26T03:15:00Z"},
		{"Pacific/Kiritimati", "2026-11-25T23:50:00+14:00", "on Friday at 9", "2026-11-26T19:00:00Z"},
	} {
		zone, err := calendar.Zone(c.zone)
		if err != nil {
			t.Fatal(err)
		}
		now, err := time.Parse(time.RFC3339, c.now)
		if err != nil {
			t.Fatal(err)
		}
		r, err := when.Read(c.text, now, zone)
		if got := r.At.UTC().Format(time.RFC3339); err != nil || got != c.want {
			t.Errorf("%q at %s in %s: %s (%v, both %v); want %s", c.text, c.now, c.zone, got, err, r.Both, c.want)
		}
	}
}

// Whatever is read lies ahead, the words about the time and the others are parts of what was said, and what is read is
// read again as it is written.
func FuzzRead(f *testing.F) {
	for _, c := range phrases() {
		f.Add(c.text)
	}
	f.Add("\xb5\xb5 FridAY İ")
	zone, err := calendar.Zone("Europe/Berlin")
	if err != nil {
		f.Fatal(err)
	}
	now := time.Date(2026, 11, 25, 14, 10, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, text string) {
		r, err := when.Read(text, now, zone)
		if err != nil {
			if errors.Is(err, when.ErrNone) && r.Part != "" {
				t.Fatalf("%q: %q is no time, and %v", text, r.Part, err)
			}
			return
		}
		all := append([]time.Time{r.At}, r.Both...)
		if len(r.Both) > 0 {
			all = r.Both
		}
		for _, at := range all {
			if !at.After(now) {
				t.Fatalf("%q: %s is over", text, at)
			}
			again, err := when.Read(at.In(zone).Format("2006-01-02 15:04"), now, zone)
			if err != nil || len(again.Both) > 0 {
				t.Fatalf("%q: %s is read again as %v, %v", text, at, again, err)
			}
		}
	})
}
