package coder

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/safetext"
	"github.com/frasier-cos/frasier/llm"
)

// FormError says what is wrong with the form of a reply, in words for the model that wrote it. It costs
// a turn, and no round.
type FormError struct{ Words string }

// Error returns the words.
func (e *FormError) Error() string { return e.Words }

var (
	actionHead = lazyregexp.New(`^@@ +([A-Za-z_]+)(?: +(.*))?$`)
	lineRange  = lazyregexp.New(`^(.*?)[ :,]+(?:lines? +)?(\d+)(?: *(?:-|to) *(\d+))?$`)
	fenceOpen  = lazyregexp.New("^(`{3,}|~{3,})[ \t]*([A-Za-z0-9_+.#/-]*)[ \t]*$")
)

// parseReply reads the actions of a reply. Code in it is taken as it is; words that people read are made
// harmless to show. What cannot be read or carried out is a *FormError.
func parseReply(text string) (Reply, error) {
	if said, calls, offered := llm.ReadCalls(text); offered {
		return readCalls(said, calls, listDeeds(), CodeTurnActions)
	}
	var r Reply
	if trimmed := strings.TrimSpace(text); strings.HasPrefix(trimmed, "{") && json.Unmarshal([]byte(trimmed), &r) == nil {
		return r.cleanReply(listDeeds(), CodeTurnActions)
	}
	p := parser{lines: strings.Split(text, "\n"), deeds: listDeeds(), most: CodeTurnActions}
	return p.readReply()
}

// cleanReply makes harmless what people read, and checks the reply.
func (r Reply) cleanReply(known deeds, most int) (Reply, error) {
	r.Thought = safetext.Neutral(strings.TrimSpace(r.Thought))
	for i := range r.Actions {
		a := &r.Actions[i]
		a.Path = strings.TrimPrefix(safetext.Neutral(strings.TrimSpace(a.Path)), "./")
		if d, _ := known.find(a.Do); d.ends || d.spoken {
			a.Text = safetext.Neutral(strings.TrimSpace(a.Text))
		}
	}
	if bad := r.findFaults(known, most); len(bad) > 0 {
		return r, &FormError{strings.Join(bad, "\n")}
	}
	return r, nil
}

// parser reads a reply in fenced text, line by line.
type parser struct {
	lines []string
	at    int
	deeds deeds // that may be asked for, and how many of them at most
	most  int
}

// currentLine is the present one; a line end of CR and LF counts as LF where the form is read.
func (p *parser) currentLine() string { return strings.TrimRight(p.lines[p.at], " \t\r") }

func (p *parser) isOver() bool { return p.at >= len(p.lines) }

func (p *parser) readReply() (Reply, error) {
	var r Reply
	var thought []string
	for ; !p.isOver() && actionHead.FindStringSubmatch(p.currentLine()) == nil; p.at++ {
		thought = append(thought, p.lines[p.at])
	}
	r.Thought = clipText(strings.Join(thought, "\n"), thoughtBytes)
	for !p.isOver() {
		a, err := p.readAction(len(r.Actions) + 1)
		if err != nil {
			return r, err
		}
		r.Actions = append(r.Actions, a)
	}
	if len(r.Actions) == 0 {
		return r, &FormError{"no line of it begins an action: each begins with a line of its own, @@ and its name"}
	}
	return r.cleanReply(p.deeds, p.most)
}

func (p *parser) readAction(n int) (Action, error) {
	head := actionHead.FindStringSubmatch(p.currentLine())
	p.at++
	a := Action{Do: strings.ToLower(head[1]), Path: strings.TrimSpace(head[2])}
	d, known := p.deeds.find(a.Do)
	if !known {
		return a, &FormError{fmt.Sprintf("action %d: there is no action %q; there are %s", n, a.Do, p.deeds.listNames())}
	}
	if a.Do == doRead {
		a.cutRange()
	}
	texts, bare, err := p.readTexts(n, a)
	if err != nil {
		return a, err
	}
	if len(texts) == 0 && d.fences == 1 { // short words need no fence; they may stand behind the name
		if bare == "" && d.after == "" {
			bare, a.Path = a.Path, ""
		}
		if bare != "" {
			texts = []string{bare}
		}
		bare = ""
	}
	if d.after == "" {
		a.Path = ""
	}
	switch {
	case bare != "":
		return a, &FormError{fmt.Sprintf("action %d (%s %s): %q stands outside of its fences. Where a text holds lines of three backticks, open and close its fence with four or more", n, a.Do, a.Path, clipText(bare, 120))}
	case len(texts) != d.fences:
		return a, &FormError{fmt.Sprintf("action %d (%s %s) has %d fenced texts and needs %d", n, a.Do, a.Path, len(texts), d.fences)}
	}
	a.setTexts(texts)
	return a, nil
}

// setTexts takes over what stands in fences. Words to find are parts of lines, so the end of their last
// line is none of theirs; a file ends its last line.
func (a *Action) setTexts(texts []string) {
	switch len(texts) {
	case 1:
		if a.Text = texts[0]; a.Do != doWrite {
			a.Text = strings.TrimSuffix(a.Text, "\n")
		}
	case 2:
		a.Find, a.Text = texts[0], texts[1]
		if a.Text != "" {
			a.Find, a.Text = strings.TrimSuffix(a.Find, "\n"), strings.TrimSuffix(a.Text, "\n")
		}
	}
}

// readTexts reads what belongs to an action: texts in fences, and what stands outside of them.
func (p *parser) readTexts(n int, a Action) (texts []string, bare string, err error) {
	var outside []string
	for !p.isOver() && actionHead.FindStringSubmatch(p.currentLine()) == nil {
		open := fenceOpen.FindStringSubmatch(p.currentLine())
		if open == nil {
			outside = append(outside, p.lines[p.at])
			p.at++
			continue
		}
		p.at++
		from := p.at
		for !p.isOver() && !closesFence(p.currentLine(), open[1]) {
			p.at++
		}
		if p.isOver() {
			return nil, "", &FormError{fmt.Sprintf("the fence of action %d (%s %s) is never closed. Was the reply cut? Then do less in one turn. Does the text hold lines of three backticks? Then open and close its fence with four or more", n, a.Do, a.Path)}
		}
		text := strings.Join(p.lines[from:p.at], "\n")
		if p.at > from {
			text += "\n"
		}
		texts = append(texts, text)
		p.at++
	}
	return texts, strings.TrimSpace(strings.Join(outside, "\n")), nil
}

func closesFence(line, open string) bool {
	line = strings.TrimRight(line, " \t")
	return len(line) >= len(open) && strings.Trim(line, open[:1]) == ""
}

// cutRange takes the lines that are meant from behind a path.
func (a *Action) cutRange() {
	m := lineRange.FindStringSubmatch(a.Path)
	if m == nil || strings.TrimSpace(m[1]) == "" {
		return
	}
	from, err := strconv.Atoi(m[2])
	if err != nil {
		return
	}
	a.Path, a.From, a.To = strings.TrimSpace(m[1]), from, from
	if to, err := strconv.Atoi(m[3]); err == nil {
		a.To = to
	}
}
