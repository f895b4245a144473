package when_test

import (
	"errors"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/when"
)

func TestFindOrder(t *testing.T) {
	now := time.Date(2026, 11, 25, 14, 10, 0, 0, time.UTC)
	for text, want := range map[string]struct{ matter, spec, most string }{
		"Every Monday look at the prices of oats":                           {"look at the prices of oats", "0 9 * * 1", ""},
		"every Monday at 8, check what Lidl charges for oats.":              {"check what Lidl charges for oats", "0 8 * * 1", ""},
		"Please look at the prices of oats every weekday at 7:30":           {"look at the prices of oats", "30 7 * * 1-5", ""},
		"Could you compare our rivals' prices every month?":                 {"compare our rivals' prices", "0 9 1 * *", ""},
		"Every day at 18:00 send me what was said of us, for at most $2":    {"send me what was said of us", "0 18 * * *", "2"},
		"Schau dir jeden Montag um 8 die Preise von Hafer an":               {"Schau dir die Preise von Hafer an", "0 8 * * 1", ""},
		"Jeden Montag um 8 prüfe die Preise von Hafer, höchstens 1,50 $":    {"prüfe die Preise von Hafer", "0 8 * * 1", "1.50"},
		"Bitte vergleiche jeden Freitag um 16 Uhr unsere Preise":            {"vergleiche unsere Preise", "0 16 * * 5", ""},
		"Run p3 again every Monday at 8":                                    {"Run p3 again", "0 8 * * 1", ""},
		"every Monday we have a meeting":                                    {},
		"Every Monday is off":                                               {},
		"look at the prices of oats":                                        {},
		"look at the prices of oats tomorrow at 9":                          {},
		"What do we do every Monday?":                                       {},
		"Every look at the prices of oats":                                  {},
		"remind me every Monday to send the invoices":                       {},
		"Find out whether people buy oats every Monday or only at weekends": {},
		"Find three suppliers who deliver every Monday":                     {"Find three suppliers who deliver", "0 9 * * 1", ""}, // asked about before it stands
		"every Monday": {},
		"The report said: every Monday look at the prices":                   {},
		"Write an email to Anna that we meet every day at the harbour at 11": {},
	} {
		got, ok, err := when.FindOrder(text, now, time.UTC)
		if ok != (want.spec != "") || err != nil || got.Matter != want.matter || got.Spec != want.spec || got.Most != want.most {
			t.Errorf("%q: %q %q %q, %v (%v); want %+v", text, got.Matter, got.Spec, got.Most, ok, err, want)
		}
	}
	if _, ok, err := when.FindOrder("every other Monday look at the prices of oats", now, time.UTC); !ok || !errors.Is(err, when.ErrOften) {
		t.Errorf("every other Monday: %v, %v; want an order that can't be repeated like that", ok, err)
	}
	if _, ok, err := when.FindOrder("Schau dir jeden zweiten Tag die Preise von Hafer an", now, time.UTC); !ok || !errors.Is(err, when.ErrOften) {
		t.Errorf("every other Monday: %v, %v; want an order that can't be repeated like that", ok, err)
	}
}
