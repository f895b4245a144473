package llm

import (
	"context"
	"strings"
)

const (
	maxContinuations = 2
	tailChars        = 600
	overlapMin       = 10
	overlapMax       = 400
)

// The model is shown the end of its text and asked to go on, twice at most. A text that is still
// cut is marked so.
func (j *job) goOn(ctx context.Context, p prompt, a answer) (Reply, error) {
	whole := a.judged.text
	j.going = true
	p.targets = []target{a.target}
	for range maxContinuations {
		p.tail = []string{"Your answer was cut off. It ends with these characters:\n\n" + lastRunes(whole, tailChars) +
			"\n\nGo on from the very next character until the answer is complete. Repeat nothing and begin with no remark."}
		next, err := j.askOnce(ctx, p)
		if err != nil {
			// What is there is worth more than nothing, unless all work stops.
			if !Transport(err) && !Content(err) {
				return Reply{}, err
			}
			break
		}
		if !next.judged.good || len(next.judged.text) > overlapMax && strings.Contains(whole, next.judged.text) {
			break
		}
		whole = Join(whole, next.judged.text)
		j.addNote("The text was cut off and continued.")
		if next.verdict.act != actLengthen {
			a.judged.text = j.makeHarmless(whole)
			return j.buildReply(a), nil
		}
	}
	a.judged.text = j.makeHarmless(whole)
	r := j.buildReply(a)
	r.Cut = true
	r.Notes = append(r.Notes, "The text is unfinished: it was cut off and could not be continued to its end.")
	return r, nil
}

// Join appends the continuation of a cut text to it: what the continuation
// repeats of the end is dropped, and so is a heading that was already there.
func Join(head, tail string) string {
	tail = strings.TrimPrefix(tail, "\ufeff")
	bare := strings.TrimLeft(tail, " \t\r\n")
	for _, t := range []string{tail, bare} {
		if n := findOverlap(head, t); n > 0 {
			return head + t[n:]
		}
	}
	if title, rest, ok := leadingHeading(bare); ok && strings.Contains("\n"+head, "\n"+title+"\n") {
		rest = strings.TrimLeft(rest, "\r\n")
		if n := findOverlap(head, rest); n > 0 {
			return head + rest[n:]
		}
		return strings.TrimRight(head, " \t\r\n") + "\n\n" + rest
	}
	if strings.HasPrefix(bare, "#") && !strings.HasSuffix(head, "\n") {
		return head + "\n\n" + bare
	}
	return head + tail
}

// An overlap has 10 to 400 bytes.
func findOverlap(head, tail string) int {
	for n := min(overlapMax, len(head), len(tail)); n >= overlapMin; n-- {
		if strings.HasSuffix(head, tail[:n]) {
			return n
		}
	}
	return 0
}

func leadingHeading(s string) (title, rest string, ok bool) {
	if !strings.HasPrefix(s, "#") {
		return "", "", false
	}
	title, rest, _ = strings.Cut(s, "\n")
	return strings.TrimSpace(title), rest, true
}

// The text begins at the border of a rune.
func lastRunes(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[len(s)-n:], "")
}
