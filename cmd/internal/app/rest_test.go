package app_test

import (
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/store"
	"github.com/frasier-cos/frasier/store/storetest"
)

// Only what can be read from its file again may be forgotten: what the linker
// wrote before it locked the page is gone for ever, and the process with it.
func TestWhatMayBeForgotten(t *testing.T) {
	piece := func(head, private string) string {
		return head + "\nSize:                 16 kB\nRss:                  16 kB\nAnonymous:            " + private + " kB\nVmFlags: rd ex mr mw me\n"
	}
	smaps := piece("00400000-00404000 r-xp 00001000 fe:00 42                     /opt/frasier/bot", "0") +
		piece("00404000-00408000 r--p 00005000 fe:00 42                     /opt/frasier/bot", "0") +
		piece("00408000-0040c000 r--p 00009000 fe:00 42                     /opt/frasier/bot", "4") + // relocated
		piece("0040c000-00410000 rw-p 0000d000 fe:00 42                     /opt/frasier/bot", "0") +
		piece("7f0000000000-7f0000004000 r--s 00000000 fe:00 43             /srv/frasier.db-shm", "0") +
		piece("7f0000004000-7f0000008000 r-xp 00000000 00:00 0              [vdso]", "0") +
		piece("7f0000008000-7f000000c000 r--p 00000000 00:00 0 ", "0")
	want := map[uintptr]uintptr{0x400000: 0x4000, 0x404000: 0x4000}
	if diff := cmp.Diff(want, app.Untouched(smaps)); diff != "" {
		t.Errorf("what may be forgotten (-want +got):\n%s", diff)
	}
}

// A process goes on as before when it has given its memory back, and takes
// less.
func TestGiveBack(t *testing.T) {
	const waste = 64 << 20
	burst := make([]byte, waste)
	for i := range burst {
		burst[i] = byte(i)
	}
	kept := strings.Repeat(string(burst[:4]), 3)
	full := resident(t)
	for range 3 {
		if err := app.GiveBack(); err != nil {
			t.Fatal(err)
		}
	}
	if left := resident(t); full-left < waste/2 {
		t.Errorf("%d MB before, %d MB after: a burst of %d MB was not given back", full>>20, left>>20, waste>>20)
	}
	if want := "\x00\x01\x02\x03\x00\x01\x02\x03\x00\x01\x02\x03"; kept != want {
		t.Errorf("what was kept is %q, want %q", kept, want)
	}
}

func resident(t *testing.T) int {
	t.Helper()
	return statm(t, 1)
}

// statm reads one figure of this process's memory, in bytes.
func statm(t *testing.T, field int) int {
	t.Helper()
	raw, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Fatal(err)
	}
	pages, err := strconv.Atoi(strings.Fields(string(raw))[field])
	if err != nil {
		t.Fatal(err)
	}
	return pages * os.Getpagesize()
}

// A process at rest gives its heap back at once, its text when all of its
// timed duties have had a turn, and nothing more while nothing comes back. Its
// database answers as before.
func TestTidy(t *testing.T) {
	const files, most = 2, 2 << 20
	db, err := store.Open(t.Context(), store.Options{Path: storetest.Path(t)})
	if err != nil {
		t.Fatal(err)
	}
	tidy, at := app.Tidier(), time.Unix(0, 0)
	var given []int
	for _, after := range []time.Duration{0, 30 * time.Second, 6 * time.Second} {
		at = at.Add(after)
		before := statm(t, files)
		if err := tidy(t.Context(), db, at); err != nil {
			t.Fatal(err)
		}
		given = append(given, before-statm(t, files))
		if _, err := db.Costs(t.Context(), 1); err != nil {
			t.Errorf("the database after a rest: %v", err)
		}
	}
	if given[0] > most || given[1] > most || given[2] <= most {
		t.Errorf("bytes of text given back at once, after 30 s and after 36 s: %d; want most of it the third time", given)
	}
	if err := db.Close(); err != nil {
		t.Error(err)
	}
}
