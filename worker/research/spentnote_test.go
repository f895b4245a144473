package research_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/worker/research"
)

func TestSpentNote(t *testing.T) {
	m := reports.SearchMonth{Month: "2026-11", Asked: 100, Limit: 100}
	for want, got := range map[string]string{
		"1 web search was not made":    research.SpentNote(m, 1),
		"2 web searches were not made": research.SpentNote(m, 2),
	} {
		if !strings.Contains(got, want) {
			t.Errorf("got %q, want %q in it", got, want)
		}
	}
}
