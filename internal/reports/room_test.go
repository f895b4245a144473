package reports_test

import (
	"testing"

	"github.com/frasier-cos/frasier/internal/reports"
)

func TestRoom(t *testing.T) {
	const gb = 1 << 30
	for name, c := range map[string]struct {
		free, bytes, before int64
		days                int
		low                 bool
	}{
		"plenty":                          {100 * gb, gb, gb / 2, 0, false},
		"little":                          {gb, gb, gb, 0, true},
		"little, and shrinking":           {gb, gb, 2 * gb, 0, true},
		"enough for now, and growing":     {10 * gb, 40 * gb, 10 * gb, 10, true},
		"nothing left":                    {0, 40 * gb, 10 * gb, 1, true},
		"growing slowly":                  {100 * gb, 40 * gb, 10 * gb, 0, false},
		"a database of less than a month": {100 * gb, 40 * gb, 0, 0, false},
	} {
		got, low := reports.Room(c.free, c.bytes, c.before)
		if got.Days != c.days || low != c.low || got.Free != c.free {
			t.Errorf("%s: %+v, %v; want %d days, %v", name, got, low, c.days, c.low)
		}
	}
}
