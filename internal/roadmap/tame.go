package roadmap

import (
	"bytes"
	"regexp"
)

// Marks beyond these bounds mean nothing: the library that reads Markdown
// needs the square of their number.
const (
	marksAtMost = 1000 // emphasis marks, brackets and such in one block
	depthAtMost = 100  // quotes and lists opened on one line
)

// A person writes fewer marks in a block. No offset changes, so a ticked roadmap keeps every byte.
func blankExcess(src []byte) {
	opener := regexp.MustCompile(`^[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?:[ \t]+|$))(?:\[[ xX]\])?`)
	var block [][2]int
	marks := 0
	end := func() {
		for _, b := range block {
			if marks > marksAtMost {
				blankSpecial(src[b[0]:b[1]])
			}
		}
		block, marks = block[:0], 0
	}
	for at := 0; at < len(src); {
		to := len(src)
		if i := bytes.IndexByte(src[at:], '\n'); i >= 0 {
			to = at + i
		}
		from := at
		for range depthAtMost {
			n := len(opener.Find(src[from:to]))
			if n == 0 {
				break
			}
			from += n
		}
		if from > at || len(bytes.TrimSpace(src[at:to])) == 0 || src[at] == '#' {
			end()
		}
		if len(opener.Find(src[from:to])) > 0 {
			blankOpeners(src[from:to])
		}
		block = append(block, [2]int{from, to})
		marks += countSpecial(src[from:to])
		at = to + 1
	}
	end()
}

// What opens quotes and lists beyond the bound goes.
func blankOpeners(line []byte) {
	for i, c := range line {
		if bytes.IndexByte([]byte("-+*>.) \t"), c) < 0 && (c < '0' || c > '9') {
			return
		}
		line[i] = ' '
	}
}

func countSpecial(line []byte) int {
	n := 0
	for _, c := range line {
		if isSpecial(c) {
			n++
		}
	}
	return n
}

func blankSpecial(line []byte) {
	for i, c := range line {
		if isSpecial(c) {
			line[i] = ' '
		}
	}
}

func isSpecial(c byte) bool { return bytes.IndexByte([]byte("*_~[]`<!"), c) >= 0 }
