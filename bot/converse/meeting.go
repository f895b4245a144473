package converse

import (
	"context"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/when"
)

// asksToday is a question for what stands in the calendar today. Anything more than that is for the chief.
var asksToday = lazyregexp.New(`(?i)^\W*(?:(?:hey|hi|good morning|so|and)\b\W*)?(?:what(?:'s|’s| is| else is)? (?:is )?(?:on|up|planned|in my (?:calendar|diary)|on my (?:calendar|agenda|schedule|plate))(?: (?:for )?today)?|what (?:meetings|appointments) (?:do|have) (?:i|we)(?: got| have)?(?: today)?|(?:which|what|any|my|show(?: me)?(?: my)?) (?:meetings|appointments)(?: (?:do i have|are there|for))?(?: today)?|(?:do i have|have i got) (?:any )?(?:meetings|appointments|anything on)(?: today)?|today['’]?s (?:meetings|appointments|agenda|calendar)|was (?:steht|liegt) (?:heute )?an(?: heute)?|(?:meine |welche )?termine(?: habe ich)?(?: heute)?)\W*$`)

// asksDay is the same question for another day, of which Go reads the words.
var asksDay = lazyregexp.New(`(?i)^\W*(?:(?:hey|hi|good morning|so|and)\b\W*)?(?:(?:what(?:'s|’s| is| else is)? (?:is )?(?:on|up|planned|in my (?:calendar|diary)|on my (?:calendar|agenda|schedule|plate))|(?:what|which|any|my|show(?: me)?(?: my)?)? ?(?:meetings|appointments)(?: (?:do|have) (?:i|we)(?: got| have)?| are there)?|(?:do i have|have i got) (?:any )?(?:meetings|appointments|anything on)|(?:meine |welche )?termine(?: habe ich)?|was (?:steht|liegt)) (?:for )?((?:on |am )?[\pL0-9., ]{2,30}?)(?: an)?|([\pL ]{2,20}?)['’]?s (?:meetings|appointments|agenda|calendar))\W*$`)

// askedDay returns the words for the day whose meetings a message asks for, none for today; false where it asks for something else.
func askedDay(text string, now time.Time) (string, bool) {
	if asksToday.MatchString(text) {
		return "", true
	}
	m := asksDay.FindStringSubmatch(text)
	if m == nil {
		return "", false
	}
	words := strings.TrimSpace(m[1] + m[2])
	_, err := when.ReadDay(words, now, time.UTC) // the command reads it again, where the founder's clock is known
	return words, err == nil
}

// takeMeetings answers a question for a day's meetings by the command that does. Without a calendar it is a question like any other.
func (h *Handler) takeMeetings(ctx context.Context, x *exchange) (t org.Turn, done bool, err error) {
	m := x.message
	if m.Brings() || m.Explicit {
		return t, false, nil
	}
	day, asks := askedDay(m.Text, h.Now())
	if !asks {
		return t, false, nil
	}
	r, err := h.Commands.Do(ctx, org.Command{Origin: m.Origin, Channel: m.Channel, Author: m.Author, Line: strings.TrimSpace("meetings " + day)})
	if err != nil || r.Refused {
		return t, false, err
	}
	class := org.Classification{Rules: []string{"a question for a day's meetings"}, Question: true}
	return org.Turn{Message: m.ID, Classification: class, Route: org.ActionResponse, Fleeting: org.FleetingMeetings, Day: r.Day}, true, nil
}
