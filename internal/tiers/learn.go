package tiers

import (
	"fmt"
	"math"

	"github.com/frasier-cos/frasier/internal/org"
)

// Record sums up the steps of one kind on one tier: those that ended by their own work, those of
// them that were approved without a strike, and what all of them cost.
type Record struct {
	Kind  org.StepKind `json:"kind"`
	Tier  org.Tier     `json:"tier"`
	Ended int          `json:"ended"`
	First int          `json:"first_pass"`
	Cost  org.NanoUSD  `json:"cost_nano_usd"`
}

func (r Record) computeMeanCost() org.NanoUSD { return r.Cost / org.NanoUSD(max(r.Ended, 1)) }

// Words says the record in one line.
func (r Record) Words() string {
	return fmt.Sprintf("%s on %s: %d of %d passed at first, %s each", r.Kind, r.Tier, r.First, r.Ended, r.computeMeanCost())
}

// It is the 80 % Wilson interval of the share of first passes (E. B. Wilson, 1927; z = 1.2816).
func (r Record) computeBounds() (low, high float64) {
	const z = 1.2816
	n := float64(r.Ended)
	if n == 0 {
		return 0, 1
	}
	p := float64(r.First) / n
	mid := (p + z*z/(2*n)) / (1 + z*z/n)
	wide := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return mid - wide, mid + wide
}

// Learnt moves a step of the given kind one tier up from the one that the
// rules gave it, when the records of at least learnSteps steps on both tiers
// say that the higher one passes at first clearly more often. What the rules
// gave is the floor: however well a lower tier fared, the step never goes below
// it. The reason is empty when nothing changes. It is pure.
func Learnt(kind org.StepKind, ruled org.Tier, records []Record) (org.Tier, string) {
	known := map[org.Tier]Record{}
	for _, r := range records {
		if r.Kind == kind && r.Ended >= learnSteps {
			known[r.Tier] = r
		}
	}
	own, ok := known[ruled]
	if !ok {
		return ruled, ""
	}
	for _, tier := range []org.Tier{org.T2, org.T3} {
		up, ok := known[tier]
		if !ok || tier.Lower() != ruled {
			continue
		}
		low, _ := up.computeBounds()
		if _, high := own.computeBounds(); low > high {
			return tier, explainChange(kind, up, own)
		}
	}
	return ruled, ""
}

func explainChange(kind org.StepKind, to, from Record) string {
	return fmt.Sprintf("tier %s instead of %s: %d of %d steps of kind %s passed at first on %s for %s each, %d of %d on %s for %s",
		to.Tier, from.Tier, to.First, to.Ended, kind, to.Tier, to.computeMeanCost(), from.First, from.Ended, from.Tier, from.computeMeanCost())
}
