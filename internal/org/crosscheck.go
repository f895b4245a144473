package org

import "fmt"

// PolicyCrosscheck is the policy row that says whether a model of another
// family looks at work once more: CrosscheckOn, which is the default,
// or CrosscheckOff.
const PolicyCrosscheck = "crosscheck"

// The values of PolicyCrosscheck.
const (
	CrosscheckOn  = "on"
	CrosscheckOff = "off"
)

// ParseCrosscheck reads the policy row. Its error is a sentence for the
// founder.
func ParseCrosscheck(value string) (bool, error) {
	switch value {
	case CrosscheckOn:
		return true, nil
	case CrosscheckOff:
		return false, nil
	}
	return false, fmt.Errorf("%q is neither %s nor %s", value, CrosscheckOn, CrosscheckOff)
}

// Crosschecked reports whether a second opinion is due on a draft that its
// reviewers let through: on what is final or of the highest tier.
func Crosschecked(s Step) bool { return s.Final || s.Tier == T3 }
