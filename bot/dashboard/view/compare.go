package view

import "strings"

// Change is a piece of a text beside another one: in both, only in the one
// before, or only in the one after.
type Change struct {
	Kind string // "", "del" or "ins"
	Text string
}

// Passage is one or more lines of two texts that are compared. Same ones are
// folded by the page.
type Passage struct {
	Same  bool
	Lines int
	Parts []Change
}

const (
	// more lines or words than these are not compared with each other.
	linesMost = 3000
	wordsMost = 3000
	// so many equal lines are shown around a change.
	nearby = 2
)

// Compare finds what changed between two texts: by line, and in lines that
// changed by word.
func Compare(before, after string) []Passage {
	var out []Passage
	var del, ins []string
	flush := func() {
		if len(del)+len(ins) == 0 {
			return
		}
		out = append(out, Passage{Lines: len(del) + len(ins), Parts: words(strings.Join(del, ""), strings.Join(ins, ""))})
		del, ins = nil, nil
	}
	a, b := strings.SplitAfter(before, "\n"), strings.SplitAfter(after, "\n")
	for _, c := range pair(a, b, linesMost) {
		switch c.Kind {
		case "del":
			del = append(del, c.Text)
		case "ins":
			ins = append(ins, c.Text)
		default:
			flush()
			if n := len(out) - 1; n >= 0 && out[n].Same {
				out[n].Lines++
				out[n].Parts = append(out[n].Parts, c)
				continue
			}
			out = append(out, Passage{Same: true, Lines: 1, Parts: []Change{c}})
		}
	}
	flush()
	return around(out)
}

// around leaves the equal lines next to a change with it, so that only what is
// far from every change is folded.
func around(all []Passage) []Passage {
	var out []Passage
	for n, p := range all {
		if !p.Same {
			out = append(out, p)
			continue
		}
		head, tail := nearby, nearby
		if n == 0 {
			head = 0
		}
		if n == len(all)-1 {
			tail = 0
		}
		if len(p.Parts) <= head+tail+1 {
			out = append(out, Passage{Lines: len(p.Parts), Parts: p.Parts})
			continue
		}
		middle := p.Parts[head : len(p.Parts)-tail]
		for _, x := range []Passage{{Parts: p.Parts[:head]}, {Same: true, Parts: middle}, {Parts: p.Parts[len(p.Parts)-tail:]}} {
			if x.Lines = len(x.Parts); x.Lines > 0 {
				out = append(out, x)
			}
		}
	}
	return out
}

// words compares two pieces of text word by word. Neighbours of one kind are one
// change.
func words(before, after string) []Change {
	var out []Change
	for _, c := range pair(split(before), split(after), wordsMost) {
		if n := len(out) - 1; n >= 0 && out[n].Kind == c.Kind {
			out[n].Text += c.Text
			continue
		}
		out = append(out, c)
	}
	return out
}

// split cuts a text into words, each with the space after it.
func split(text string) []string {
	var out []string
	begin, space := 0, false
	for n, r := range text {
		is := r == ' ' || r == '\n' || r == '\t'
		if space && !is {
			out = append(out, text[begin:n])
			begin = n
		}
		space = is
	}
	if begin < len(text) {
		out = append(out, text[begin:])
	}
	return out
}

// pair finds the longest common subsequence of two lists. Where more than most
// of either differ, all of it counts as changed.
func pair(a, b []string, most int) []Change {
	var head, tail []Change
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		head = append(head, Change{"", a[0]})
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		tail = append(tail, Change{"", a[len(a)-1]})
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	out := head
	if len(a) > most || len(b) > most {
		for _, x := range a {
			out = append(out, Change{"del", x})
		}
		for _, x := range b {
			out = append(out, Change{"ins", x})
		}
	} else {
		out = append(out, common(a, b)...)
	}
	for n := len(tail) - 1; n >= 0; n-- {
		out = append(out, tail[n])
	}
	return out
}

func common(a, b []string) []Change {
	long := make([][]int16, len(a)+1)
	for n := range long {
		long[n] = make([]int16, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				long[i][j] = long[i+1][j+1] + 1
			} else {
				long[i][j] = max(long[i+1][j], long[i][j+1])
			}
		}
	}
	var out []Change
	i, j := 0, 0
	for i < len(a) && j < len(b) {
		switch {
		case a[i] == b[j]:
			out = append(out, Change{"", a[i]})
			i, j = i+1, j+1
		case long[i+1][j] >= long[i][j+1]:
			out = append(out, Change{"del", a[i]})
			i++
		default:
			out = append(out, Change{"ins", b[j]})
			j++
		}
	}
	for ; i < len(a); i++ {
		out = append(out, Change{"del", a[i]})
	}
	for ; j < len(b); j++ {
		out = append(out, Change{"ins", b[j]})
	}
	return out
}
