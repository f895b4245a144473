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
			if sumResident(pid, 0) > most {
				over()
				return
			}
		}
	}
}

// sumResident sums the memory of a process and all below it. What has ended meanwhile holds none.
func sumResident(pid, depth int) int64 {
	const deep = 50 // more than anybody nests
	if depth > deep {
		return 0
	}
	var sum int64
	if raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid)); err == nil {
		if fields := bytes.Fields(raw); len(fields) > 1 {
			if pages, err := strconv.ParseInt(string(fields[1]), 10, 64); err == nil {
				sum = pages * int64(os.Getpagesize())
			}
		}
	}
	tasks, err := os.ReadDir(fmt.Sprintf("/proc/%d/task", pid))
	if err != nil {
		return sum
	}
	for _, task := range tasks {
		raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%s/children", pid, task.Name()))
		if err != nil {
			continue
		}
		for _, word := range strings.Fields(string(raw)) {
			if child, err := strconv.Atoi(word); err == nil {
				sum += sumResident(child, depth+1)
			}
		}
	}
	return sum
}
