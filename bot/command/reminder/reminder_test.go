package reminder_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/command/reminder"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/testing/nountest"
	"github.com/frasier-cos/frasier/internal/when"
)

func TestWords(t *testing.T) {
	at := time.Date(2026, 12, 4, 8, 0, 0, 0, time.UTC)
	once := reports.Reminder{ID: "w3", Body: "Call the bank", Agreed: true, Zone: "Europe/Berlin", Due: at}
	weekly := once
	weekly.ID, weekly.Body, weekly.Spec = "w4", "Send the invoices", "0 9 * * 1,4"
	wait := func(kind reports.AwaitKind, on string) reports.Reminder {
		return reports.Reminder{ID: "w5", Body: "Write to Lidl", Agreed: true, Waits: kind, On: on}
	}
	asked := once
	asked.Agreed = false
	p := org.ProjectName{ID: "p3", Title: "Oats market", State: org.ProjectCompleted}
	say := func(text string) wording.Message { return wording.Message{Text: text} }
	nountest.Golden(t,
		nountest.Example{Name: "once", Message: reminder.Set(once, false)},
		nountest.Example{Name: "without an hour", Message: reminder.Set(once, true)},
		nountest.Example{Name: "again and again", Message: reminder.Set(weekly, false)},
		nountest.Example{Name: "when a question is answered", Message: reminder.Awaited(wait(reports.AwaitQuestion, "e4"), "")},
		nountest.Example{Name: "when a project ends", Message: reminder.Awaited(wait(reports.AwaitProject, "p3"), "Oats market")},
		nountest.Example{Name: "when a founder writes", Message: reminder.Awaited(wait(reports.AwaitFounder, "Anna"), "")},
		nountest.Example{Name: "two times", Message: reminder.Which(asked, when.Reading{Part: "next Friday at 9", Both: []time.Time{at, at.AddDate(0, 0, 7)}}, time.UTC, nil)},
		nountest.Example{Name: "no hour", Message: reminder.Which(asked, when.Reading{}, time.UTC, when.ErrNoHour)},
		nountest.Example{Name: "no day", Message: reminder.Which(asked, when.Reading{}, time.UTC, when.ErrUnclear)},
		nountest.Example{Name: "no time", Message: reminder.Which(asked, when.Reading{}, time.UTC, when.ErrNone)},
		nountest.Example{Name: "over", Message: say(reminder.Unread("today at 9", when.ErrPast))},
		nountest.Example{Name: "no such day", Message: say(reminder.Unread("30 February", when.ErrNoDay))},
		nountest.Example{Name: "another zone", Message: say(reminder.Unread("9 PST", when.ErrZone))},
		nountest.Example{Name: "repeated otherwise", Message: say(reminder.Unread("every other Monday", when.ErrOften))},
		nountest.Example{Name: "unreadable", Message: say(reminder.Unread("soon", when.ErrNone))},
		nountest.Example{Name: "nothing said", Message: say(reminder.NoTime("remind on Friday at 9 to call the bank"))},
		nountest.Example{Name: "too many", Message: say(reminder.TooMany())},
		nountest.Example{Name: "no question", Message: say(reminder.NoQuestion("e9"))},
		nountest.Example{Name: "nobody", Message: say(reminder.NobodyKnown("Zoe", 0))},
		nountest.Example{Name: "several", Message: say(reminder.NobodyKnown("market", 2))},
		nountest.Example{Name: "two of a name", Message: reminder.WhichFounder("anna", annas(), "write to Lidl")},
		nountest.Example{Name: "two of a name, in many words", Message: reminder.WhichFounder("anna", annas(), strings.Repeat("write to Lidl ", 8))},
		nountest.Example{Name: "ended before", Message: say(reminder.OverAlready(p))},
		nountest.Example{Name: "unknown", Message: say(reminder.Unknown("w99"))},
		nountest.Example{Name: "gone", Message: say(reminder.Ended(once))},
		nountest.Example{Name: "none", Message: reminder.List(nil, "remind on Friday at 9 to call the bank")},
		nountest.Example{Name: "one", Message: reminder.List([]reports.Reminder{once}, "")},
		nountest.Example{Name: "several open", Message: reminder.List([]reports.Reminder{once, weekly, asked, wait(reports.AwaitQuestion, "e4")}, "")},
	)
}

func annas() []reports.Founder {
	return []reports.Founder{{ID: "803511102246678001", Names: []string{"Anna Meier", "ameier"}}, {ID: "803511102246678002", Names: []string{"Anna", "Anna Schmidt", "as"}}}
}

// store keeps the one reminder that is set.
type store struct {
	reminder.Records
	set reports.Reminder
}

func (s *store) SaveReminder(_ context.Context, _ string, r reports.Reminder) (reports.Reminder, error) {
	r.ID, s.set = "w1", r
	return r, nil
}

func (*store) FounderClock(context.Context) (reports.FounderClock, error) {
	return reports.FounderClock{Zone: "Europe/Berlin"}, nil
}

func (*store) ProjectsNamed(context.Context, string, int) ([]org.ProjectName, error) { return nil, nil }

func TestAFounderIsKnownByName(t *testing.T) {
	team := append(annas(), reports.Founder{ID: "803511102246678003", Names: []string{"Béla Nagy"}}, reports.Founder{ID: "803511102246678004"})
	for words, want := range map[string]string{
		"me when Béla answers to call him":              "803511102246678003",
		"me when @béla nagy writes":                     "803511102246678003",
		"me when Anna Schmidt answers":                  "803511102246678002",
		"me when ameier answers":                        "803511102246678001",
		"me when <@803511102246678001> answers to call": "803511102246678001",
		"me when Anna answers":                          "Which “Anna”?",
		"me when Zoe answers":                           "I know none called “Zoe”",
		"me when Ann answers":                           "I know none called “Ann”",
		"mich, sobald Béla antwortet":                   "803511102246678003",
	} {
		s := &store{}
		n := reminder.New(s, func(context.Context) []reports.Founder { return append([]reports.Founder{}, team...) })
		in := noun.Look(time.Date(2026, 11, 25, 14, 10, 0, 0, time.UTC))
		in.Args["words"] = words
		_, err := n.Commands[0].Run(t.Context(), in)
		switch {
		case err == nil && s.set.Waits == reports.AwaitFounder && s.set.On == want:
		case err != nil && strings.Contains(err.Error(), want):
		default:
			t.Errorf("%q: waits for %q %q (%v), want %q", words, s.set.Waits, s.set.On, err, want)
		}
	}
}
