package converse_test

import (
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/converse"
)

// Code answers what asks for today's meetings and nothing else; anything more is for the chief.
func TestWhatAsksForTodaysMeetings(t *testing.T) {
	for text, want := range map[string]bool{
		"What is on today?": true, "what's on today": true, "What’s on?": true, "What meetings do I have today?": true, "my meetings": true, "Show me my meetings today": true, "Do I have any meetings today?": true, "today's meetings": true,
		"Was steht heute an?": true, "Termine heute": true, "Welche Termine habe ich heute?": true, "Good morning, what is on today?": true, "what is in my calendar today?": true, "What else is on today?": true,
		"What is on the market today?": false, "What is on page 3?": false, "Find out what is on today in Rome": false, "What meetings did we decide to cancel?": false, "Prepare my meetings": false, "what": false, "What is on today? And write a page about it.": false,
		"What is up with p3?": false, "meetings are a waste": false, "": false,
	} {
		if got := converse.AsksToday(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

// The same question for another day is answered alike; words that name none are for the chief.
func TestWhatAsksForAnotherDaysMeetings(t *testing.T) {
	now := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	for text, want := range map[string]string{
		"What is on tomorrow?": "tomorrow", "what's on for tomorrow": "tomorrow", "Meetings on Friday": "on Friday", "What meetings do I have on Friday?": "on Friday", "Do I have any meetings tomorrow?": "tomorrow",
		"tomorrow's meetings": "tomorrow", "Was steht morgen an?": "morgen", "Termine am Freitag": "am Freitag", "show me my appointments on 12 May": "on 12 May", "What is on next Monday?": "next Monday",
		"What is on the market tomorrow?": "-", "What is on page 3?": "-", "Meetings every Monday": "-", "meetings are a waste": "-", "What is on Friday's agenda of the board?": "-", "What is on my mind": "-", "my meetings went well": "-", "What is on tomorrow at 9 in Rome": "-",
	} {
		got, asks := converse.AskedDay(text, now)
		if !asks {
			got = "-"
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
