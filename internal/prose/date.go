package prose

import (
	"time"

	"github.com/frasier-cos/frasier/internal/moment"
)

// Date reads the forms in which pages give their date; a month or a year
// stands for its end, which is the kind reading.
func Date(date string) (time.Time, bool) {
	for _, f := range []struct {
		layout       string
		years, month int
	}{{time.RFC3339, 0, 0}, {"2006-01-02", 0, 0}, {"2006-01", 0, 1}, {"2006", 1, 0}} {
		n := min(len(date), len(f.layout))
		if at, err := time.Parse(f.layout, date[:n]); err == nil && n > 0 {
			return at.AddDate(f.years, f.month, 0), true
		}
	}
	return time.Time{}, false
}

// Day writes a date of the form "2006-01-02" as people do: "2 January". Anything
// else is returned as it is.
func Day(date string) string {
	day, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return date
	}
	return moment.Date(day)
}
