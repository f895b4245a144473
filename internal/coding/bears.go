package coding

import (
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
)

// Words that orders and tests share whatever they are about.
func plainWords() []string {
	return strings.Fields(`the and for with that this those these when what which who why how are was were has have had not but can does did from into out over
		than then there here its our your his her they them all any some each every only also too very more most less must should shall will would could may might
		wrong right fix fixed mend bug error fail fails failed failing false true bad good please make makes made change changes changed add adds added remove
		test tests tested testing check checks code file files func function def class let const var new old return returns assert expect equal
		der die das und mit von ist sind nicht bitte fehler falsch`)
}

var spelledValue = lazyregexp.New("\"[^\"\n]{2,40}\"|'[^'\n]{2,40}'|`[^`\n]{2,40}`|[0-9]+[.,:][0-9]+|[0-9]{2,}")

// Bears reports whether a test may say anything about an order: they share a telling word or a value. Code can know no more of it: whether what
// the test expects is what the order calls wrong, whoever reads it must say.
func Bears(order, test string) bool {
	words := splitIdentifiers(test)
	for _, w := range splitIdentifiers(order) {
		if !slices.Contains(plainWords(), w) && hasWord(words, w) {
			return true
		}
	}
	for _, v := range spelledValue.FindAllString(order, -1) {
		if v = strings.Trim(v, "\"'`"); strings.Contains(test, v) {
			return true
		}
	}
	return false
}
