package converse

import (
	"slices"
	"testing"
)

func TestLeftOpen(t *testing.T) {
	t.Parallel()
	const two = "What does a tonne of oats cost in March? And which farmers near Lisbon grow them?"
	for _, c := range []struct {
		text, answer string
		want         []string
	}{
		{two, "Oats cost 212 euros a tonne in March.", []string{"And which farmers near Lisbon grow them?"}},
		{two, "Oats cost 212 euros a tonne in March; the farmers near Lisbon are not in my documents.", nil},
		{two, "I don't know either.", nil},
		{"What does a tonne of oats cost?", "I don't know.", nil},
		{"Is it done? When?", "Yes, since noon.", nil},
		{"Was kostet eine Tonne Hafer im März? Welche Bauern liefern nach Lisbon?", "Der Hafer kostete im März 212 Euro.", []string{"Welche Bauern liefern nach Lisbon?"}},
		{"Find the price of oats. He asked \"which farmers grow barley here?\" and left. What do rents in Lisbon cost?", "Rents in Lisbon are 32 euros.", nil},
		{"燕麦多少钱？谁种？", "燕麦212欧元。", nil},
	} {
		if got := leftOpen(c.text, c.answer); !slices.Equal(got, c.want) {
			t.Errorf("%q answered by %q leaves open %q, want %q", c.text, c.answer, got, c.want)
		}
	}
}
