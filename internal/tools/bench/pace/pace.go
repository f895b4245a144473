// Package pace bounds the processor time that tests may take, on machines of
// any speed and beneath the race detector.
package pace

import (
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
)

// usual is the processor time of a piece of work (see work) on the machine on
// which the bounds were chosen: two cores of an AMD EPYC, no race detector.
const usual = 13 * time.Millisecond

// Spent is the processor time that this process has used so far, of all its
// threads, in the kernel too. Unlike the clock's, it does not grow while others
// use the machine. Safe for concurrent use.
func Spent() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err) // it fails for a bad address only
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// Most is the bound d, as chosen on the usual machine, on this one: a machine
// on which everything takes longer may take longer, a faster one no less than
// d. The first call measures; what else the process does meanwhile counts as
// slowness. Safe for concurrent use.
func Most(d time.Duration) time.Duration {
	return time.Duration(float64(d) * slowness())
}

// How many times the usual time a piece of work takes here, at
// least 1: the middle of five.
//
//nolint:gochecknoglobals // measured once
var slowness = sync.OnceValue(func() float64 {
	took := make([]time.Duration, 5)
	for i := range took {
		start := Spent()
		work()
		took[i] = Spent() - start
	}
	slices.Sort(took)
	return max(1, float64(took[len(took)/2])/float64(usual))
})

// node is a piece of a text, as a parser keeps it.
type node struct {
	text []byte
	next *node
}

// work does what a parser does, which is also what the race detector slows
// most: it looks at single bytes, and allocates and follows nodes.
func work() (commas int) {
	text := []byte(strings.Repeat("a list of words, as a page has them, in lines and cells ", 5_000))
	var head *node
	from := 0
	for i, c := range text {
		if c == ' ' {
			head, from = &node{text: text[from:i], next: head}, i+1
		}
	}
	for range 20 {
		for n := head; n != nil; n = n.next {
			for _, c := range n.text {
				if c == ',' {
					commas++
				}
			}
		}
	}
	return commas
}
