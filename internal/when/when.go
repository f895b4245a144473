// Package when reads times out of words, as people write them in English and
// German: "on Friday at 9", "in 20 minutes", "übermorgen um halb neun", "every
// Monday". It only computes, and guesses nothing: words that name two moments
// give both, to be asked about.
//
// What the clocks leave out or show twice is as package calendar has it.
package when

import (
	"errors"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Reading is the time that words name.
type Reading struct {
	At   time.Time   // the first moment that they name; zero where there are Doubts
	Spec string      // of what repeats, a cron expression in the zone that was given; empty for once
	Rest string      // the words without those about the time
	Part string      // the words about the time
	Dawn bool        // they name a day and no hour: DayHour was taken
	Both []time.Time // the moments that they may mean, the first of which is the nearest; none where there is no doubt
}

// Why words give no time.
var (
	ErrNone    = errors.New("no time is named")
	ErrPast    = errors.New("that time is over")
	ErrNoDay   = errors.New("there is no such day")
	ErrNoHour  = errors.New("the day is named and no hour")
	ErrHalf    = errors.New("the hour can be one of the morning or of the evening")
	ErrUnclear = errors.New("it is not clear which day is meant")
	ErrZone    = errors.New("another time zone is named")
	ErrOften   = errors.New("it cannot be repeated like that")
	ErrFar     = errors.New("that is more than ten years ahead")
)

// DayHour is the hour of a day that was named without one.
const DayHour = 9

// Read reads the time that stands at the head or at the end of words; now and
// zone are those of whoever said them.
func Read(text string, now time.Time, zone *time.Location) (Reading, error) {
	text = strings.Join(strings.Fields(strings.ToValidUTF8(text, "")), " ")
	s := &scan{text: lower(text)}
	head, n := s.take(0)
	if n > 0 {
		rest := text[n:]
		if !head.timed() && !head.repeats() || head.hour == nil && !head.hasSpan() {
			// "tomorrow to call at 9": the hour stands at the end, unless it belongs to what a matter is about.
			if tail, at := s.last(n); at > 0 && tail.hour != nil && !tail.dated() && !tail.repeats() && !isAbout(rest) {
				head.hour = tail.hour
				rest = text[n:at]
			}
		}
		return head.resolve(strings.TrimSpace(text[:n]), tidy(rest), now, zone)
	}
	tail, at := s.last(0)
	if at < 0 {
		return Reading{Rest: tidy(text)}, ErrNone
	}
	return tail.resolve(strings.TrimSpace(text[at:]), tidy(text[:at]), now, zone)
}

// isAbout reports whether words are about a thing, so that an hour in them is that of the thing.
func isAbout(rest string) bool {
	word, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(rest)), " ")
	return word == "about" || word == "of" || word == "an" || word == "that" || word == "dass"
}

// tidy takes from words what joined them to the time.
func tidy(rest string) string {
	rest = strings.TrimSpace(strings.Trim(strings.TrimSpace(rest), ",;:.-– "))
	for _, join := range []string{"to ", "that ", "about ", "daran, ", "daran ", "dass ", "an "} {
		if len(rest) > len(join) && strings.EqualFold(rest[:len(join)], join) {
			return strings.TrimSpace(rest[len(join):])
		}
	}
	for _, join := range []string{" on", " at", " am", " um", " by", " daran"} {
		rest = strings.TrimSuffix(rest, join)
	}
	return rest
}

// lower keeps the length of each letter, so that places in a text stay.
func lower(text string) string {
	return strings.Map(func(r rune) rune {
		if low := unicode.ToLower(r); utf8.RuneLen(low) == utf8.RuneLen(r) {
			return low
		}
		return r
	}, text)
}
