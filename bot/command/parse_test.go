package command_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/frasier-cos/frasier/bot/command"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/internal/org"
)

func TestParse(t *testing.T) {
	for line, want := range map[string]command.Call{
		"status":                         {Name: "status"},
		"!Status  P3 ":                   {Name: "status", Args: map[string]string{"project": "P3"}},
		"\uFF01 st oats market":          {Name: "status", Args: map[string]string{"project": "oats market"}},
		"status page=2 oats":             {Name: "status", Page: 2, Args: map[string]string{"project": "oats"}},
		"status page=0":                  {Name: "status"},
		"status page=x":                  {Name: "status"},
		"remember use \"euros\"\nonly":   {Name: "remember", Args: map[string]string{"text": "use \"euros\"\nonly"}},
		"remember text=a=b":              {Name: "remember", Args: map[string]string{"text": "a=b"}},
		"remember x=y is z":              {Name: "remember", Args: map[string]string{"text": "x=y is z"}},
		`steer "Oats market" go on`:      {Name: "steer", Args: map[string]string{"subject": "Oats market", "text": "go on"}},
		`steer "a \"b\" \\ c" d`:         {Name: "steer", Args: map[string]string{"subject": `a "b" \ c`, "text": "d"}},
		"steer “Oats market” go":         {Name: "steer", Args: map[string]string{"subject": "Oats market", "text": "go"}},
		`steer "open d`:                  {Name: "steer", Args: map[string]string{"subject": `"open`, "text": "d"}},
		"budget amount=5 scope=day":      {Name: "budget", Args: map[string]string{"amount": "5", "scope": "day"}},
		"budget day 5 project=p3":        {Name: "budget", Args: map[string]string{"scope": "day", "amount": "5", "project": "p3"}},
		"budget scope=day scope=step 5":  {Name: "budget", Args: map[string]string{"scope": "day", "amount": "scope=step", "kind": "5"}},
		"redo s12 tier:T3 and note=this": {Name: "redo", Args: map[string]string{"step": "s12", "text": "tier:T3 and note=this"}},
		"help":                           {Name: "help"},
		"project":                        {Name: "project"},
	} {
		if want.Page == 0 {
			want.Page = 1
		}
		if want.Args == nil {
			want.Args = map[string]string{}
		}
		got, err := command.Parse(line)
		if d := cmp.Diff(want, got); err != nil || d != "" {
			t.Errorf("Parse(%q): %v (-want +got):\n%s", line, err, d)
		}
	}
	for line, want := range map[string]string{
		"":             "Which command?",
		"!":            "Which command?",
		"inbox now":    "what \"now\" means for `inbox`",
		"remember":     "`remember` needs the rule. For example: `!remember ",
		"pasue":        "Did you mean `!pause`",
		"stat p3":      "Did you mean `!status`",
		"ststaus p3":   "`!help` shows what I can do",
		"`rm` -rf":     "I don't know `!rm`",
		"zzzzzzzzzzzz": "`!help` shows what I can do",
	} {
		_, err := command.Parse(line)
		var no *command.RefusalError
		if !errors.As(err, &no) || !strings.Contains(no.Text, want) {
			t.Errorf("Parse(%q): %v, want %q", line, err, want)
		}
	}
}

// What a slash command's options say comes back out of its line.
func TestSlashCommandsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		typed := slices.DeleteFunc(command.Specs(), func(s syntax.Command) bool { return s.Menu != "" })
		s := rapid.SampledFrom(typed).Draw(t, "command")
		values := map[string]string{}
		for _, o := range s.Options {
			if o.Kind == syntax.File || !o.Required && rapid.Bool().Draw(t, "leave out") {
				continue
			}
			word := rapid.OneOf(
				rapid.StringMatching(`[ -~]{1,12}`), rapid.StringMatching(`[a-z"=\\ ]{1,8}`), rapid.String(),
				rapid.SampledFrom([]string{"page=2", o.Name + "=x", "p3", "Oats market", "“x”", "a\tb"}),
			).Draw(t, o.Name)
			if word = strings.TrimSpace(word); word != "" {
				values[o.Name] = word
			} else if o.Required {
				values[o.Name] = "x"
			}
		}
		line := s.Line(values)
		got, err := command.Parse(line)
		if err != nil {
			t.Fatalf("%v reads as %q, which is refused: %v", values, line, err)
		}
		if d := cmp.Diff(values, got.Args); d != "" || got.Name != s.Name {
			t.Fatalf("%s %v reads as %q, which is %s (-want +got):\n%s", s.Name, values, line, got.Name, d)
		}
	})
}

// hostile is what somebody may type to do harm.
func hostile() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		parts := []string{
			"status", "pause", "cancel", "all", "p1", "p2", "forget", "rules", "budget", "$", "9e99", "-1", "NaN", "page=2", "page=99999999999", "\"", "\\", "“", "'; DROP TABLE projects; --",
			"%", "_", "!", "/", "\x00", "\xff\xfe", "\u202e", "@everyone", "<@1>", "```", "\n", "=", "project=", "schedule", "* * * * *", "@every 1s", "settings", "autonomy", "help", "export",
			"read", "sources", "why", "redo", "decide", "add", "i1", "recall", strings.Repeat("a", 50), "😀",
		}
		n := rapid.IntRange(1, 8).Draw(t, "parts")
		var b strings.Builder
		for range n {
			b.WriteString(rapid.OneOf(rapid.SampledFrom(parts), rapid.String()).Draw(t, "part"))
			if rapid.Bool().Draw(t, "space") {
				b.WriteByte(' ')
			}
		}
		return b.String()
	})
}

func TestNoLineDoesHarm(t *testing.T) {
	o := oats(t)
	n := 0
	rapid.Check(t, func(rt *rapid.T) {
		n++
		line := hostile().Draw(rt, "line")
		r, err := o.handler.Do(t.Context(), org.Command{Origin: string(rune('a'+n%26)) + strings.Repeat("x", n/26), Channel: home(), Author: "ana", Line: line})
		if err != nil {
			rt.Fatalf("Do(%q): %v", line, err)
		}
		fits(rt, line, r)
		if strings.Contains(r.Text, "\x00") || strings.ToValidUTF8(r.Text, "?") != r.Text {
			rt.Errorf("the reply to %q is no plain text: %q", line, r.Text)
		}
		if _, err := o.handler.Complete(t.Context(), "status", "project", line); err != nil {
			rt.Errorf("Complete(%q): %v", line, err)
		}
	})
	checks, err := o.db.Verify(t.Context())
	o.ok(err)
	for _, c := range checks {
		if !c.OK {
			t.Errorf("verify: %s: %s", c.Name, c.Detail)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"status p3", `steer "a" b`, "budget day=5", "!\"", "page=2 page=3", "settings x=\"\\", "“”"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, line string) {
		c, err := command.Parse(line)
		var no *command.RefusalError
		if err != nil && !errors.As(err, &no) {
			t.Errorf("Parse(%q): %v, want a refusal", line, err)
		}
		if err == nil && (c.Name == "" || c.Page < 1) {
			t.Errorf("Parse(%q) = %+v", line, c)
		}
	})
}

func TestSpecsAreWhatAChatTakes(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range command.Specs() {
		name := s.Name
		if s.Menu != "" {
			name = s.Menu
		}
		if seen[name] || len(s.Name) > 32 || len(s.Menu) > 32 || s.Name != strings.ToLower(s.Name) || s.Description == "" || len(s.Description) > 100 || len(s.Options) > 25 {
			t.Errorf("no chat takes the command %+v", s)
		}
		seen[name] = true
		optional := false
		for _, o := range s.Options {
			if len(o.Name) > 32 || o.Description == "" || len(o.Description) > 100 || len(o.Choices) > 25 || o.Required && optional {
				t.Errorf("no chat takes the option %+v of %s", o, s.Name)
			}
			optional = !o.Required
		}
	}
	for _, c := range []string{
		org.CommandAccept, org.CommandChanges, org.CommandRead, org.CommandSources, org.CommandDecide, org.CommandPause, org.CommandResume,
		org.CommandCancel, org.CommandPlan, "hold", org.CommandRedo, org.CommandDiff, org.CommandChecks,
	} {
		if _, err := command.Parse(c + " p3 words"); err != nil {
			t.Errorf("the button %s cannot be read: %v", c, err)
		}
	}
	if len(seen) < 30 || len(seen) > 100 {
		t.Errorf("%d commands", len(seen))
	}
}

func TestSpoken(t *testing.T) {
	roadmap := []org.Attachment{{Name: "roadmap.md", Text: "- [ ] Find"}}
	for _, c := range []struct {
		in, want org.Message
	}{
		{org.Message{Text: "!project Compare\ntea shops"}, org.Message{Text: "Compare\ntea shops", Explicit: true}},
		{org.Message{Text: "/ask how are you?"}, org.Message{Text: "how are you?"}},
		{org.Message{Text: "!project", Attachments: roadmap}, org.Message{Explicit: true, Attachments: roadmap}},
		{org.Message{Text: "!project"}, org.Message{Text: "!project"}},
		{org.Message{Text: "!status"}, org.Message{Text: "!status"}},
		{org.Message{Text: "!projetc x"}, org.Message{Text: "!projetc x"}},
		{org.Message{Text: "project x"}, org.Message{Text: "project x"}},
		{org.Message{Text: "!ask x", Explicit: true}, org.Message{Text: "!ask x", Explicit: true}},
	} {
		if d := cmp.Diff(c.want, command.Spoken(c.in)); d != "" {
			t.Errorf("Spoken(%q) (-want +got):\n%s", c.in.Text, d)
		}
	}
}
