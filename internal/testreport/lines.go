package testreport

import (
	"strings"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
)

var (
	colours = lazyregexp.New(`\x1b\[[0-9;]*[A-Za-z]`)

	tapLine    = lazyregexp.New(`^(not )?ok\b +[0-9]+(?: +-)? *([^#]*?)(?:#\s*((?i:skip|todo)\S*).*)?$`)
	pytestLine = lazyregexp.New(`^(PASSED|FAILED|ERROR|SKIPPED) (\S+?::\S.*?)(?: - .*)?$`)
	pytestLong = lazyregexp.New(`^(\S+?::\S.*?) (PASSED|FAILED|ERROR|SKIPPED)(?: \(.*\))?(?: +\[ *\d+%\])?$`)
	// "test_fee (shop.T.test_fee) ... ok"; what the test prints, or its first line of words, comes between.
	unittestLine = lazyregexp.New(`^([\pL\pM\pN_]+) \(([\pL\pM\pN_.]+)\)(?: (?:\[.*\]|\(.*\)))*(?: \.\.\. (.*))?$`)
	unittestEnd  = lazyregexp.New(`^(?:.* \.\.\. )?(ok|FAIL|ERROR|skipped\b.*|expected failure|unexpected success)$`)
	cargoRuns    = lazyregexp.New(`^\s*Running (?:unittests )?(\S+) \((?:\S*/)?([\w-]+)-[0-9a-f]+\)`)
	cargoDocs    = lazyregexp.New(`^\s*Doc-tests (\S+)`)
	cargoLine    = lazyregexp.New(`^test (.+?)(?: - should panic)? \.\.\. (ok|FAILED|ignored)\b`)
	docPlace     = lazyregexp.New(` \(line \d+\)`)
	gradleLine   = lazyregexp.New(`^(\S.* > .*\S) (PASSED|FAILED|SKIPPED)$`)
	mavenLine    = lazyregexp.New(`^\[ERROR\] ([\w.$]+\.\w+\S*)\s+(?:--\s+)?Time elapsed: .* <<< (?:FAILURE|ERROR)!`)
	dotnetLine   = lazyregexp.New(`^\s+(Passed|Failed|Skipped) (\S.*?)(?: \[[^\]]*\])?$`)
	dotnetSign   = lazyregexp.New(`(?m)^(?:Test Run (?:Successful|Failed)|Total tests: \d|Starting test execution|VSTest version)`)
	ctestLine    = lazyregexp.New(`^\s*\d+/\d+ Test +#\d+: (\S+) \.*\s*(Passed|\*{3}\w+)`)
	gtestLine    = lazyregexp.New(`^\[ +(OK|FAILED|SKIPPED) +\] (\S+\.\S+?)(?:,.*)? \(\d+ ms\)`)
)

// The usual programs' lines have shapes of their own, so whatever a script starts is read.
func (r *reading) readLines(command, text string) {
	text = colours.ReplaceAllString(text, "")
	r.All = text
	l := lineReader{reading: r, dotnet: dotnetSign.MatchString(text)}
	for line := range strings.Lines(text) {
		l.readLine(strings.TrimRight(line, "\r\n"))
	}
	r.readScripts(command, text)
	r.readDocumentation(text)
	r.splitFailures(text)
}

type lineReader struct {
	*reading
	begun  string // the test of unittest whose end is to come
	crate  string // what cargo runs
	dotnet bool
}

func (r *lineReader) readLine(whole string) {
	line := strings.TrimSpace(whole)
	switch {
	case line == "":
	case r.readUnittest(line), r.readTAP(line), r.readPytest(line), r.readCargo(line), r.readBuildTools(whole, line):
	}
}

func (r *lineReader) readUnittest(line string) bool {
	if m := unittestLine.FindStringSubmatch(line); m != nil {
		r.begun = m[2]
		if !strings.HasSuffix(r.begun, "."+m[1]) { // before Python 3.11
			r.begun += "." + m[1]
		}
	}
	m := unittestEnd.FindStringSubmatch(line)
	if m == nil || r.begun == "" {
		return false
	}
	switch how := m[1]; {
	case strings.Contains(r.begun, "_FailedTest"):
	case strings.HasPrefix(how, "skipped"):
		r.Skipped++
	default:
		r.recordTest(r.begun, how != "ok" && how != "expected failure")
	}
	r.begun = ""
	return true
}

func (r *lineReader) readTAP(line string) bool {
	m := tapLine.FindStringSubmatch(line)
	switch {
	case m == nil:
		return false
	case m[3] != "":
		r.Skipped++
	default:
		r.recordTest(m[2], m[1] != "")
	}
	return true
}

func (r *lineReader) readPytest(line string) bool {
	var name, how string
	if m := pytestLine.FindStringSubmatch(line); m != nil {
		name, how = m[2], m[1]
	} else if m := pytestLong.FindStringSubmatch(line); m != nil && !strings.Contains(m[1], " ... ") {
		name, how = m[1], m[2]
		name, _, _ = strings.Cut(name, " - ") // as -rA calls it, behind whose name stands why
	} else {
		return false
	}
	if how == "SKIPPED" {
		r.Skipped++
		return true
	}
	r.recordTest(name, how != "PASSED")
	file, _, _ := strings.Cut(name, "::")
	r.Files = append(r.Files, file)
	return true
}

func (r *lineReader) readCargo(line string) bool {
	if m := cargoRuns.FindStringSubmatch(line); m != nil {
		r.crate = m[2]
		r.Files = append(r.Files, m[1])
		return true
	}
	if m := cargoDocs.FindStringSubmatch(line); m != nil {
		r.crate = m[1]
		return true
	}
	m := cargoLine.FindStringSubmatch(line)
	if m == nil {
		return false
	}
	name := docPlace.ReplaceAllString(m[1], "") // it moves with whatever is changed above it
	if r.crate != "" {
		name = r.crate + "::" + name
	}
	if m[2] == "ignored" {
		r.Skipped++
		return true
	}
	r.recordTest(name, m[2] == "FAILED")
	return true
}

func (r *lineReader) readBuildTools(whole, line string) bool {
	var name, how string
	if m := gradleLine.FindStringSubmatch(line); m != nil && !strings.HasPrefix(line, ">") {
		name, how = m[1], m[2]
	} else if m := mavenLine.FindStringSubmatch(line); m != nil {
		name, how = m[1], "FAILED"
	} else if m := dotnetLine.FindStringSubmatch(whole); m != nil && r.dotnet {
		name, how = m[2], strings.ToUpper(m[1])
	} else if m := ctestLine.FindStringSubmatch(line); m != nil {
		name, how = m[1], strings.ToUpper(m[2])
	} else if m := gtestLine.FindStringSubmatch(line); m != nil {
		name, how = m[2], m[1]
	} else {
		return false
	}
	switch how {
	case "SKIPPED", "***SKIPPED", "***NOT":
		r.Skipped++
	default:
		r.recordTest(name, how != "PASSED" && how != "OK")
	}
	return true
}
