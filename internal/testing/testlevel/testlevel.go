// Package testlevel says how much of a long test is run. It is the only place
// that decides this, so that "make proof" leaves nothing out that the quicker
// targets sample:
//
//	make test    a person waits for it: small samples
//	make check   runs for each change: larger samples, and every tool must be there
//	make proof   runs at night and for a release: everything
//
// The target is handed over in the environment, TEST_LEVEL=check or proof;
// anything else is test. Beneath the race detector, which makes everything
// about ten times slower and sees in a part of a table what it sees in the
// whole, check counts as test; in the proof every case is run, and what is
// drawn at random is drawn as often as in the check.
package testlevel

import (
	"hash/fnv"
	"os"
)

// level orders the targets.
type level int

const (
	test level = iota
	check
	proof
)

func now() level {
	switch os.Getenv("TEST_LEVEL") { //nolint:forbidigo // tests alone import this package
	case "check":
		if !Raced {
			return check
		}
	case "proof":
		return proof
	}
	return test
}

// Check reports whether the level is check or more: slow tests that no person
// should wait for are run, and a tool that is missing is a failure.
func Check() bool { return now() >= check }

// Proof reports whether everything is run.
func Proof() bool { return now() == proof }

// Tools reports whether the tools of .ci/run have to be there: at check and
// proof, also beneath the race detector.
func Tools() bool { return os.Getenv("TEST_LEVEL") != "" } //nolint:forbidigo // tests alone import this package

// Count returns how often something random is tried at each level. A level
// never tries less than the one before.
func Count(inTest, inCheck, inProof int) int {
	at := now()
	if Raced { // 20 000 histories would take a day
		at = min(at, check)
	}
	return max([]int{inTest, inCheck, inProof}[at], inTest)
}

// Sample reports whether the case of that name is run: one in every at the
// level test, twice as many at check, all at proof. Which ones depends on
// the names alone.
func Sample(name string, every int) bool {
	switch now() {
	case proof:
		return true
	case check:
		return Pick(name, max(1, every/2)) == 0
	case test:
	}
	return Pick(name, every) == 0
}

// Pick returns a number from 0 up to n that hangs on the name alone: which of n
// forms a case is run in when it is run in one.
func Pick(name string, n int) int {
	h := fnv.New32a()
	h.Write([]byte(name))
	return int(h.Sum32() % uint32(n))
}

// T is what Need and LeaveToCheck need of a test.
type T interface {
	Helper()
	Attr(key, value string)
	Skip(args ...any)
}

// Need skips a test that only check and proof run.
func Need(t T) {
	t.Helper()
	if !Check() {
		LeaveToCheck(t, "runs in make check")
	}
}

// LeaveToCheck skips a test that "make check" runs. It says so by an attribute, which names the test: what a test prints may be taken for the words of one
// that runs beside it.
func LeaveToCheck(t T, why string) {
	t.Helper()
	t.Attr("left", "make check")
	t.Skip(why)
}
