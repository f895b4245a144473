package trial

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/worker/fence"
	"github.com/frasier-cos/frasier/worker/workspace"
)

// probe asks more of a proof: that its tests fail where the change stands as a remark only, and that a test which must fail does so where they
// pass. A test that looks at code instead of running it passes the first, and code that speaks for tests fails the second.
type probe struct {
	subject  Subject
	box      fence.Box
	change   coding.Change
	subjects []Subject
	base     string
	n        int // of the check
}

// tryProof tries what the tests of a change show once more, where they failed without it and pass with it: more turns draw out of it what is luck,
// and probes ask more of it. What took turns is in tried, and is marked there where it ends otherwise.
func (r Runner) tryProof(ctx context.Context, p probe, tried []coding.Trial, drawn func(Subject)) ([]coding.Trial, error) {
	red := slices.IndexFunc(tried, func(t coding.Trial) bool { return t.Phase == coding.TrialRed })
	green := slices.IndexFunc(tried, func(t coding.Trial) bool { return t.Phase == coding.TrialGreen })
	if red < 0 || green < 0 || tried[red].Good() || tried[red].Reason != "" || tried[red].Flaky || !tried[green].Good() || tried[green].Flaky {
		return nil, nil
	}
	took := p.baseline(tried[green])
	if took > probeBelow {
		return nil, nil
	}
	rounds := 0
	switch {
	case mayBeChance(p.change.Files):
		rounds = min(chanceRounds, int(chanceTime/max(2*took, time.Second)))
	case took < againBelow:
		rounds = againRounds
	}
	for range rounds {
		for _, i := range drawOrder(2, true) {
			at := []int{red, green}[i]
			drawn(p.subjects[at])
			t, err := r.runCheck(ctx, p.subjects[at], p.n, p.box)
			if err != nil {
				return nil, err
			}
			tried[at].Runs, tried[at].AllMS = tried[at].Runs+1, tried[at].AllMS+t.MS
			if was := tried[at]; t.Good() != was.Good() || !slices.Equal(t.Failing, was.Failing) {
				missing := was.Missing
				tried[at] = chooseWorse(was, t)
				tried[at].Flaky, tried[at].Missing, tried[at].Runs, tried[at].AllMS = true, missing, was.Runs, was.AllMS
				return nil, nil
			}
		}
	}
	p.subject.Twice, p.subject.Before = false, p.subjects[green].Before
	return r.tryProbes(ctx, p, p.subjects[red].Tree)
}

var chanceWords = lazyregexp.New(`(?i)random|\brand\b|rand\.|shuffle|uuid|secrets\.|\btime\.(?:time|now|unix|monotonic|perf_counter|process_time)|date\.now|new date|datetime|performance\.now|hrtime|getpid|process\.pid|\.pid\b|st_ino|\.ino\b|\bhash\(|\bid\(|\bset\(|iter\(|\{["'][^:{}]*\}|range\s+map|map\[|goroutine|go func|thread|/proc/|getrusage|urandom`)

// mayBeChance reports whether new lines of the tests of a change speak of what is another each time: luck, clocks, processes, orders that nobody
// settled.
func mayBeChance(files []coding.FileChange) bool {
	return slices.ContainsFunc(files, func(f coding.FileChange) bool {
		if !f.IsTest() {
			return false
		}
		for l := range strings.Lines(f.After) {
			if chanceWords.MatchString(l) && !strings.Contains(f.Before, l) {
				return true
			}
		}
		return false
	})
}

// tryProbes runs the probes of a check.
func (r Runner) tryProbes(ctx context.Context, p probe, redTree string) (out []coding.Trial, err error) {
	run := func(phase, from string, edits []workspace.Edit) (coding.Trial, error) {
		s := p.subject
		s.Phase = phase
		if s.Tree, err = r.Workspaces.Write(ctx, s.Repository, from, edits); err != nil {
			return coding.Trial{}, fmt.Errorf("write a probe of a change of %s: %w", s.Repository.Name, err)
		}
		return r.runCheck(ctx, s, p.n, p.box)
	}
	c := plantCanary(p.change.Files)
	remark, err := run(coding.TrialRemark, redTree, slices.Concat(writeRemarks(p.change.Files), c.edits))
	if err != nil {
		return nil, err
	}
	out = append(out, remark)
	if len(c.names) == 0 {
		return out, nil
	}
	sings := func(t coding.Trial, name string) bool { return namesPart(t.Failing, name) }
	known := slices.DeleteFunc(slices.Clone(c.names), func(name string) bool { return !sings(remark, name) })
	if len(known) < len(c.names) && len(c.alone) > 0 { // where the tests of the change do not build without it, nothing runs beside them
		alone, err := run(coding.TrialProbe, p.base, c.alone)
		if err != nil {
			return nil, err
		}
		for _, name := range c.names {
			if sings(alone, name) && !slices.Contains(known, name) {
				known = append(known, name)
			}
		}
	}
	last, err := run(coding.TrialProbe, p.change.Tree, c.edits)
	if err != nil {
		return nil, err
	}
	for _, name := range c.names {
		if namesPart(last.Passing, name) && !slices.Contains(known, name) {
			known = append(known, name)
		}
	}
	last.Canaries = known
	return append(out, last), nil
}

func namesPart(all []string, part string) bool {
	return slices.ContainsFunc(all, func(name string) bool { return strings.Contains(name, part) })
}

// The change has no say in how long its base takes.
func (p probe) baseline(green coding.Trial) time.Duration {
	ms := green.MS
	for _, b := range p.subject.Before {
		if b.Name == green.Name {
			ms = b.MS
		}
	}
	return time.Duration(ms) * time.Millisecond
}

// remarkMark tells how a line of a language is made into a remark.
func remarkMark(name string) string {
	switch path.Ext(name) {
	case ".go", ".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx", ".rs", ".java", ".kt", ".kts", ".scala", ".cs", ".swift", ".c", ".cc", ".cpp", ".cxx", ".h", ".hpp", ".dart":
		return "// "
	case ".py", ".rb", ".sh", ".bash", ".pl", ".pm", ".ex", ".exs", ".r", ".jl":
		return "# "
	}
	return ""
}

var packageLine = lazyregexp.New(`(?m)^package \w+`)

// writeRemarks writes the code of a change behind what was there before it, as remarks. What is no code stands there as it will.
func writeRemarks(files []coding.FileChange) (out []workspace.Edit) {
	for _, f := range files {
		if f.IsTest() || f.Binary || f.Gone() {
			continue
		}
		text, sign := f.After, remarkMark(f.Path)
		switch {
		case sign != "":
			begin := f.Before
			if begin == "" && path.Ext(f.Path) == ".go" {
				begin = packageLine.FindString(f.After)
			}
			if begin != "" && !strings.HasSuffix(begin, "\n") {
				begin += "\n"
			}
			text = begin + sign + strings.Join(strings.Split(strings.TrimSuffix(f.After, "\n"), "\n"), "\n"+sign) + "\n"
		case !f.Fresh():
			continue
		}
		out = append(out, workspace.Edit{Path: f.Path, Text: &text})
	}
	return out
}

// canary is a test that must fail, under names that nobody could foresee: in a file of its own, and behind the tests of the change.
type canary struct {
	names        []string
	edits, alone []workspace.Edit
}

var (
	esModule   = lazyregexp.New(`(?m)^(?:import|export)\b`)
	testPrefix = lazyregexp.New(`^(?:test_|tests_)`)
)

// plantCanary plants one beside and into the first file of tests that a change touches, in languages whose runners are known.
func plantCanary(files []coding.FileChange) (out canary) {
	at := slices.IndexFunc(files, func(f coding.FileChange) bool {
		return f.IsTest() && !f.Gone() && slices.Contains([]string{".py", ".go", ".js", ".mjs", ".cjs"}, path.Ext(f.Path))
	})
	if at < 0 {
		return out
	}
	f := files[at]
	dir, base := path.Split(f.Path)
	word := drawWord()
	var name, text string
	parts := []string{""}
	switch ext := path.Ext(f.Path); ext {
	case ".py":
		parts = []string{"_equal", "_true", "_raised", "_in"}
		name, text = testPrefix.FindString(base)+word+".py", pythonCanary
		if testPrefix.FindString(base) == "" {
			name = word + strings.TrimLeft(base, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") // fee_test.py
		}
	case ".go":
		name, text = word+"_test.go", packageLine.FindString(f.After)+goCanary
	default:
		parts = []string{" equal", " deep", " ok", " raised"}
		_, kind, _ := strings.Cut(base, ".") // fee.test.js
		name, text = word+"."+kind, commonCanary
		if ext == ".mjs" || esModule.MatchString(f.After) {
			text = moduleCanary
		}
	}
	own := fmt.Sprintf(strings.ReplaceAll(text, "NAME", word), 2+len(f.After)%97, 1)
	add := func(word string) {
		for _, p := range parts {
			out.names = append(out.names, word+p)
		}
	}
	add(word)
	out.alone = []workspace.Edit{{Path: dir + name, Text: &own}}
	out.edits = slices.Clone(out.alone)
	if path.Ext(f.Path) != ".go" { // the file is of the same package, and runs in the same process
		inner := drawWord()
		within := f.After + "\n" + fmt.Sprintf(strings.ReplaceAll(text, "NAME", inner), 3+len(f.After)%89, 1)
		add(inner)
		out.edits = append(out.edits, workspace.Edit{Path: f.Path, Text: &within})
	}
	return out
}

// drawWord draws a word that begins with a capital, as names of Go's tests do, and that nobody can foresee.
func drawWord() string {
	var raw [6]byte
	_, _ = rand.Read(raw[:]) // it never fails
	return "Q" + hex.EncodeToString(raw[:])
}

// What tests assert with may be neutral in one way and not in another.
const (
	pythonCanary = `
import unittest


class TestNAME(unittest.TestCase):
    def test_NAME_equal(self):
        self.assertEqual(%[1]d, %[2]d)

    def test_NAME_true(self):
        self.assertTrue(%[1]d == %[2]d)

    def test_NAME_raised(self):
        raise AssertionError(%[1]d)

    def test_NAME_in(self):
        self.assertIn(%[1]d, [%[2]d])
`
	goCanary = `

import "testing"

func TestNAME(t *testing.T) {
	if n := %[1]d; n != %[2]d {
		t.Errorf("%%d", n)
	}
}
`
	commonCanary = `
{
  const put = typeof globalThis.test === 'function' ? globalThis.test : typeof globalThis.it === 'function' ? globalThis.it : require('node:test');
  const claim = require('node:assert');
  put('NAME equal', () => claim.strictEqual(%[1]d, %[2]d));
  put('NAME deep', () => claim.deepStrictEqual([%[1]d], [%[2]d]));
  put('NAME ok', () => claim.ok(%[1]d === %[2]d));
  put('NAME raised', () => { throw new Error('%[1]d'); });
}
`
	moduleCanary = `
import putNAME from 'node:test';
import claimNAME from 'node:assert';
{
  const put = globalThis.test ?? globalThis.it ?? putNAME;
  put('NAME equal', () => claimNAME.strictEqual(%[1]d, %[2]d));
  put('NAME deep', () => claimNAME.deepStrictEqual([%[1]d], [%[2]d]));
  put('NAME ok', () => claimNAME.ok(%[1]d === %[2]d));
  put('NAME raised', () => { throw new Error('%[1]d'); });
}
`
)
