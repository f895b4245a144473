package when

import (
	"errors"
	"strings"
	"time"
)

// ReadDay reads words that name one day and nothing else, such as "tomorrow" or "on Friday", and returns it as "2026-03-02".
func ReadDay(words string, now time.Time, zone *time.Location) (string, error) {
	switch strings.ToLower(strings.TrimSpace(words)) {
	case "today", "heute":
		return now.In(zone).Format(time.DateOnly), nil
	}
	r, err := Read(words, now, zone)
	switch {
	case errors.Is(err, ErrNoHour): // late in the day: the day is all that is asked for
		return ReadDay(words+" at 23:59", now, zone)
	case err != nil:
		return "", err
	case r.Rest != "" || r.Spec != "" || len(r.Both) > 0 || r.At.IsZero():
		return "", ErrUnclear
	}
	return r.At.In(zone).Format(time.DateOnly), nil
}
