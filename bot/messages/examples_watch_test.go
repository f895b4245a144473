package messages_test

import (
	"time"

	"github.com/frasier-cos/frasier/bot/messages"
)

func watchExamples() []example {
	const long, step = 24 * time.Minute, "Find the price"
	circles := messages.WatchCircles(step, messages.WatchUnreadable(), 3, 2)
	return []example{
		{"WatchQuiet", "", messages.WatchQuiet(step, long)},
		{"WatchQuietAdvice", "", messages.WatchQuietAdvice("s3")},
		{"WatchLong", "", messages.WatchLong(step, 40*time.Minute)},
		{"WatchStalled", "", messages.WatchStalled(long)},
		{"WatchBugAdvice", "", messages.WatchBugAdvice()},
		{"WatchPlanning", "", messages.WatchPlanning(long)},
		{"WatchPlanningAdvice", "", messages.WatchPlanningAdvice()},
		{"WatchWaiting", "", messages.WatchWaiting(long)},
		{"WatchWaitingAdvice", "", messages.WatchWaitingAdvice()},
		{"WatchSlower", "", messages.WatchSlower(3*time.Hour, 20*time.Minute)},
		{"WatchNotArrived", "", messages.WatchNotArrived(long)},
		{"WatchNotArrivedAdvice", "", messages.WatchNotArrivedAdvice("p1")},
		{"WatchUnsent", "", messages.WatchUnsent("Missing Access")},
		{"WatchUnsentAdvice", "", messages.WatchUnsentAdvice()},
		{"WatchLeft", "", messages.WatchLeft(step, false)},
		{"WatchLeft", "busy", messages.WatchLeft(step, true)},
		{"WatchWhy", "", messages.WatchWhy("s3")},
		{"WatchEndedOpen", "", messages.WatchEndedOpen()},
		{"WatchRevived", "", messages.WatchRevived(step)},
		{"WatchUncalled", "", messages.WatchUncalled(step, "research")},
		{"WatchCircles", "", messages.WatchCircles(step, messages.WatchRestarted(), 3, 1)},
		{"WatchCircles", "second try", circles},
		{"WatchCirclesAdvice", "", messages.WatchCirclesAdvice("p1", "s3")},
		{"WatchRestarted", "", messages.WatchRestarted()},
		{"WatchUnreadable", "", messages.WatchUnreadable()},
		{"WatchOnceMore", "", messages.WatchOnceMore("research")},
		{"WatchFellBack", "", messages.WatchFellBack(step)},
		{"WatchUnclaimed", "", messages.WatchUnclaimed(step)},
		{"WatchRejected", "", messages.WatchRejected(step, 2)},
		{"WatchTwice", "", messages.WatchTwice(step)},
		{"WatchHalf", "", messages.WatchHalf(step)},
		{"WatchOpinion", "", messages.WatchOpinion(messages.WatchTwice(step), "It reads the same page again.")},
		{"WatchSeems", "", messages.WatchSeems("drift")},
	}
}
