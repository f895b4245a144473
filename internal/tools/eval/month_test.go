package eval_test

import (
	"context"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
)

// TakeSearch knows no limit of the month.
func (r *records) TakeSearch(context.Context, org.ProjectID) (reports.SearchMonth, bool, error) {
	return reports.SearchMonth{}, true, nil
}

// PagesRead knows no other steps.
func (r *records) PagesRead(context.Context, int) ([]work.Document, error) { return nil, nil }
