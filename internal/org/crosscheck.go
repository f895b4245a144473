package org

import (
	"fmt"
	"hash/fnv"
)

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
// reviewers let through: always on what is final or of the highest
// tier, and on one in five of those that nobody looked at, chosen by the
// step's id.
func Crosschecked(s Step, path ReviewPath) bool {
	if s.Final || s.Tier == T3 {
		return true
	}
	h := fnv.New64a()
	h.Write([]byte(s.ID)) // a hash.Hash never fails
	return path == ReviewAuto && h.Sum64()%CrosscheckOneIn == 0
}
