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
	opensFile   = lazyregexp.New(`\bopen\(|[rR]eadFile|read_text|read_bytes|File\.(?:read|exist|size|stat)|os\.(?:stat|Stat|Open|path\.\w+)\(|\bPath\(|(?:stat|exists)Sync|file_get_contents|\b(?:cat|grep|wc|stat|head|tail|awk|sha\d*sum|md5sum|test -[efs]) `)
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
	if !coding.IsTestFile(f.Path) || f.Gone() {
		return
	}
	had := map[string]bool{}
	for l := range strings.Lines(f.Before) {
		had[strings.TrimSpace(l)] = true
	}
	n, opens, come := 0, 0, ""
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
	}
	if opens == 0 {
		return
	}
	for _, o := range files {
		base := path.Base(o.Path)
		if coding.IsTestFile(o.Path) || coding.IsProse(o.Path) || hasFolder(o.Path, "testdata", "fixtures", "__fixtures__", "test", "tests", "spec") {
			continue
		}
		if names(come, base) || strings.Contains(come, strings.TrimSuffix(base, path.Ext(base))+".__file__") {
			add(f, "C15", opens, "the test opens "+o.Path+", which the change writes, instead of running it", false)
			return
		}
	}
}

// A file is named by a word of its own, in quotes or to a shell.
func names(text, base string) bool {
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
