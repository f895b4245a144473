package eval_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/frasier-cos/frasier/internal/quote"
	"github.com/frasier-cos/frasier/internal/testing/quotetest"
)

// quotes is M6: the verifier on quotes that copying distorted and on quotes
// that someone changed. Repair is asked as well, as the audit does: a quote
// that neither finds is refused.
func quotes(context.Context, *testing.T) ([]result, error) {
	var number, other, refused []string
	var trueOnes int
	cases, err := quotetest.Mutations()
	if err != nil {
		return nil, err
	}
	if len(cases) != 400 {
		return nil, fmt.Errorf("there are %d cases, want 400", len(cases))
	}
	for _, c := range cases {
		x := quote.NewIndex(c.Text)
		_, found := x.Find(c.Quote)
		if !found {
			_, found = x.Repair(c.Quote)
		}
		line := fmt.Sprintf("%s: %q in %q", c.Name, c.Quote, c.Text)
		switch {
		case c.Accept:
			trueOnes++
			if !found {
				refused = append(refused, line)
			}
		case found && c.Number:
			number = append(number, line)
		case found:
			other = append(other, line)
		}
	}
	return []result{
		most(fmt.Sprintf("false numbers accepted, of %d cases", len(cases)), len(number), 0, number),
		most("other false quotes accepted (negation, name)", len(other), 0, other),
		{
			metric: "true quotes refused", value: fmt.Sprintf("%.1f %%", 100*share(len(refused), trueOnes)), gate: "<= 1.0 %",
			pass: len(refused)*100 <= trueOnes && trueOnes > 0, missed: refused,
		},
	}, nil
}
