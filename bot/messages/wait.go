package messages

import (
	"fmt"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/reports"
)

// WaitLong tells once that something waits for a fault to pass.
func WaitLong(w reports.Wait) string {
	return fmt.Sprintf("%s: %s. Nothing is lost, and I try again by myself, next %s. %s",
		prose.Capital(wording.DescribeWait(w)), wording.DescribeWaitCause(w), moment.Mark(w.Next, moment.Minute), wording.AdviseOnWait(w))
}

// DiskFills tells that the disk will be full before long.
func DiskFills(f reports.RoomFacts) string {
	text := "My disk fills up: " + wording.Size(f.Free) + " are free"
	if f.Days > 0 {
		text += ", and at the pace of the last 30 days that lasts about " + wording.CountOf(f.Days, "day", "days")
	}
	return text + ". When it is full, nothing you say can be saved. Free some space or enlarge it; `!doctor` tells you what takes how much, and FRASIER_KEEP_DAYS lets old drafts go."
}
