package llmtest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/frasier-cos/frasier/llm/prompt"
)

// Coding is what a writer of code does, turn by turn. Each entry is one action of one
// turn; those of a turn stand in their order.
type Coding []Deed

// Deed is one action of a writer of code.
type Deed struct {
	Title string // a part of the step's title; empty for every step
	Model string // a part of the model's name; empty for each
	Round int    // of the step, and one more for each word of the founder's since it began; 0 for every round
	Turn  int    // of the round, from 1
	Do    string // an action of the turn's page
	Path  string
	Find  string
	Text  string
}

// ReadCoding reads a text in which each action begins with a line "@@ [TITLE: ][MODEL!][ROUND.]TURN DO [PATH]",
// with "_" for a blank in TITLE. What follows is the action's text; of "replace" and "replace_all" it is what
// stands there, a line "=======", and what is to stand there; of "not_so" what it says,
// such a line, and the test that shows it. Lines before the first are a comment.
func ReadCoding(path string) (Coding, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read coding: %w", err)
	}
	var out Coding
	for _, part := range strings.Split("\n"+string(raw), "\n@@ ")[1:] {
		name, body, _ := strings.Cut(part+"\n", "\n")
		d, err := deed(strings.TrimSpace(name), body)
		if err != nil {
			return nil, fmt.Errorf("read coding %s: %w", filepath.Base(path), err)
		}
		out = append(out, d)
	}
	return out, nil
}

func deed(name, body string) (Deed, error) {
	var d Deed
	rest := name
	if title, after, ok := strings.Cut(name, ": "); ok {
		d.Title, rest = strings.ReplaceAll(title, "_", " "), after
	}
	when, rest, ok := strings.Cut(rest, " ")
	if model, after, named := strings.Cut(when, "!"); named {
		d.Model, when = model, after
	}
	if !ok {
		return d, fmt.Errorf("%q is not TURN DO PATH", name)
	}
	var err error
	if round, turn, ok := strings.Cut(when, "."); ok {
		if d.Round, err = strconv.Atoi(round); err != nil {
			return d, fmt.Errorf("%q names no round: %w", name, err)
		}
		when = turn
	}
	if d.Turn, err = strconv.Atoi(when); err != nil {
		return d, fmt.Errorf("%q names no turn: %w", name, err)
	}
	d.Do, d.Path, _ = strings.Cut(rest, " ")
	switch d.Do {
	case "replace", "replace_all":
		before, after, ok := strings.Cut(body, "=======\n")
		if !ok {
			return d, fmt.Errorf("%q has no line =======", name)
		}
		d.Find, d.Text = before, after
	case "not_so": // what it says, and the test that shows it
		said, test, ok := strings.Cut(body, "=======\n")
		if !ok {
			return d, fmt.Errorf("%q has no line =======", name)
		}
		d.Text, d.Find = strings.TrimSpace(said), strings.TrimSpace(test)
	case "write":
		d.Text = strings.TrimRight(body, "\n") + "\n"
	default:
		d.Text = strings.TrimSpace(body)
	}
	return d, nil
}

// What the writer says in a turn, or calls. Where nothing is written down for it, he gives up.
func (c Coding) turn(s sheet, tools bool) outcome {
	about := contract[prompt.TurnContract](s.brief)
	n, round := len(about.Turns)+1, max(about.Round, 1)+len(s.task.Steering)
	var all []Deed
	for _, d := range c {
		if d.Turn == n && (d.Round == 0 || d.Round == round) && strings.Contains(s.title, d.Title) && strings.Contains(s.r.Model, d.Model) {
			all = append(all, d)
		}
	}
	if len(all) == 0 {
		all = []Deed{{Do: "give_up", Text: "I do not know how to go on."}}
	}
	out := outcome{text: fmt.Sprintf("Turn %d of the work on it.", n)}
	if !tools {
		out.text += "\n\n"
	}
	for i, d := range all {
		if tools {
			out.calls = append(out.calls, d.callTool(fmt.Sprintf("call_%d_%d", n, i+1)))
		} else {
			out.text += d.spellDeed()
		}
	}
	return out
}

// callTool writes an action as a call of the tool of its name.
func (d Deed) callTool(id string) Call {
	args := map[string]any{}
	if d.Path != "" {
		args["path"] = d.Path
	}
	if d.Do == "read" {
		if m := readLines.FindStringSubmatch(d.Path); m != nil {
			args = map[string]any{"path": m[1]}
			for i, name := range []string{"from", "to"} {
				if n, err := strconv.Atoi(m[i+2]); err == nil {
					args[name] = n
				}
			}
		}
	}
	names := map[string][2]string{ // of what is found and of the text
		"search": {"", "pattern"}, "definition": {"", "name"}, "replace": {"old", "new"}, "replace_all": {"old", "new"}, "write": {"", "content"}, "run": {"", "command"}, "not_so": {"test", "text"},
	}[d.Do]
	find, text := names[0], cmp.Or(names[1], "text")
	end := map[bool]string{true: "\n"}[strings.HasPrefix(d.Do, "replace") && d.Text == ""] // the line goes with its end
	if find != "" {
		args[find] = strings.TrimSuffix(d.Find, "\n") + end
	}
	if find != "" || d.Text != "" || d.Do == "write" {
		args[text] = d.Text
		if d.Do != "write" {
			args[text] = strings.TrimSuffix(d.Text, "\n")
		}
	}
	raw, err := json.Marshal(args)
	if err != nil {
		panic(err) // texts and numbers can be written
	}
	return Call{ID: id, Name: d.Do, Args: string(raw)}
}

// readLines are the lines of a file that are read.
var readLines = regexp.MustCompile(`^(\S+)[ :](\d+)(?:-(\d+))?$`)

// spellDeed writes an action as the turn's page asks for it.
func (d Deed) spellDeed() string {
	texts := []string{d.Text}
	switch d.Do {
	case "replace", "replace_all", "not_so":
		texts = []string{d.Find, d.Text}
	case "write":
	default:
		if d.Text == "" {
			texts = nil
		}
	}
	out := strings.TrimSpace("@@ "+d.Do+" "+d.Path) + "\n"
	for _, text := range texts {
		fence := "```"
		for strings.Contains(text, fence) {
			fence += "`"
		}
		if text != "" && !strings.HasSuffix(text, "\n") {
			text += "\n"
		}
		out += fence + "\n" + text + fence + "\n"
	}
	return out
}
