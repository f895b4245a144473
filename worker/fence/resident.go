package fence

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// residentEvery is the time between two looks at what memory programs hold: what they may take meanwhile their limits bound.
const residentEvery = 100 * time.Millisecond

// watchResident calls over, once, when a process and all that it started hold more than so many bytes of memory, and returns when ctx has ended.
func watchResident(ctx context.Context, pid int, most int64, over func()) {
	tick := time.NewTicker(residentEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if sumResident(pid) > most {
				over()
				return
			}
		}
	}
}

// sumResident sums the memory of a process and all below it. What has ended meanwhile holds none.
func sumResident(pid int) (sum int64) {
	visitBelow(pid, 0, func(pid int) {
		raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
		if err != nil {
			return
		}
		if fields := bytes.Fields(raw); len(fields) > 1 {
			if pages, err := strconv.ParseInt(string(fields[1]), 10, 64); err == nil {
				sum += pages * int64(os.Getpagesize())
			}
		}
	})
	return sum
}

// visitBelow calls visit with a process and all below it that have not ended meanwhile.
func visitBelow(pid, depth int, visit func(pid int)) {
	const deep = 50 // more than anybody nests
	if depth > deep {
		return
	}
	visit(pid)
	tasks, err := os.ReadDir(fmt.Sprintf("/proc/%d/task", pid))
	if err != nil {
		return
	}
	for _, task := range tasks {
		raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%s/children", pid, task.Name()))
		if err != nil {
			continue
		}
		for _, word := range strings.Fields(string(raw)) {
			if child, err := strconv.Atoi(word); err == nil {
				visitBelow(child, depth+1, visit)
			}
		}
	}
}
