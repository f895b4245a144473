package script

import (
	"encoding/base64"
	"encoding/json"
	"path"
	"slices"
	"strings"
)

// request is sent by an agent, by any of the protocols: none of them uses a name for something else.
type request struct {
	Model    string          `json:"model"`
	Stream   bool            `json:"stream"`
	Messages []message       `json:"messages"`
	Input    json.RawMessage `json:"input"`
	Tools    []tool          `json:"tools"`
}

type tool struct {
	Name     string `json:"name"`
	Type     string `json:"type"`
	Function struct {
		Name       string          `json:"name"`
		Parameters json.RawMessage `json:"parameters"`
	} `json:"function"`
	Parameters json.RawMessage `json:"parameters"`
	Schema     json.RawMessage `json:"input_schema"`
}

type message struct {
	Type    string          `json:"type"`
	Role    string          `json:"role"`
	Content json.RawMessage `json:"content"`
}

type block struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

// blocks returns a message's parts; a text is one.
func (m message) blocks() []block {
	var out []block
	if json.Unmarshal(m.Content, &out) == nil {
		return out
	}
	var text string
	if json.Unmarshal(m.Content, &text) == nil {
		return []block{{Type: "text", Text: text}}
	}
	return nil
}

// read counts what an agent's tools gave since it was told something.
func (r request) read() Ask {
	a := Ask{Model: r.Model}
	for _, t := range r.listTools() {
		a.Tools = append(a.Tools, t.Name)
	}
	all := r.Messages
	var more []message
	if json.Unmarshal(r.Input, &more) == nil {
		all = append(all, more...)
	}
	for _, m := range all {
		blocks := m.blocks()
		results := 0
		for _, b := range blocks {
			if b.Type == "tool_result" {
				results++
			}
		}
		if m.Role == "tool" || strings.HasSuffix(m.Type, "_call_output") {
			results++
		}
		switch {
		case results > 0:
			a.Results += results
		case m.Role == "user":
			a.Results, a.Prompt = 0, ""
			for _, b := range blocks {
				a.Prompt += b.Text
			}
		}
	}
	return a
}

// listTools names tools the same way in all protocols.
func (r request) listTools() []tool {
	out := slices.Clone(r.Tools)
	for n, t := range out {
		if t.Name == "" {
			out[n].Name = t.Function.Name
		}
		for _, s := range []json.RawMessage{t.Schema, t.Function.Parameters} {
			if len(t.Parameters) == 0 && len(s) > 0 {
				out[n].Parameters = s
			}
		}
	}
	return slices.DeleteFunc(out, func(t tool) bool { return t.Name == "" })
}

// use is a tool with what it is given.
type use struct {
	name string
	args map[string]any
}

// The tools of agents that write files and that run commands, by the names that they have.
//
//nolint:gochecknoglobals // constant lists
var (
	writers = []string{"write", "Write"}
	shells  = []string{"bash", "Bash", "exec_command", "shell_command", "shell"}
)

// chooseTool has a file written by a tool that the agent has: by the one for files, or by a command.
func chooseTool(have []tool, a Act) use {
	find := func(names []string) (tool, bool) {
		for _, n := range names {
			if i := slices.IndexFunc(have, func(t tool) bool { return t.Name == n }); i >= 0 {
				return have[i], true
			}
		}
		return tool{}, false
	}
	write, writes := find(writers)
	shell, runs := find(shells)
	if writes && (!a.Shell || !runs) {
		at := path.Join("/tree", a.Path)
		return use{write.Name, write.fit(map[string]any{"filePath": at, "file_path": at, "content": a.Text})}
	}
	if !runs {
		return use{}
	}
	command := "mkdir -p \"$(dirname " + a.Path + ")\" && printf %s " + base64.StdEncoding.EncodeToString([]byte(a.Text)) + " | base64 -d > " + a.Path
	args := shell.fit(map[string]any{"command": command, "cmd": command, "description": "Write " + a.Path})
	if shell.Name == "shell" {
		args["command"] = []string{"sh", "-c", command}
	}
	return use{shell.Name, args}
}

// fit leaves out what a tool does not take.
func (t tool) fit(args map[string]any) map[string]any {
	var s struct {
		Properties map[string]json.RawMessage `json:"properties"`
	}
	if json.Unmarshal(t.Parameters, &s) != nil || len(s.Properties) == 0 {
		return args
	}
	for name := range args {
		if _, takes := s.Properties[name]; !takes {
			delete(args, name)
		}
	}
	return args
}
