package wording

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// DescribeRule says in words when something comes again: "every Monday at 8:00". A cron expression that is no
// simple one is shown as it is.
func DescribeRule(spec string) string {
	f := strings.Fields(spec)
	const fields = 5
	var hour, minute int
	if len(f) != fields || f[3] != "*" {
		return "by `" + strings.ReplaceAll(spec, "`", "") + "`"
	}
	if n, err := fmt.Sscanf(f[1]+" "+f[0], "%d %d", &hour, &minute); err != nil || n != 2 || strings.ContainsAny(f[0]+f[1], "*,-/") {
		return "by `" + strings.ReplaceAll(spec, "`", "") + "`"
	}
	at := fmt.Sprintf(" at %d:%02d", hour, minute)
	switch {
	case f[2] != "*" && f[4] == "*":
		return "each month on day " + f[2] + at
	case f[2] != "*":
		return "by `" + spec + "`"
	case f[4] == "*":
		return "every day" + at
	case f[4] == "1-5":
		return "Monday to Friday" + at
	}
	var days []string
	for d := range strings.SplitSeq(f[4], ",") {
		i := slices.Index([]string{"0", "1", "2", "3", "4", "5", "6"}, d)
		if i < 0 {
			return "by `" + spec + "`"
		}
		days = append(days, time.Weekday(i).String())
	}
	return "every " + List(days) + at
}
