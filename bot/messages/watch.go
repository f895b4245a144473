package messages

import (
	"fmt"
	"time"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/org"
)

// What the watcher noticed, a sentence each, and what the founder can do. A
// title is that of a step.

// WatchQuiet says that nothing was heard of a step for a while.
func WatchQuiet(title string, quiet time.Duration) string {
	return fmt.Sprintf("%s has been quiet for %s.", wording.Quote(title), wording.Duration(quiet))
}

// WatchQuietAdvice says what happens if it stays so.
func WatchQuietAdvice(id org.StepID) string {
	return fmt.Sprintf("If it stays stuck I'll restart it. `!why %s` shows what it does.", id)
}

// WatchLong says that a step is worked on for very long.
func WatchLong(title string, took time.Duration) string {
	return fmt.Sprintf("%s has been worked on for %s at a stretch.", wording.Quote(title), wording.Duration(took))
}

// WatchStalled says that nothing of a project can go on, by our own fault.
func WatchStalled(since time.Duration) string {
	return fmt.Sprintf("It has stalled for %s, and that's a bug on our side.", wording.Duration(since))
}

// WatchBugAdvice says who looks into a fault of ours.
func WatchBugAdvice() string { return "Your operator should run `frasier verify`." }

// WatchPlanning says that a plan takes long.
func WatchPlanning(took time.Duration) string {
	return fmt.Sprintf("Planning has taken %s so far, and there's no plan yet.", wording.Duration(took))
}

// WatchPlanningAdvice says where to look.
func WatchPlanningAdvice() string { return "`!doctor` tells you whether the AI provider answers." }

// WatchWaiting says that nobody takes up what could be worked on.
func WatchWaiting(since time.Duration) string {
	return fmt.Sprintf("Work has been waiting for %s, and nothing picks it up.", wording.Duration(since))
}

// WatchWaitingAdvice says where to look.
func WatchWaitingAdvice() string { return "`!doctor` tells you why." }

// WatchSlower says that steps take longer than they did.
func WatchSlower(since, longest time.Duration) string {
	return fmt.Sprintf("The last step was finished %s ago; until then none took longer than %s.", wording.Duration(since), wording.Duration(longest))
}

// WatchNotArrived says that a result has not reached the founder.
func WatchNotArrived(since time.Duration) string {
	return fmt.Sprintf("The project ended %s ago, and its result hasn't reached you.", wording.Duration(since))
}

// WatchNotArrivedAdvice says where it can be read.
func WatchNotArrivedAdvice(p org.ProjectID) string {
	return fmt.Sprintf("`!read %s` shows the document.", p)
}

// WatchUnsent says that a message was given up, and why.
func WatchUnsent(why string) string { return "I couldn't deliver something: " + why }

// WatchUnsentAdvice says where it can be read.
func WatchUnsentAdvice() string { return "`!status` has what was in it." }

// WatchLeft says that work ended with a step undone; busy while somebody was at
// work on it.
func WatchLeft(title string, busy bool) string {
	if busy {
		return fmt.Sprintf("This part of the work ended while %s was still being worked on.", wording.Quote(title))
	}
	return fmt.Sprintf("This part of the work ended and left %s undone.", wording.Quote(title))
}

// WatchWhy says where to see what happened to a step.
func WatchWhy(id org.StepID) string { return fmt.Sprintf("`!why %s` shows what happened.", id) }

// WatchEndedOpen says that a project ended with work open, by our own fault.
func WatchEndedOpen() string {
	return "The project was marked as ended with work still open, and that's a bug on our side."
}

// WatchRevived says that a step was begun again after its end.
func WatchRevived(title string) string {
	return wording.Quote(title) + " was begun again after it had ended."
}

// WatchUncalled says that a step gave a sign of a stage while nobody was to
// work on it.
func WatchUncalled(title, stage string) string {
	return fmt.Sprintf("%s reported %s while nobody was supposed to work on it.", wording.Quote(title), stage)
}

// WatchCircles says that a step repeats itself. Attempt counts from 1.
func WatchCircles(title, what string, n, attempt int) string {
	where := ""
	if attempt > 1 {
		where = fmt.Sprintf(" at try %d", attempt)
	}
	return fmt.Sprintf("%s is going in circles%s: %s %d times without progress.", wording.Quote(title), where, what, n)
}

// WatchCirclesAdvice says what can be done about it.
func WatchCirclesAdvice(p org.ProjectID, s org.StepID) string {
	return fmt.Sprintf("`!pause %s` holds it, `!why %s` shows what it does.", p, s)
}

// WatchRestarted is a step that begins again and again.
func WatchRestarted() string { return "it stopped and was restarted" }

// WatchUnreadable is a step whose replies cannot be read.
func WatchUnreadable() string { return "the AI's reply couldn't be read" }

// WatchOnceMore is a step that does one stage again and again.
func WatchOnceMore(stage string) string { return stage + " was done once more" }

// WatchFellBack says that a step failed after it had passed.
func WatchFellBack(title string) string {
	return wording.Quote(title) + " had passed and failed after that."
}

// WatchUnclaimed says that a step was completed while nobody worked on it.
func WatchUnclaimed(title string) string {
	return wording.Quote(title) + " was completed while nobody worked on it."
}

// WatchRejected is why a model looks: a step was sent back.
func WatchRejected(title string, n int) string {
	return fmt.Sprintf("%s was sent back %s.", wording.Quote(title), wording.CountTimes(n))
}

// WatchTwice is why a model looks: the same happened twice.
func WatchTwice(title string) string { return wording.Quote(title) + " had the same happen twice." }

// WatchHalf is why a model looks: half of the time is over.
func WatchHalf(title string) string {
	return wording.Quote(title) + " has been worked on for half of the time that it may take."
}

// WatchOpinion puts what a model thinks behind what happened.
func WatchOpinion(about, thought string) string {
	return about + " A model looked at it and thinks: " + thought
}

// WatchSeems is that thought where it gave none.
func WatchSeems(verdict string) string {
	return map[string]string{"loop": "The work repeats itself.", "stuck": "The work is stuck.", "drift": "The work drifts away from its goal."}[verdict]
}
