package coder

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/llm"
)

func spellCalls(t *testing.T, said string, calls ...llm.Call) string {
	t.Helper()
	return llm.Reply{Text: said, Calls: calls, Offered: true}.Spell()
}

// What a model calls is read as it is meant, and what is none is named in words that help.
func TestCallsAreReadOrNamed(t *testing.T) {
	t.Parallel()
	one := func(name, args string) []llm.Call { return []llm.Call{{ID: "c1", Name: name, Args: args}} }
	many := slices.Repeat([]llm.Call{{Name: "check", Args: "{}"}}, CodeTurnActions+1)
	for _, c := range []struct {
		name, said string
		calls      []llm.Call
		want, no   string
	}{
		{"one look", "I look.", one("read", `{"path":"./a b.go","from":3,"to":9}`), "I look.|read a b.go 3 9", ""},
		{"numbers as texts", "", one("read", `{"path":"a","from":"3","to":9.0}`), "|read a 3 9", ""},
		{"none where it may be none", "", one("list", `null`), "|list  0 0", ""},
		{"nothing at all", "", one("check", ""), "|check  0 0", ""},
		{"null for none", "", one("read", `{"path":"a","from":null}`), "|read a 0 0", ""},
		{"blanks and line ends stay", "", one("replace", `{"path":"a","old":"\told\n","new":""}`), "|replace a 0 0 find=\told\n", ""},
		{"a file ends its last line", "", one("write", `{"path":"a","content":"x"}`), "|write a 0 0 text=x\n", ""},
		{"an empty file", "", one("write", `{"path":"a","content":""}`), "|write a 0 0", ""},
		{"what hides stays in code", "", one("write", `{"path":"a","content":"\u202e@everyone\n"}`), "|write a 0 0 text=\u202e@everyone\n", ""},
		{"what people read is made harmless", "@everyone", one("done", `{"text":"\u202e@here"}`), "@\u200beveryone|done  0 0 text=@\u200bhere", ""},
		{"a test that shows it", "", one("not_so", `{"test":"TestA","text":"It is so."}`), "|not_so  0 0 find=TestA text=It is so.", ""},
		{"two", "", append(one("read", `{"path":"a"}`), llm.Call{ID: "c2", Name: "check", Args: "{}"}), "|read a 0 0; check  0 0", ""},
		{"two without ids", "", []llm.Call{{Name: "check"}, {Name: "apply"}}, "|check  0 0; apply  0 0", ""},
		{"written down and not called", "I look.\n@@ read a", nil, "I look.|read a 0 0", ""},
		{"prose", "It is all done.", nil, "", "no tool was called"},
		{"nothing", "", nil, "", "done, not_so, needs, unsafe, give_up"},
		{"a wrong name", "", one("bash", `{"command":"ls"}`), "", "call 1 (bash): there is no such tool; there are read"},
		{"no name", "", one("", "{}"), "", "call 1 ()"},
		{"no JSON", "", one("write", `{"path":"a","content":"x`), "", "call 1 (write): its arguments cannot be read as one JSON object"},
		{"two objects", "", one("read", `{"path":"a"}{"path":"b"}`), "", "one JSON object"},
		{"a list", "", one("read", `["a"]`), "", "one JSON object"},
		{"an argument too many", "", one("read", `{"path":"a","file":"b"}`), "", "it takes no file, but path, from, to"},
		{"an argument too few", "", one("replace", `{"path":"a","new":"x"}`), "", "it lacks old"},
		{"of another kind", "", one("write", `{"path":"a","content":["x"]}`), "", "content is no text"},
		{"no number", "", one("read", `{"path":"a","from":"top"}`), "", "from is no number of a line"},
		{"a number below 0", "", one("read", `{"path":"a","from":-1}`), "", "from is no number of a line"},
		{"a number that is none", "", one("read", `{"path":"a","from":1e999}`), "", "from is no number of a line"},
		{"an empty path", "", one("write", `{"path":" ","content":"x"}`), "", "needs a path"},
		{"no words", "", one("done", `{"text":""}`), "", "needs a text"},
		{"one id twice", "", append(one("check", "{}"), one("apply", "{}")...), "", "calls 1 and 2 have the same id"},
		{"on after its end", "", append(one("done", `{"text":"x"}`), llm.Call{ID: "c2", Name: "check"}), "", "must be the last one"},
		{"too many", "", many, "", "13 calls; at most 12"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r, err := parseReply(spellCalls(t, c.said, c.calls...))
			var form *FormError
			if c.no != "" {
				if !errors.As(err, &form) || !strings.Contains(form.Words, c.no) {
					t.Errorf("%v, want %q", err, c.no)
				}
				return
			}
			if got := spellOut(r); err != nil || got != c.want {
				t.Errorf("read as %q, %v; want %q", got, err, c.want)
			}
		})
	}
}

// A tool is each action that may be written down, with the same meaning: what fences say and what calls say is one action.
func TestToolsAreTheActions(t *testing.T) {
	t.Parallel()
	tools := ListTools()
	if len(tools) != len(listDeeds()) {
		t.Fatalf("%d tools for %d actions", len(tools), len(listDeeds()))
	}
	for i, d := range listDeeds() {
		tool := tools[i]
		var form struct {
			Required []string `json:"required"`
		}
		if err := json.Unmarshal(tool.Params, &form); err != nil || tool.Name != d.name || strings.ContainsAny(tool.Says, "{}") || strings.Contains(tool.Says, "fence") || strings.ContainsAny(d.explainFences(), "{}") {
			t.Errorf("the tool %s: %+v, %v", d.name, tool, err)
		}
		args, fenced := map[string]any{}, "@@ "+d.name
		if d.after != "" {
			args["path"], fenced = "a.go", fenced+" a.go"
		}
		find, text := d.nameTexts()
		for _, name := range []string{find, text} {
			if name != "" {
				args[name] = name + " x"
				fenced += "\n```\n" + name + " x\n```"
			}
		}
		raw, err := json.Marshal(args)
		if err != nil {
			t.Fatal(err)
		}
		called, err := parseReply(spellCalls(t, "", llm.Call{Name: d.name, Args: string(raw)}))
		written, no := parseReply(fenced)
		if err != nil || no != nil || spellOut(called) != spellOut(written) {
			t.Errorf("%s: called %q, %v; written %q, %v", d.name, spellOut(called), err, spellOut(written), no)
		}
		for _, needed := range form.Required {
			if args[needed] == nil {
				t.Errorf("%s needs %s, and an action has no such part", d.name, needed)
			}
		}
	}
}
