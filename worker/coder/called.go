package coder

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/llm"
)

// ListTools returns the actions of whoever writes a change, for a model that calls them. A call becomes an Action as
// words in fences do, and nothing else comes of it.
func ListTools() []llm.Tool { return listDeeds().listTools() }

func (all deeds) listTools() []llm.Tool {
	var out []llm.Tool
	for _, d := range all {
		out = append(out, llm.Tool{Name: d.name, Says: d.explainTool(), Params: d.buildParams()})
	}
	return out
}

func (d deed) explainTool() string {
	find, text := d.nameTexts()
	if d.fences == 1 {
		find = text
	}
	says := strings.NewReplacer("{lines}", "its lines from to to", "{1}", find, "{2}", text, "the same at every place", "as replace, at every place").Replace(d.says)
	return strings.ToUpper(says[:1]) + says[1:]
}

// nameTexts returns the arguments that hold the texts of an action; what it has not is empty.
func (d deed) nameTexts() (find, text string) {
	switch {
	case d.fences == 0:
		return "", ""
	case d.text == "":
		return d.find, "text"
	}
	return d.find, d.text
}

// argument is one of a tool's; kind is JSON's word for it.
type argument struct {
	name, kind string
	needed     bool
}

func (d deed) listArguments() []argument {
	var out []argument
	if d.after != "" {
		out = append(out, argument{"path", "string", d.after == "path"})
	}
	if d.name == doRead {
		out = append(out, argument{"from", "integer", false}, argument{"to", "integer", false})
	}
	find, text := d.nameTexts()
	for _, name := range []string{find, text} {
		if name != "" {
			out = append(out, argument{name, "string", true})
		}
	}
	return out
}

// The order of arguments is that in which a model writes them.
func (d deed) buildParams() json.RawMessage {
	var props, needed []string
	for _, a := range d.listArguments() {
		props = append(props, fmt.Sprintf(`%q:{"type":%q}`, a.name, a.kind))
		if a.needed {
			needed = append(needed, fmt.Sprintf("%q", a.name))
		}
	}
	return json.RawMessage(`{"type":"object","properties":{` + strings.Join(props, ",") + `},"required":[` + strings.Join(needed, ",") + `]}`)
}

// readCalls reads what a model called. What cannot be read or carried out is a *FormError, and nothing of it is done.
func readCalls(said string, calls []llm.Call, known deeds, most int) (Reply, error) {
	if len(calls) == 0 { // some write down what they were to call
		p := parser{lines: strings.Split(said, "\n"), deeds: known, most: most}
		r, err := p.readReply()
		if len(r.Actions) == 0 && err != nil {
			err = &FormError{"no tool was called. What is to be done is said by calling tools, and what is all done or cannot be done by " + strings.Join(known.listEnds(), ", ")}
		}
		return r, err
	}
	r := Reply{Thought: clipText(said, thoughtBytes)}
	var faults []string
	seen := map[string]int{}
	for i, c := range calls[:min(len(calls), most)] {
		if n, twice := seen[c.ID]; twice && c.ID != "" {
			faults = append(faults, fmt.Sprintf("calls %d and %d have the same id", n, i+1))
		}
		seen[c.ID] = i + 1
		a, err := known.readCall(c)
		if err != nil {
			faults = append(faults, fmt.Sprintf("call %d (%s): %s", i+1, clipText(c.Name, 40), err))
		}
		r.Actions = append(r.Actions, a)
	}
	if n := len(calls); n > most {
		faults = append(faults, fmt.Sprintf("%d calls; at most %d are taken in one turn", n, most))
	}
	if len(faults) > 0 {
		return r, &FormError{strings.Join(faults, "\n")}
	}
	return r.cleanReply(known, most)
}

func (all deeds) listEnds() (out []string) {
	for _, d := range all {
		if d.ends {
			out = append(out, d.name)
		}
	}
	return out
}

// readCall returns the action that a call is meant as. The error is in words for the model.
func (all deeds) readCall(c llm.Call) (Action, error) {
	d, is := all.find(strings.ToLower(strings.TrimSpace(c.Name)))
	if !is {
		return Action{}, fmt.Errorf("there is no such tool; there are %s", all.listNames())
	}
	args := map[string]json.RawMessage{}
	if err := json.Unmarshal([]byte(c.Args), &args); err != nil && strings.TrimSpace(c.Args) != "" {
		return Action{}, fmt.Errorf("its arguments cannot be read as one JSON object (%w). Was the reply cut? Then do less in one turn", err)
	}
	a := Action{Do: d.name}
	find, text := d.nameTexts()
	var names []string
	for _, arg := range d.listArguments() {
		names = append(names, arg.name)
		raw, given := args[arg.name]
		delete(args, arg.name)
		if given = given && string(raw) != "null"; !given {
			if arg.needed {
				return a, fmt.Errorf("it lacks %s", arg.name)
			}
			continue
		}
		if err := a.setArgument(arg, raw, find, text); err != nil {
			return a, err
		}
	}
	if len(args) > 0 {
		return a, fmt.Errorf("it takes no %s, but %s", strings.Join(slices.Sorted(maps.Keys(args)), ", "), strings.Join(names, ", "))
	}
	if d.name == doWrite && a.Text != "" && !strings.HasSuffix(a.Text, "\n") {
		a.Text += "\n" // a file ends its last line
	}
	return a, nil
}

func (a *Action) setArgument(arg argument, raw json.RawMessage, find, text string) error {
	if arg.kind == "integer" {
		n, err := readLineNumber(raw)
		if err != nil {
			return fmt.Errorf("%s is no number of a line", arg.name)
		}
		if arg.name == "from" {
			a.From = n
		} else {
			a.To = n
		}
		return nil
	}
	var value string
	if json.Unmarshal(raw, &value) != nil {
		return fmt.Errorf("%s is no text", arg.name)
	}
	switch arg.name {
	case "path":
		a.Path = value
	case find:
		a.Find = value
	case text:
		a.Text = value
	}
	return nil
}

// Some models write numbers as texts, or with a point.
func readLineNumber(raw json.RawMessage) (int, error) {
	const most = 1 << 30
	f, err := json.Number(strings.Trim(string(raw), `" `)).Float64()
	if err == nil && (f < 0 || f > most) {
		err = errors.New("out of range")
	}
	return int(f), err
}
