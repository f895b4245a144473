package costs

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/internal/org"
)

// What programs get. The names of its fields are a promise.
type (
	costsAnswer struct {
		Days      int         `json:"days"`
		Since     time.Time   `json:"since"`
		Total     sumAnswer   `json:"total"`
		ByProject []sumAnswer `json:"by_project"`
		ByTier    []sumAnswer `json:"by_tier"`
		ByAgent   []sumAnswer `json:"by_agent"`
		ByModel   []sumAnswer `json:"by_model"`
		ByPurpose []sumAnswer `json:"by_purpose"`
		ByDay     []dayAnswer `json:"by_day"`
	}
	sumAnswer struct {
		Name string `json:"name,omitempty"`
		noun.Spending
		In  int `json:"tokens_in"`
		Out int `json:"tokens_out"`
	}
	dayAnswer struct {
		Day  string   `json:"day"`
		Tier org.Tier `json:"tier"`
		noun.Spending
	}
)

// Days of which costs are told.
const (
	daysUsual = 30
	daysMost  = 366
)

func (s records) giveCosts(ctx context.Context, q noun.AnswerRequest) (any, error) {
	days := daysUsual
	if text := q.Query.Get("days"); text != "" {
		var err error
		if days, err = strconv.Atoi(text); err != nil || days < 1 || days > daysMost {
			return nil, noun.Refuse(fmt.Sprintf("days is a number from 1 to %d, not %.40q.", daysMost, text))
		}
	}
	all, err := s.Costs(ctx, days)
	if err != nil {
		return nil, err
	}
	daily, err := s.Daily(ctx, days)
	if err != nil {
		return nil, err
	}
	c := all[0]
	out := costsAnswer{
		Days: days, Since: c.Since, Total: makeSum(c.Total), ByProject: listSums(c.ByProject), ByTier: listSums(c.ByTier), ByAgent: listSums(c.ByAgent),
		ByModel: listSums(c.ByModel), ByPurpose: listSums(c.ByPurpose), ByDay: []dayAnswer{},
	}
	for _, d := range daily {
		out.ByDay = append(out.ByDay, dayAnswer{d.Day, d.Tier, noun.Spending{Cost: d.Cost, Calls: d.Calls, Unknown: d.Unknown}})
	}
	return out, nil
}

func makeSum(c org.CostLine) sumAnswer { return sumAnswer{c.Name, noun.SpendingOf(c), c.In, c.Out} }

func listSums(lines []org.CostLine) []sumAnswer {
	out := []sumAnswer{}
	for _, c := range lines {
		out = append(out, makeSum(c))
	}
	return out
}
