package org

// Route decides what a message becomes, from its classification and the tag
// of the chief's reply. It is the override table of the design, whole and
// pure; the first rule that matches wins.
func Route(c Classification, explicit bool, tag Action) Action {
	class := c.Class
	switch {
	case explicit, c.Certain:
		return ActionNewProject
	case c.Structural && tag != ActionResponse:
		return ActionNewProject
	case class == ClassFullProject && c.Confidence >= ConfidenceFloor && tag != ActionResponse:
		return ActionNewProject
	case class == ClassFullProject && c.Confidence >= ConfidenceFloor:
		return ActionResponse
	case class == ClassNone && tag == ActionNone:
		return ActionResponse
	case class == ClassNone:
		return tag
	case c.Confidence < ConfidenceFloor:
		class = ClassSimpleTask
	}
	if tag != ActionNone {
		return tag
	}
	if class == ClassCasual {
		return ActionResponse
	}
	return ActionProposal
}

// MayStart reports whether a message that was classified so may start work,
// which costs money: what a founder ordered by a command or a file may; a
// question may not, nor what was hardly understood. A message without a
// classification, because the model did not answer, may: its chief could be
// read.
func (c Classification) MayStart(explicit bool) bool {
	switch {
	case explicit, c.Certain:
		return true
	case c.Question:
		return false
	}
	return c.Class == ClassNone || c.Confidence >= StartFloor
}

// Vague reports whether a founder should be asked which of two readings he
// means before work starts.
func (c Classification) Vague() bool {
	return !c.Certain && c.Class != ClassNone && (c.Confidence < StartFloor || c.Ask != "" && c.Confidence < ConfidenceFloor)
}

// ReviewPath is who must look at a step's draft.
type ReviewPath string

// The review paths.
const (
	ReviewAuto ReviewPath = "auto"
	ReviewQA   ReviewPath = "qa"
	ReviewFull ReviewPath = "qa+lead"
)

// The names of the policy rows of AutonomyPolicy.
const (
	PolicyAutonomy    = "autonomy"              // "on" or "off"; on by default
	PolicyAutoApprove = "autonomy.auto_approve" // a score; AutoApproveAt by default
	PolicyQAOnly      = "autonomy.qa_only"      // a score; QAOnlyAt by default
)

// AutonomyPolicy holds the thresholds of the review, policy rows that may be
// changed at run time.
type AutonomyPolicy struct {
	On          bool
	AutoApprove float64
	QAOnly      float64
}

// DefaultAutonomy returns the policy before anyone changed it.
func DefaultAutonomy() AutonomyPolicy {
	return AutonomyPolicy{On: true, AutoApprove: AutoApproveAt, QAOnly: QAOnlyAt}
}

// Judged is what the autonomy policy looks at.
type Judged struct {
	Final      bool // the step is final or an assembly
	Tier       Tier // asked for
	Grave      bool // it decides about money, a name or law
	Downgraded bool // served by a lower tier than asked
	Score      float64
	Scored     bool
	AuditClean bool
	// Uncalibrated says that the critic is not to be trusted, see Calibration.
	Uncalibrated bool
}

// Trusts reports whether the critic's judgement of a draft counts.
func (p AutonomyPolicy) Trusts(j Judged) bool {
	return p.On && !j.Downgraded && j.Scored && j.AuditClean && !j.Uncalibrated
}

// Review returns the review path of a draft.
func (p AutonomyPolicy) Review(j Judged) ReviewPath {
	switch {
	case !p.Trusts(j), j.Final, j.Tier == T3, j.Grave:
		return ReviewFull
	case j.Score >= p.AutoApprove:
		return ReviewAuto
	case j.Score >= p.QAOnly:
		return ReviewQA
	default:
		return ReviewFull
	}
}
