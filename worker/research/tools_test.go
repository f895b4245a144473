package research_test

import (
	"testing"

	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/worker/research"
)

// Of more tools than are asked, those come first that fit the question; among others the order stays in which they have their turn.
func TestToolsThatFitAreAskedFirst(t *testing.T) {
	t.Parallel()
	all := []outward.Tool{
		{Name: "weather", Description: "Tells the weather of a place."},
		{Name: "rye-prices", Description: "Says what rye costs."},
		{Name: "prices", Description: "Says what OATS, wheat and barley cost."},
		{Name: "of", Description: "of the in at"},
	}
	for question, want := range map[string]string{
		"price of oats in the north": "prices", "rye prices": "rye-prices", "What is the weather": "weather", "": "weather", "of the in at": "weather", "barley": "prices",
	} {
		if got := research.RankTools(all, question); got[0].Name != want || len(got) != len(all) {
			t.Errorf("%q is asked of %s first, want %s", question, got[0].Name, want)
		}
	}
}
