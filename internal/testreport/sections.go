package testreport

import (
	"strings"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
)

// section is the part of an output in which a program says why tests fail: from a line to another, with a line that
// begins each test's.
type section struct{ begin, split, end *lazyregexp.Regexp }

var sections = []section{ //nolint:gochecknoglobals // a constant list
	{lazyregexp.New(`^=+ (?:FAILURES|ERRORS) =+$`), lazyregexp.New(`^_{3,} .* _{3,}$`), lazyregexp.New(`^=+ .*(?:PASSES|summary|\d+ (?:failed|passed|error)).* =+$`)}, // pytest
	{lazyregexp.New(`^={70}$`), lazyregexp.New(`^={70}$`), lazyregexp.New(`^Ran \d+ tests? in `)},                                                                     // unittest
	{lazyregexp.New(`^\s*not ok \d+`), lazyregexp.New(`^\s*not ok \d+`), lazyregexp.New(`^\s*(?:ok \d+|# Subtest:|\d+\.\.\d+|# tests \d)`)},                           // TAP
	{lazyregexp.New(`^  ● `), lazyregexp.New(`^  ● `), lazyregexp.New(`^(?:Test Suites:|PASS |FAIL )`)},                                                               // jest
	{lazyregexp.New(`^\s*FAIL  \S`), lazyregexp.New(`^\s*FAIL  \S`), lazyregexp.New(`^\s*Test Files  `)},                                                              // vitest
	{lazyregexp.New(`^\s+\d+ failing$`), lazyregexp.New(`^  \d+\) `), lazyregexp.New(`^npm (?:ERR!|error)`)},                                                          // mocha
	{lazyregexp.New(`^✖ failing tests:`), lazyregexp.New(`^test at `), lazyregexp.New(`^npm (?:ERR!|error)`)},                                                         // node
	{lazyregexp.New(`^---- .* stdout ----$`), lazyregexp.New(`^---- .* stdout ----$`), lazyregexp.New(`^(?:failures:|test result:)`)},                                 // cargo
	{lazyregexp.New(`^error(?:\[E\d+\])?: `), lazyregexp.New(`^error(?:\[E\d+\])?: `), lazyregexp.New(`^(?:warning|\s+(?:Running|Compiling|Finished))\b`)},            // rustc
	{lazyregexp.New(`^\S.* > .*\S FAILED$`), lazyregexp.New(`^\S.* > .*\S FAILED$`), lazyregexp.New(`^(?:\S.* > .*(?:PASSED|SKIPPED)|\d+ tests? completed|> Task|FAILURE:)`)},
	{lazyregexp.New(`<<< (?:FAILURE|ERROR)!`), lazyregexp.New(`<<< (?:FAILURE|ERROR)!`), lazyregexp.New(`^\[(?:INFO|WARNING)\]|^\[ERROR\] (?:Failures|Errors|Tests run):`)},
	{lazyregexp.New(`^  Failed \S.* \[`), lazyregexp.New(`^  Failed \S.* \[`), lazyregexp.New(`^(?:  (?:Passed|Skipped) \S|Test Run |Total tests:)`)},
	{lazyregexp.New(`^Failures:$`), lazyregexp.New(`^  \d+\) `), lazyregexp.New(`^Finished in `)}, // rspec
	{lazyregexp.New(`^\S+:\d+: Failure$`), lazyregexp.New(`^\S+:\d+: Failure$`), lazyregexp.New(`^\[`)},
}

// splitFailures puts each failure by itself, and the rest behind.
func (r *reading) splitFailures(text string) {
	var in *section
	var one strings.Builder
	end := func() {
		if strings.TrimSpace(one.String()) != "" {
			r.failures = append(r.failures, one.String())
		}
		one.Reset()
	}
	for line := range strings.Lines(text) {
		bare := strings.TrimRight(line, "\r\n")
		if in != nil && in.end.MatchString(bare) {
			end()
			in = nil
		}
		switch {
		case in == nil:
			for i := range sections {
				if sections[i].begin.MatchString(bare) {
					in = &sections[i]
					break
				}
			}
		case in.split.MatchString(bare):
			end()
		}
		if in != nil {
			one.WriteString(line)
		} else {
			r.rest.WriteString(line)
		}
	}
	end()
}
