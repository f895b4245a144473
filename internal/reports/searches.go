package reports

import (
	"time"

	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/org"
)

// SearchMonth is the web searches of one month.
type SearchMonth struct {
	Month string `json:"month"` // "2026-03"
	Asked int    `json:"asked"`
	Limit int    `json:"limit"` // 0: none is set
}

// Near reports whether SearchWarnPercent of the month's searches are asked,
// and Spent whether all are.
func (m SearchMonth) Near() bool { return m.Limit > 0 && m.Asked*100 >= m.Limit*org.SearchWarnPercent }

// Spent reports whether nothing more may be asked this month.
func (m SearchMonth) Spent() bool { return m.Limit > 0 && m.Asked >= m.Limit }

// Name returns the month in words, "November 2026".
func (m SearchMonth) Name() string {
	at, err := time.Parse("2006-01", m.Month)
	if err != nil {
		return m.Month
	}
	return moment.Month(at)
}
