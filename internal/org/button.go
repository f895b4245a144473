package org

// The commands behind the buttons of a project's thread. Each is followed by
// what it is about: a project's id for all but decide, which takes a decision
// and one of its options, and redo, which takes a step. What a form asks for
// comes last.
const (
	CommandAccept  = "accept"  // accept p3
	CommandChanges = "changes" // changes p3 WORDS
	CommandRead    = "read"    // read p3
	CommandSources = "sources" // sources p3
	CommandBundle  = "bundle"  // bundle p3
	CommandDiff    = "diff"    // diff p3
	CommandChecks  = "checks"  // checks p3
	CommandDecide  = "decide"  // decide e4 b WORDS
	CommandPause   = "pause"
	CommandResume  = "resume"
	CommandCancel  = "cancel"
	CommandSteer   = "steer"   // steer p3 WORDS
	CommandPlan    = "plan"    // plan p3; plan p3 WORDS asks for another one
	CommandReplan  = "replan"  // replan p3 WORDS
	CommandRedo    = "redo"    // redo s12 WORDS
	CommandFirst   = "first"   // first s12
	CommandDrop    = "drop"    // drop s12 WORDS
	CommandConfirm = "confirm" // confirm ORIGIN: yes to what the command of that origin asked
	CommandBudget  = "budget"  // budget mission 0.24 cap p3
)
