package research

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/internal/extract"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/safetext"
)

// reason says why a file of the folder is not used, or not whole.
type reason string

const (
	whole      reason = "" // it is used
	unreadable reason = "unreadable"
	tooLarge   reason = "too large"
	tooMany    reason = "too many"
	tooMuch    reason = "too much"
	inPart     reason = "in part"
)

// leftOut has file names by the reason why they are not used.
type leftOut map[reason][]string

// String writes a sentence for each reason; it is empty when nothing is left out.
func (l leftOut) String() string {
	var out []string
	say := func(r reason, why string) {
		if names := l[r]; len(names) > 0 {
			are := "are"
			if len(names) == 1 {
				are = "is"
			}
			out = append(out, fmt.Sprintf("%s of your folder %s %s (%s).", prose.Count(len(names), "file"), are, why, formatNames(names)))
		}
	}
	say(tooMany, fmt.Sprintf("left out, since I read %d at most", corpusFiles))
	say(tooMuch, fmt.Sprintf("left out, since I use %d MB of text at most", corpusBytes>>20))
	say(tooLarge, fmt.Sprintf("left out, larger than %d MB", corpusFile>>20))
	say(unreadable, "left out, since no text can be read there")
	say(inPart, fmt.Sprintf("used in part, the first %d MB of text of each", extract.AttachmentBytesUsed>>20))
	return strings.Join(out, " ")
}

func formatNames(names []string) string {
	const most = 3
	var shown []string
	for _, n := range names[:min(most, len(names))] {
		parts := strings.Split(n, "/")
		for i := range parts {
			parts[i] = safetext.FileName(parts[i])
		}
		shown = append(shown, strings.Join(parts, "/"))
	}
	if rest := len(names) - len(shown); rest > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(shown, ", "), rest)
	}
	return strings.Join(shown, ", ")
}
