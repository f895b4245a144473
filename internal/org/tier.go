package org

// Tier is a class of models. The zero value means "not chosen".
type Tier string

// The tiers. T0 is code or the extractive provider; TX is the cross-check
// model, of a family other than the author's.
const (
	T0 Tier = "T0"
	T1 Tier = "T1"
	T2 Tier = "T2"
	T3 Tier = "T3"
	TX Tier = "X"
)

// Lower returns the tier tried when t cannot be reached: T3, T2, T1, then
// none. TX and T0 have none.
func (t Tier) Lower() Tier {
	switch t {
	case T3:
		return T2
	case T2:
		return T1
	case T0, T1, TX:
		return ""
	}
	return ""
}

// LowerTier returns the lower of two tiers, of which either may be unknown.
func LowerTier(a, b Tier) Tier {
	if a == "" || b != "" && b.Rank() < a.Rank() {
		return b
	}
	return a
}

// Rank orders tiers: T0 is 0, T1 and TX are 1, T2 is 2, T3 is 3.
func (t Tier) Rank() int {
	switch t {
	case T3:
		return 3
	case T2:
		return 2
	case T1, TX:
		return 1
	case T0:
		return 0
	}
	return 0
}
