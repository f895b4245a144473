package testreport

import (
	"strings"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
)

var (
	jestSign   = lazyregexp.New(`(?m)^Test Suites: +.*\d+ total`)
	vitestSign = lazyregexp.New(`(?m)^\s*Test Files  .*\(\d+\)`)
	mochaSign  = lazyregexp.New(`(?m)^\s+\d+ passing \(\d`)
	nodeSign   = lazyregexp.New(`(?m)^ℹ tests \d+`)
	wordy      = lazyregexp.New(`(?m)^(?:> .*|` + throughRunner + `)(?:jest|react-scripts test)\b.* --verbose\b`)
	wordyVite  = lazyregexp.New(`(?m)^(?:> .*|` + throughRunner + `)vitest\b.* --reporter[= ]verbose\b`)

	jestFile   = lazyregexp.New(`^(PASS|FAIL) +(\S+)`)
	jestTest   = lazyregexp.New(`^( +)([✓√✕×○✎]) (.*?)(?: \([\d.]+ m?s\))?$`)
	vitestFile = lazyregexp.New(`^ *([✓√❯×↓]) (?:\|[^|]*\| )?(\S+\.\w+) +\((\d+) tests?([^)]*)\)`)
	vitestTest = lazyregexp.New(`^ *([✓√×↓]) (?:\|[^|]*\| )?(\S+\.\w+ > .*?)(?: +[\d.]+ ?m?s)?$`)
	specTest   = lazyregexp.New(`^( *)(?:([✓✔√✖﹣-]) (.*?)|(\d+)\) (.*?))(?: \([\d.]+ ?m?s\))?( #.*)?$`)
	specSuite  = lazyregexp.New(`^( *)(▶ )?(\S.*?)(?: \([\d.]+m?s\))?$`)
)

// readScripts reads what the usual programs for JavaScript write for people. Which of them wrote is seen at its end.
func (r *reading) readScripts(command, text string) {
	switch {
	case jestSign.MatchString(text):
		r.readJest(text, wordy.MatchString(command+"\n"+text))
	case vitestSign.MatchString(text):
		r.readVitest(text, wordyVite.MatchString(command+"\n"+text))
	case nodeSign.MatchString(text):
		before, _, _ := strings.Cut(text, "\n✖ failing tests:")
		r.readSpec(before, true)
	case mochaSign.MatchString(text):
		before, _, _ := strings.Cut(text, " passing (")
		r.readSpec(before, false)
	}
}

// Of one file jest names the tests, of several only the files unless it is told to: names that come and go
// with the number of files are no names.
func (r *reading) readJest(text string, each bool) {
	file, path := "", suites{}
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if m := jestFile.FindStringSubmatch(line); m != nil {
			file, path = m[2], suites{}
			r.Files = append(r.Files, file)
			if !each {
				r.recordTest(file, m[1] == "FAIL")
			}
			continue
		}
		if !each || file == "" || strings.HasPrefix(line, "  ● ") {
			continue
		}
		m := jestTest.FindStringSubmatch(line)
		switch {
		case m == nil:
			path.enterSuite(line)
		case m[2] == "○" || m[2] == "✎":
			r.Skipped++
		default:
			r.recordTest(file+" > "+path.nameTest(len(m[1]), m[3]), m[2] == "✕" || m[2] == "×")
		}
	}
}

// What holds for jest holds for vitest.
func (r *reading) readVitest(text string, each bool) {
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if m := vitestFile.FindStringSubmatch(line); m != nil {
			r.Files = append(r.Files, m[2])
			if !each && m[1] != "↓" {
				r.recordTest(m[2], m[1] == "❯" || m[1] == "×" || strings.Contains(m[4], "failed"))
			}
			continue
		}
		m := vitestTest.FindStringSubmatch(line)
		if m == nil || !each {
			continue
		}
		file, _, _ := strings.Cut(m[2], " > ")
		r.Files = append(r.Files, file)
		if m[1] == "↓" {
			r.Skipped++
			continue
		}
		r.recordTest(m[2], m[1] == "×")
	}
}

// mocha and node indent what stands in a suite.
func (r *reading) readSpec(text string, node bool) {
	path := suites{}
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		m := specTest.FindStringSubmatch(line)
		if m == nil {
			if s := specSuite.FindStringSubmatch(line); s != nil && (s[2] != "") == node {
				path.enterSuite(s[1] + s[3])
			}
			continue
		}
		switch {
		case m[4] != "":
			if !node {
				r.recordTest(path.nameTest(len(m[1]), m[5]), true)
			}
		case m[2] == "-" || m[2] == "﹣" || m[6] != "":
			r.Skipped++
		default:
			r.recordTest(path.nameTest(len(m[1]), m[3]), m[2] == "✖")
		}
	}
}

// suites are those that a line stands in, by how far each is indented.
type suites []struct {
	at   int
	name string
}

func (s *suites) enterSuite(line string) {
	name := strings.TrimLeft(line, " ")
	if name == "" {
		return
	}
	s.leaveSuite(len(line) - len(name))
	*s = append(*s, struct {
		at   int
		name string
	}{len(line) - len(name), name})
}

func (s *suites) leaveSuite(at int) {
	for len(*s) > 0 && (*s)[len(*s)-1].at >= at {
		*s = (*s)[:len(*s)-1]
	}
}

func (s *suites) nameTest(at int, test string) string {
	s.leaveSuite(at)
	var b strings.Builder
	for _, p := range *s {
		b.WriteString(p.name + " > ")
	}
	return b.String() + test
}
