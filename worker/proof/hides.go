package proof

import (
	"fmt"
	"path"
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/safetext"
)

var (
	// readsItself matches what looks at code instead of running it, whatever the code is called.
	readsItself = lazyregexp.New(`inspect\.get(?:source|doc)|getsourcelines|\b__code__\b|\b__doc__\b|include_str!|/proc/\d|/proc/self`)
	opensFile   = lazyregexp.New(`\bopen\(|[rR]eadFile|read_text|read_bytes|File\.(?:read|size)|os\.Open\(|\bPath\(|file_get_contents`)
	// shellReads matches a command that reads the files it names; behind a pipe it reads what another said.
	shellReads = lazyregexp.New(`\b(?:cat|grep|wc|head|tail|awk|sha\d*sum|md5sum) [^|;&)\n]*`)
	// soundsLikeTests matches what programs that run tests say of one that passes.
	soundsLikeTests = lazyregexp.New(`\.\.\. ok\b|--- PASS:|["' ]ok \d+ - |=+ \d+ passed`)
	// asksForFile matches what asks whether a file is there, or how large or old it is.
	asksForFile = lazyregexp.New(`os\.(?:stat|Stat|path\.(?:exists|isfile|getsize|getmtime))\(|File\.(?:exist|stat)|(?:stat|exists)Sync|\b(?:stat|test -[efs]) `)
	// sourceEnding is that of a file that is run. What others hold is data, which a test may well read.
	sourceEnding = lazyregexp.New(`\.(?:go|py|pyx|[cm]?[jt]sx?|rs|java|kt|kts|scala|rb|php|cs|fs|swift|c|cc|cpp|cxx|h|hpp|m|mm|sh|bash|pl|pm|lua|ex|exs|erl|hs|ml|clj|dart|vue|svelte|sql)$`)
)

// findHidden names characters that a reader of the change does not see as a machine does. Those of before stay.
func findHidden(f coding.FileChange, add finder) {
	had := map[string]int{}
	for _, d := range safetext.FindDangerous(f.Before) {
		had[d.Kind]++
	}
	for _, d := range safetext.FindDangerous(f.After) {
		if had[d.Kind] > 0 {
			had[d.Kind]--
			continue
		}
		add(f, "C16", d.Line, fmt.Sprintf("it holds U+%04X, %s", d.Rune, d.Kind), false)
	}
}

// findSourceReader names a test that looks at the code of the change instead of running it: that the code is another
// says nothing of what it does.
func findSourceReader(f coding.FileChange, files []coding.FileChange, add finder) {
	if f.Gone() {
		return
	}
	had := map[string]bool{}
	for l := range strings.Lines(f.Before) {
		had[strings.TrimSpace(l)] = true
	}
	if !f.IsTest() {
		findFalseVoice(f, had, add)
		return
	}
	n, opens, asks, come := 0, 0, 0, ""
	reads := map[string]int{} // lines of commands that read files
	for l := range strings.Lines(f.After) {
		n++
		if had[strings.TrimSpace(l)] {
			continue
		}
		come += l
		if readsItself.MatchString(l) {
			add(f, "C15", n, "the test looks at the code instead of running it: "+strings.TrimSpace(l), false)
			return
		}
		if opens == 0 && opensFile.MatchString(l) {
			opens = n
		}
		for _, command := range shellReads.FindAllString(l, -1) {
			reads[command] = n
		}
		if asks == 0 && asksForFile.MatchString(l) {
			asks = n
		}
	}
	for _, o := range files {
		base := path.Base(o.Path)
		if o.IsTest() || coding.IsProse(o.Path) || hasFolder(o.Path, "testdata", "fixtures", "__fixtures__", "test", "tests", "spec") {
			continue
		}
		at := asks
		if at == 0 && sourceEnding.MatchString(base) {
			at = opens
			for command, line := range reads {
				if namesFile(command, base) && (at == 0 || line < at) {
					at = line
				}
			}
		}
		if at == 0 {
			continue
		}
		if namesFile(come, base) || strings.Contains(come, strings.TrimSuffix(base, path.Ext(base))+".__file__") {
			add(f, "C15", at, "the test opens "+o.Path+", which the change writes, instead of running it", false)
			return
		}
	}
}

// Code that says what only tests say may speak for tests that never ran.
func findFalseVoice(f coding.FileChange, had map[string]bool, add finder) {
	if !sourceEnding.MatchString(f.Path) {
		return
	}
	n := 0
	for l := range strings.Lines(f.After) {
		n++
		if !had[strings.TrimSpace(l)] && soundsLikeTests.MatchString(l) {
			add(f, "C15", n, "the code says what tests say when they pass: "+strings.TrimSpace(l), false)
			return
		}
	}
}

// A file is named by a word of its own, in quotes or to a shell.
func namesFile(text, base string) bool {
	for at := strings.Index(text, base); at >= 0; {
		end := at + len(base)
		if (at == 0 || strings.ContainsRune("\"'`/ =", rune(text[at-1]))) && (end == len(text) || strings.ContainsRune("\"'` \n;)|", rune(text[end]))) {
			return true
		}
		next := strings.Index(text[end:], base)
		if next < 0 {
			return false
		}
		at = end + next
	}
	return false
}
