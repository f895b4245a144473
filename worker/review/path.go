package review

import (
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/policy"
)

// SoundCritic reports whether a critic that gives the two drafts these means
// may be trusted: it praises neither too much, and tells one from the other.
func SoundCritic(good, bad float64) bool {
	return good <= CalibrationGood && bad <= CalibrationBad && good > bad
}

// Path says who must look at a step's draft.
type Path string

// The review paths.
const (
	Auto Path = "auto"
	QA   Path = "qa"
	Full Path = "qa+lead"
)

// Judged holds the facts that the autonomy policy goes by.
type Judged struct {
	Final      bool     // the step is final or an assembly
	Tier       org.Tier // asked for
	Grave      bool     // it spends, decides or goes outside
	Downgraded bool     // served by a lower tier than asked
	Got        policy.Got
	Scored     bool // a critic read it
	AuditClean bool
	// Uncalibrated says that the critic is not to be trusted, see Calibration.
	Uncalibrated bool
}

// Trusts reports whether the critic's judgement of a draft counts.
func Trusts(p policy.Thresholds, j Judged) bool {
	return p.On && !j.Downgraded && j.Scored && j.AuditClean && !j.Uncalibrated
}

// PathOf returns the review path of a draft.
func PathOf(p policy.Thresholds, j Judged) Path {
	switch {
	case !Trusts(p, j), j.Final, j.Tier == org.T3, j.Grave:
		return Full
	case p.AutoApprove.Reached(j.Got):
		return Auto
	case p.QAOnly.Reached(j.Got):
		return QA
	default:
		return Full
	}
}
