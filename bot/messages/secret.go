package messages

import (
	"fmt"
	"strings"
)

// SecretRemoved tells the founder about secrets that were removed, a sentence for
// each kind; empty for none.
func SecretRemoved(kinds []string) string {
	said := make([]string, 0, len(kinds))
	for _, k := range kinds {
		article := "a"
		if k != "" && strings.Contains("AEIOUaeiou", k[:1]) {
			article = "an"
		}
		said = append(said, fmt.Sprintf("That looks like %s %s. I did not store it. Rotate it.", article, k))
	}
	return strings.Join(said, " ")
}
