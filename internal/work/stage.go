package work

import "github.com/frasier-cos/frasier/internal/org"

// StageInput is the structured form of what a stage's prompt says, for a
// provider that reads no prose (the extractive one). Fields that a stage does
// not have are nil.
type StageInput struct {
	Message  *org.Message
	Class    *org.Classification
	Job      *PlanningJob
	Step     *org.Step
	Context  *StepContext
	Inquiry  *Inquiry
	Evidence *Evidence
}
