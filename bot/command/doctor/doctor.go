// Package doctor says whether all is well, and what to do where it is not.
package doctor

import (
	"context"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// Records is all that this noun reads. *store.DB is one.
type Records interface {
	Storage(ctx context.Context) ([]org.StorageLine, error)
	Costs(ctx context.Context, days ...int) ([]reports.CostReport, error)
}

// records carries out the command.
type records struct {
	Records
	check func(context.Context) []reports.CheckResult
}

// New returns the noun: the command doctor. check looks whether the surroundings of the process are well; nil looks at nothing.
func New(r Records, check func(context.Context) []reports.CheckResult) noun.Noun {
	s := records{r, check}
	return noun.Noun{Commands: []noun.Command{{
		Name: "doctor", Summary: "is everything well? if not, what to do", Example: "doctor", Aliases: []string{"health", "check"}, Run: s.checkHealth,
	}}}
}

// checkHealth also says how much is stored and went over the network.
func (s records) checkHealth(ctx context.Context, in noun.Input) (noun.View, error) {
	var checks []reports.CheckResult
	if s.check != nil {
		checks = s.check(ctx)
	}
	storage, err := s.Storage(ctx)
	if err != nil {
		return noun.View{}, err
	}
	spans, err := s.Costs(ctx, 1, 7, 30)
	if err != nil {
		return noun.View{}, err
	}
	traffic := [3][]reports.Traffic{spans[0].Traffic, spans[1].Traffic, spans[2].Traffic}
	return noun.Show(Doctor(checks, storage, traffic), "doctor", in.Page)
}
