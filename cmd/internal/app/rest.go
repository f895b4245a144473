package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store"
)

const (
	// restLook is how often a process looks whether it rests.
	restLook = 5 * time.Second
	// restBelow is how little processor time between two looks counts as rest:
	// 1 %, twenty times what an idle process takes.
	restBelow = restLook / 100
	// restSettle is how long it takes until everything has been done once that
	// is done in an idle process.
	restSettle = org.HeartbeatTick + restLook
	// heapSlack and textSlack are how much has to come back before it is given
	// back again. Heap takes a run of the collector, text next to nothing.
	heapSlack, textSlack = 4 << 20, 1 << 20
)

// Rest gives memory back to the system while this process has nothing to do:
// heap that its start or a burst of work has left behind, and program text
// that was read once. A server of 1 GB has a better use for both. It returns
// when ctx ends.
//
// Text goes later than heap: the collector shrinks the stacks of those who
// wait, and to let them grow at their next turn takes tables of the program
// that nothing else reads.
func (a *App) Rest(ctx context.Context) {
	tick := time.NewTicker(restLook)
	defer tick.Stop()
	var seen time.Duration
	var left remains
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		spent, err := processorTime()
		if err == nil && spent-seen < restBelow {
			err = left.tidy(ctx, a.Store, time.Now())
		}
		seen = spent
		if err != nil {
			a.Log.DebugContext(ctx, "memory could not be given back", "err", err)
		}
	}
}

// memory is what a process has in memory, in bytes: its own, and what can be
// read from files again.
type memory struct{ own, files int64 }

// remains is what was left when something was given back the last time. The
// zero value has given nothing back yet.
type remains struct {
	memory
	at     time.Time
	forgot bool // text was: what has come back since is used
}

// tidy gives back what came since the last time.
func (left *remains) tidy(ctx context.Context, db *store.DB, at time.Time) error {
	now, err := resident()
	if err != nil {
		return err
	}
	switch {
	case now.own > left.own+heapSlack:
		left.own, left.at = now.own, at
		if err := db.Rest(ctx); err != nil {
			return err
		}
		giveBack()
		now, err = resident()
		left.own = now.own
		return err
	case at.Sub(left.at) < restSettle:
	case left.forgot:
		left.files, left.forgot = now.files, false
	case now.files > left.files+textSlack:
		left.forgot, left.at = true, at
		return forgetText()
	}
	return nil
}

// resident reads what this process has in memory (proc_pid_statm(5)).
func resident() (memory, error) {
	raw, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return memory{}, fmt.Errorf("read own memory: %w", err)
	}
	var size, all, files int64
	if _, err := fmt.Sscan(string(raw), &size, &all, &files); err != nil {
		return memory{}, fmt.Errorf("read own memory: %w", err)
	}
	page := int64(os.Getpagesize())
	return memory{own: (all - files) * page, files: files * page}, nil
}

// giveBack gives back what is not used now.
func giveBack() {
	runtime.GC() // which only sets pooled buffers aside; the next one drops them
	debug.FreeOSMemory()
	trim()
}

// processorTime is what all threads of this process ran so far.
func processorTime() (time.Duration, error) {
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		return 0, fmt.Errorf("read processor time: %w", err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), nil
}

// forgetText takes the text and constants of the program and its libraries out
// of this process's memory. They stay in the page cache, whence the parts that
// are used come back by themselves; without huge pages, so that a used page
// does not bring 2 MB along.
func forgetText() error {
	raw, err := os.ReadFile("/proc/self/smaps")
	if err != nil {
		return fmt.Errorf("read own memory map: %w", err)
	}
	for _, a := range untouched(string(raw)) {
		for _, advice := range []uintptr{unix.MADV_NOHUGEPAGE, unix.MADV_DONTNEED} {
			if _, _, no := unix.Syscall(unix.SYS_MADVISE, a.from, a.size, advice); no != 0 && !errors.Is(no, unix.EINVAL) { // a kernel without huge pages knows no advice on them
				return fmt.Errorf("advise on %d bytes: %w", a.size, no)
			}
		}
	}
	return nil
}

// area is a piece of this process's memory.
type area struct{ from, size uintptr }

// untouched reads a memory map (proc_pid_smaps(5)) and returns what can be read
// from its file again: nobody may write there, and nothing there differs from
// the file. What the linker wrote and then locked differs.
func untouched(smaps string) []area {
	const access, path = 1, 5
	var out []area
	var now area
	for line := range strings.Lines(smaps) {
		f := strings.Fields(line)
		switch {
		case len(f) > path && strings.HasPrefix(f[path], "/") && strings.HasPrefix(f[access], "r-") && strings.HasSuffix(f[access], "p"):
			now = bounds(f[0])
		case len(f) > 1 && !strings.HasSuffix(f[0], ":"):
			now = area{}
		case len(f) > 1 && f[0] == "Anonymous:" && f[1] == "0" && now.size > 0:
			out = append(out, now)
		}
	}
	return out
}

// bounds reads "FROM-TO"; the zero area means that it cannot be read.
func bounds(s string) area {
	const hexadecimal, bits = 16, 64
	low, high, _ := strings.Cut(s, "-")
	from, err1 := strconv.ParseUint(low, hexadecimal, bits)
	to, err2 := strconv.ParseUint(high, hexadecimal, bits)
	if err1 != nil || err2 != nil || to <= from {
		return area{}
	}
	return area{uintptr(from), uintptr(to - from)}
}
