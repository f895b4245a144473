package llm

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	openai "github.com/sashabaranov/go-openai"
)

// Tool is something that a model may call instead of writing it down. A call does nothing: it comes back in
// Reply.Calls to whoever asked, who carries out what he finds right.
type Tool struct {
	Name, Says string
	Params     json.RawMessage // the schema of an object
}

// Call is one call of a tool as the model made it. Nothing of it has been checked.
type Call struct {
	ID   string `json:"id,omitempty"`
	Name string `json:"name"`
	Args string `json:"arguments"` // JSON, where the model wrote any
}

// called is a reply of a model that was offered tools.
type called struct {
	Said  string `json:"said"`
	Calls []Call `json:"calls"`
}

// Spell returns all of a reply as one text; ReadCalls reads it.
func (r Reply) Spell() string {
	if !r.Offered {
		return r.Text
	}
	return spellCalls(r.Text, r.Calls)
}

func spellCalls(said string, calls []Call) string {
	var b bytes.Buffer
	to := json.NewEncoder(&b)
	to.SetEscapeHTML(false)
	if err := to.Encode(called{said, calls}); err != nil {
		return said // texts can always be written
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// ReadCalls returns what a model that was offered tools said, and what it called. Of another reply it is the text, and
// false.
func ReadCalls(reply string) (said string, calls []Call, offered bool) {
	var c called
	if !strings.HasPrefix(reply, `{"said":`) || json.Unmarshal([]byte(reply), &c) != nil {
		return reply, nil, false
	}
	return c.Said, c.Calls, true
}

// A model is offered tools unless it is known to take none; then the blocks say how to do without.
func (p prompt) offersTools(known map[Trait]int) bool {
	_, without := known[TraitNoTools]
	_, bare := known[TraitBare]
	return len(p.tools) > 0 && !without && !bare
}

func (p prompt) blocksFor(known map[Trait]int) []Block {
	if len(p.tools) == 0 || p.offersTools(known) {
		return p.blocks
	}
	out := slices.Clone(p.blocks)
	for i := range out {
		if out[i].Untooled != "" {
			out[i].Text = out[i].Untooled
		}
	}
	return out
}

// Many endpoints pass over tools in silence. A model that never called one and answers without is asked in
// the other way, and that is remembered.
func (v verdict) noteTools(offered bool, raw Raw, known map[Trait]int) verdict {
	if _, calls := known[TraitTools]; !offered || calls || len(raw.Calls) > 0 || v.act != actUse {
		return v
	}
	return verdictNoTools
}

func wireTools(all []Tool) []openai.Tool {
	var out []openai.Tool
	for _, t := range all {
		out = append(out, openai.Tool{
			Type: openai.ToolTypeFunction, Function: &openai.FunctionDefinition{Name: t.Name, Description: t.Says, Parameters: t.Params},
		})
	}
	return out
}

// wireCall is a call or, in a stream, a piece of one. Anything is taken: what it says is judged by whoever asked.
type wireCall struct {
	Index    loose     `json:"index"`
	ID       loose     `json:"id"`
	Function *wireFunc `json:"function"`
	whole    bool      // of a body that is no stream
}

type wireFunc struct {
	Name loose    `json:"name"`
	Args wireArgs `json:"arguments"`
}

// UnmarshalJSON takes an object and ignores anything else.
func (f *wireFunc) UnmarshalJSON(b []byte) error {
	type plain wireFunc
	var p plain
	if len(b) == 0 || b[0] != '{' {
		return nil
	}
	if err := json.Unmarshal(b, &p); err != nil {
		return err
	}
	*f = wireFunc(p)
	return nil
}

// wireArgs is a text, or an object as it was written.
type wireArgs string

// UnmarshalJSON takes anything.
func (a *wireArgs) UnmarshalJSON(b []byte) error {
	var s string
	switch {
	case string(b) == "null":
	case len(b) > 0 && b[0] == '"' && json.Unmarshal(b, &s) == nil:
		*a = wireArgs(s)
	default:
		*a = wireArgs(b)
	}
	return nil
}

// wireCalls is a list of calls; one that cannot be read is a call without a name, and what is no list none.
type wireCalls []wireCall

// UnmarshalJSON takes anything.
func (w *wireCalls) UnmarshalJSON(b []byte) error {
	var all []json.RawMessage
	if len(b) > 0 && b[0] == '[' {
		if err := json.Unmarshal(b, &all); err != nil {
			return err
		}
	}
	for _, one := range all {
		var c wireCall
		if len(one) == 0 || one[0] != '{' || json.Unmarshal(one, &c) != nil {
			c = wireCall{}
		}
		*w = append(*w, c)
	}
	return nil
}

// joinCalls puts the pieces of a stream together: those of one number belong together, unless the id is another.
// Some servers give each call the number 0, and some none.
func joinCalls(pieces []wireCall) []Call {
	var out []Call
	var args []*strings.Builder
	last := map[loose]int{} // call by number
	for _, p := range pieces {
		if p.Function == nil {
			p.Function = &wireFunc{}
		}
		i, known := last[p.Index]
		if p.whole || !known || p.ID != "" && out[i].ID != "" && string(p.ID) != out[i].ID {
			i = len(out)
			out, args = append(out, Call{}), append(args, &strings.Builder{})
			last[p.Index] = i
		}
		if out[i].ID == "" {
			out[i].ID = string(p.ID)
		}
		if out[i].Name == "" {
			out[i].Name = string(p.Function.Name)
		}
		args[i].WriteString(string(p.Function.Args))
	}
	for i := range out {
		out[i].Args = args[i].String()
	}
	return out
}
