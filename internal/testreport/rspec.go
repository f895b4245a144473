package testreport

import (
	"strings"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
)

var (
	rspecSign  = lazyregexp.New(`(?m)^\d+ examples?, \d+ failures?`)
	rspecShort = lazyregexp.New(`^rspec (\S+?)(?::\d+|\[[\d:]+\])? # (.*)$`)
	rspecBad   = lazyregexp.New(` \(FAILED - \d+\)$`)
	rspecLater = lazyregexp.New(` \(PENDING: .*\)$`)
)

// readDocumentation reads rspec's --format documentation: an example is a line with nothing below it.
func (r *reading) readDocumentation(text string) {
	if !rspecSign.MatchString(text) {
		return
	}
	lines := strings.Split(text, "\n")
	path := suites{}
	ended := false
	for i, line := range lines {
		line = strings.TrimRight(line, "\r ")
		if m := rspecShort.FindStringSubmatch(line); m != nil {
			r.Files = append(r.Files, strings.TrimPrefix(m[1], "./"))
			continue
		}
		bare := strings.TrimLeft(line, " ")
		at := len(line) - len(bare)
		if bare == "Failures:" || bare == "Pending:" || strings.HasPrefix(bare, "Finished in ") {
			ended = true
		}
		switch {
		case ended, bare == "":
		case i+1 < len(lines) && indentOf(lines[i+1]) > at, at == 0:
			path.enterSuite(line)
		case rspecLater.MatchString(line):
			r.Skipped++
		default:
			failed := rspecBad.MatchString(line)
			r.recordTest(path.nameTest(at, rspecBad.ReplaceAllString(bare, "")), failed)
		}
	}
}

// A blank line is no deeper than any.
func indentOf(line string) int {
	if strings.TrimSpace(line) == "" {
		return 0
	}
	return len(line) - len(strings.TrimLeft(line, " "))
}
