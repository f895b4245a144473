package org

// The stages: what a model is asked for. They name prompts, schemas, ledger
// rows and checkpoints.
const (
	StageClassify   = "classify"    // what a message is (T1)
	StageChief      = "chief"       // the chief's structured reply (T2)
	StagePlan       = "plan"        // draft of a plan (T2)
	StageEnrich     = "enrich"      // acceptance, kind and tier for a roadmap's items (T2)
	StagePlanReview = "plan_review" // scope and order of a plan (X)
	StageEnd        = "end"         // the version and the evidence that a rejected round ends with (no model)
	StageContext    = "context"     // what stood around the step when the round began (no model)
	StageBase       = "base"        // the commit that a change starts from (no model)
	StageChange     = "change"      // a change of code that was given (no model)
	StageTurn       = "turn"        // one turn of whoever writes a change of code (step's tier)
	StageDecompose  = "decompose"   // questions, queries, checklist of a step (T1)
	StageSearch     = "search"      // no model
	StageClaims     = "claims"      // claims with quotes from passages (T1)
	StageGap        = "gap"         // what is not covered and how to find it (T1)
	StageOutline    = "outline"     // the sections of a long draft (step's tier)
	StageSection    = "section"     // one of them (step's tier)
	StageSynthesize = "synthesize"  // the draft (step's tier)
	StageSupport    = "support"     // the passage behind a statement whose quotation stands nowhere (T1)
	StageCritique   = "critique"    // checklist answers (T1)
	StageCalibrate  = "calibrate"   // the critic judges drafts of known worth; the critique's prompt (T1 or X)
	StageCompare    = "compare"     // which of two versions is better, and the checklist for it (T1)
	StageRevise     = "revise"      // the draft again, with defects named (step's tier)
	StageQA         = "qa"          // technical review (T1)
	StageLead       = "lead"        // fit to the directive (T2)
	StageCrosscheck = "crosscheck"  // the criteria again, by another family (X)
	StageTiebreak   = "tiebreak"    // what reviewers and crosscheck disagree about (T2)
	StageSummary    = "summary"     // opening and transitions of the assembled document (T2)
	StageCoherence  = "coherence"   // review of the assembled document (T2)
	StageDebug      = "debug"       // why a step was rejected twice, before its last attempt (T2)
	StageExpert     = "expert"      // errors that only a domain expert sees (T2)
	StageCurate     = "curate"      // changes of what was learnt (T1)
	StageUpskill    = "upskill"     // a persona again, after rejections (T1)
	StageWatch      = "watch"       // whether work goes wrong that rules cannot judge (T1)
	StageDirect     = "direct"      // what a director does about his messages (T1)
	StageCEO        = "ceo"         // the same of Business while the founder asked for something (T2)
	StageRepair     = "repair"      // a reply's JSON again, with the validator's paths (T1)
)

// StageInput is the structured form of what a stage's prompt says, for a
// provider that reads no prose (the extractive one). Fields that a stage does
// not have are nil.
type StageInput struct {
	Message  *Message
	Class    *Classification
	Job      *PlanningJob
	Step     *Step
	Context  *StepContext
	Inquiry  *Inquiry
	Evidence *Evidence
}
