package discord

import "strings"

// normalizeFences rewrites the code blocks of a text to the only ones that Discord knows:
// three backticks open one wherever they stand, and the next three close it, whether
// more follow or not. Longer fences and those of tildes become such, and what would
// close a block within it is disarmed. The text that it returns has no run of more
// than three backticks.
func normalizeFences(text string) string {
	if !strings.Contains(text, "~~~") && !strings.Contains(text, "````") {
		return text
	}
	var out strings.Builder
	for i := 0; i < len(text); {
		if f, ok := fenceAt(text, i); ok {
			i = f.write(&out, text)
			continue
		}
		n := ticksAt(text, i)
		switch {
		case n == 0:
			out.WriteByte(text[i])
			i++
		case n < fenceLeast:
			out.WriteString(text[i : i+n])
			i += n
		case n == fenceLeast:
			i = writeBlock(&out, text, i)
		default:
			i = writeLong(&out, text, i, n)
		}
	}
	return out.String()
}

// lineFence is a fence that has its line to itself, as Markdown has it: a longer one
// or one of as many signs closes it.
type lineFence struct {
	head string // what stands before it in its line
	sign string
	n    int
	body int // where its content begins
}

// fenceAt reads a line that opens a block otherwise than with three backticks.
func fenceAt(text string, i int) (lineFence, bool) {
	if i > 0 && text[i-1] != '\n' {
		return lineFence{}, false
	}
	line := lineOf(text, i)
	head, sign, n := fenceOf(line)
	rest := line[len(head)+n:]
	if n < fenceLeast || n == fenceLeast && sign == "`" || strings.Contains(rest, "`") || strings.Contains(rest, sign) {
		return lineFence{}, false
	}
	return lineFence{head: head, sign: sign, n: n, body: i + len(head) + n}, true
}

// write writes the block with three backticks and returns where it ends.
func (f lineFence) write(out *strings.Builder, text string) int {
	out.WriteString(f.head + "```" + lineOf(text, f.body))
	i := f.body + len(lineOf(text, f.body))
	for i < len(text) {
		line := lineOf(text, i)
		i += len(line)
		if head, sign, n := fenceOf(line); sign == f.sign && n >= f.n && strings.TrimSpace(line[len(head)+n:]) == "" {
			out.WriteString(head + "```" + line[len(head)+n:])
			return i
		}
		out.WriteString(disarmLine(line))
	}
	return i
}

// writeBlock writes a block that three backticks open, up to what closes it, and
// returns where that ends.
func writeBlock(out *strings.Builder, text string, i int) int {
	out.WriteString("```")
	for i += fenceLeast; i < len(text); {
		n := ticksAt(text, i)
		switch {
		case n == 0:
			out.WriteByte(text[i])
			i++
			continue
		case n == fenceLeast || n > fenceLeast && isAlone(text, i, n):
			out.WriteString("```")
			return i + n
		case n > fenceLeast:
			out.WriteString(separateTicks(n))
		default:
			out.WriteString(text[i : i+n])
		}
		i += n
	}
	return i
}

// writeLong writes what a longer run of backticks within a line opens, or the run
// alone when nothing closes it, and returns where that ends.
func writeLong(out *strings.Builder, text string, i, n int) int {
	end := closedAt(text, i+n, n)
	if end < 0 {
		out.WriteString(separateTicks(n))
		return i + n
	}
	out.WriteString("```")
	for line := range strings.Lines(text[i+n : end-n]) {
		out.WriteString(disarmLine(line))
	}
	out.WriteString("```")
	return end
}

// disarmLine returns a line of a block without what would close it: a fence is one of tildes,
// which stays Markdown for who copies it, and backticks elsewhere stand apart.
func disarmLine(line string) string {
	if !strings.Contains(line, "```") {
		return line
	}
	var out strings.Builder
	if head, sign, n := fenceOf(line); sign == "`" && n >= fenceLeast {
		out.WriteString(head + strings.Repeat("~", n))
		line = line[len(head)+n:]
	}
	for i := 0; i < len(line); {
		n := ticksAt(line, i)
		if n >= fenceLeast {
			out.WriteString(separateTicks(n))
		} else {
			out.WriteString(line[i : i+max(n, 1)])
		}
		i += max(n, 1)
	}
	return out.String()
}

// separateTicks returns a run of backticks that is no fence: nothing that is seen stands between them.
func separateTicks(n int) string { return strings.TrimSuffix(strings.Repeat("`\u200b", n), "\u200b") }

// isAlone reports whether a run of backticks has its line to itself.
func isAlone(text string, i, n int) bool {
	from := strings.LastIndexByte(text[:i], '\n') + 1
	line := lineOf(text, from)
	head, _, run := fenceOf(line)
	return from+len(head) == i && run == n && strings.TrimSpace(line[len(head)+n:]) == ""
}

// fenceOf splits the run of backticks or tildes off a line that begins with one, behind
// blanks and the mark of a quote; n is 0 for none.
func fenceOf(line string) (head, sign string, n int) {
	body := strings.TrimLeft(strings.TrimPrefix(line, "> "), " ")
	if body == "" || body[0] != '`' && body[0] != '~' {
		return "", "", 0
	}
	sign = body[:1]
	return line[:len(line)-len(body)], sign, len(body) - len(strings.TrimLeft(body, sign))
}

// lineOf is the line of a text from a place on, with its end.
func lineOf(text string, i int) string {
	if end := strings.IndexByte(text[i:], '\n'); end >= 0 {
		return text[i : i+end+1]
	}
	return text[i:]
}
