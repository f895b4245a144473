package when_test

import (
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/when"
)

func TestFindRequest(t *testing.T) {
	now := time.Date(2026, 11, 25, 14, 10, 0, 0, time.UTC)
	for text, want := range map[string]when.Request{
		"Remind me on Friday at 9 to call the bank":                     {Words: "on Friday at 9 to call the bank"},
		"please remind me to call the bank tomorrow.":                   {Words: "to call the bank tomorrow"},
		"Can you remind me tomorrow about the taxes?":                   {Words: "tomorrow about the taxes"},
		"hey, could you please remind us in 20 minutes":                 {Words: "in 20 minutes"},
		"Tomorrow at 9, remind me to call the bank":                     {Words: "Tomorrow at 9 to call the bank"},
		"remind me to call the bank":                                    {Words: "to call the bank"},
		"Erinnere mich am Freitag um 9 daran, die Bank anzurufen":       {Words: "am Freitag um 9 daran, die Bank anzurufen"},
		"Kannst du mich morgen um 9 an den Zahnarzt erinnern?":          {Words: "morgen um 9 an den Zahnarzt"},
		"Bitte erinner mich morgen":                                     {Words: "morgen"},
		"remind me every Monday at 8 to send the invoices":              {Words: "every Monday at 8 to send the invoices"},
		"remind me when e4 is answered":                                 {On: "e4"},
		"Remind me when p3 is done to tell Anna":                        {On: "p3", Body: "tell Anna"},
		"remind me as soon as @Anna answers about the price":            {On: "@Anna", Body: "price"},
		"remind me when the oats market is finished, to write to Lidl":  {On: "the oats market", Body: "write to Lidl"},
		"Erinnere mich, sobald Anna antwortet":                          {On: "Anna"},
		"remind me what we decided about prices":                        {},
		"Remind me again how much oats cost":                            {},
		"remind me of our price":                                        {},
		"remind me when the launch is":                                  {},
		"remind me if it rains":                                         {},
		"Anna asked me to remind me on Friday":                          {},
		"The calendar reminds me on Friday":                             {},
		"Find three suppliers":                                          {},
		"remind me":                                                     {},
		"Write a page that says: remind me on Friday at 9 what we sell": {},
	} {
		got, ok := when.FindRequest(text, now, time.UTC)
		if want.Body == "price" {
			want.Body = "the price"
		}
		if got != want || ok != (want != when.Request{}) {
			t.Errorf("%q: %+v, %v; want %+v", text, got, ok, want)
		}
	}
}
