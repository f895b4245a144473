package tools

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
)

// List shows servers with their tools.
func List(all []outward.ToolServer) wording.Message {
	if len(all) == 0 {
		return wording.Message{Text: "I use no tools of others. On my machine, `frasier tools add notes https://notes.example.com/mcp` adds a server, or `frasier tools add notes -- PROGRAM` one that runs there behind walls."}
	}
	var lines []string
	for _, s := range all {
		lines = append(lines, "- "+describeServer(s))
		for _, t := range s.Tools {
			lines = append(lines, "  - "+describeTool(t))
		}
	}
	const shown = 8
	return wording.Message{Text: strings.Join(lines[:min(shown, len(lines))], "\n"), More: strings.Join(lines[min(shown, len(lines)):], "\n")}
}

func describeServer(s outward.ToolServer) string {
	text := fmt.Sprintf("**%s** (%s)", s.Name, wording.Plain(wording.Clip(s.Place(), 100)))
	if s.Secret == outward.ByYes {
		text += ", with the access that you gave in a browser"
	}
	if len(s.Hosts) > 0 {
		text += " reaches " + wording.Plain(strings.Join(s.Hosts, ", "))
	} else if s.Address == "" {
		text += " reaches no network"
	}
	if !s.On {
		text += fmt.Sprintf(". **Off**: %s (`!tools on %s`)", wording.Plain(s.Why), s.Name)
	}
	return text
}

func describeTool(t outward.Tool) string {
	does := "reads"
	if t.Changes {
		does = "may change something"
	}
	if _, asks := t.Question(); !asks && !t.Changes {
		does = "reads, but wants more than a question, so research can't use it"
	}
	state := map[outward.Level]string{outward.LevelAllowed: "allowed", outward.LevelAsk: "ask first", outward.LevelOff: "off"}[t.State]
	text := fmt.Sprintf("%s: %s, %s, used %s", wording.Plain(t.Name), state, does, wording.CountOf(t.Used, "time", "times"))
	if t.Why != "" {
		text += fmt.Sprintf("; %s (`!tools show %s %s`)", wording.Plain(t.Why), t.Server, t.Name)
	}
	return text
}

// Show shows one server with what it says of its tools, or of one of them.
func Show(s outward.ToolServer, tool string) wording.Message {
	lines := []string{describeServer(s) + ". It says that it is version " + wording.Plain(s.Version) + ". What it says of its tools, word for word:"}
	for _, t := range s.Tools {
		if tool != "" && t.Name != tool {
			continue
		}
		lines = append(lines, "- "+describeTool(t)+"\n  > "+quoteTool(t))
		if t.Why != "" {
			lines[len(lines)-1] += fmt.Sprintf("\n  To use it as it stands here: `!tools allow %s %s %s`", t.Server, t.Name, t.Code())
		}
	}
	const shown = 5
	return wording.Message{Text: strings.Join(lines[:min(shown, len(lines))], "\n"), More: strings.Join(lines[min(shown, len(lines)):], "\n")}
}

func quoteTool(t outward.Tool) string {
	return wording.Plain(wording.Clip(wording.OneLine(t.Description), 500))
}

// Unseen refuses a tool of which the founder has not seen what its server says now, and shows it.
func Unseen(s outward.ToolServer, t outward.Tool, what string) string {
	return fmt.Sprintf("%s says something else of %s than you saw before, so I changed nothing. It says now, word for word:\n> %s\nIf that's fine, say `!tools %s %s %s %s`.", s.Name, wording.Plain(t.Name), quoteTool(t), what, s.Name, t.Name, t.Code())
}

// Set confirms what may be done with a tool.
func Set(s outward.ToolServer, t outward.Tool) string {
	_, asks := t.Question()
	switch {
	case t.State == outward.LevelOff:
		return fmt.Sprintf("I leave %s of %s alone.", wording.Plain(t.Name), s.Name)
	case t.State == outward.LevelAsk:
		return fmt.Sprintf("I ask you before each use of %s of %s.", wording.Plain(t.Name), s.Name)
	case !t.Changes && asks:
		return fmt.Sprintf("Research reads through %s of %s from now on. What it says is a source like a page, and orders nothing.", wording.Plain(t.Name), s.Name)
	case !t.Changes:
		return fmt.Sprintf("%s of %s is allowed. It wants more than a question, so research can't use it.", wording.Plain(t.Name), s.Name)
	}
	return fmt.Sprintf("%s of %s is allowed: what you order of it is done without asking again. Its server doesn't say that it only reads, so research leaves it alone; if it does, say `!tools allow %s %s reads`.", wording.Plain(t.Name), s.Name, s.Name, t.Name)
}

// Host confirms which host a program reaches.
func Host(server, host string, allowed bool) string {
	if allowed {
		return fmt.Sprintf("%s may reach %s from now on, over https and nothing else. `!tools off %s %s` takes that back.", server, host, server, host)
	}
	return fmt.Sprintf("%s reaches %s no more.", server, host)
}

// HostAsk refuses to ask about a host.
func HostAsk(host string) string {
	return fmt.Sprintf("A host is allowed or it isn't; I don't ask about %s each time.", host)
}

// NoProgram refuses a host for a server that is not run here.
func NoProgram(s outward.ToolServer) string {
	return fmt.Sprintf("%s isn't run here but asked at %s, so there's no network to allow.", s.Name, wording.Plain(s.Address))
}

// NoTool refuses a tool that a server does not offer.
func NoTool(s outward.ToolServer, tool string) string {
	var names []string
	for _, t := range s.Tools {
		names = append(names, t.Name)
	}
	offers := "nothing"
	if len(names) > 0 {
		offers = wording.Plain(wording.Clip(strings.Join(names, ", "), 300))
	}
	return fmt.Sprintf("%s offers no tool %s, and that's no host either. It offers %s.", s.Name, wording.Quote(tool), offers)
}

// How refuses a word behind a tool.
func How(word string) string {
	return fmt.Sprintf("I don't know %s there. `reads` behind `!tools allow NAME TOOL` says that the tool changes nothing. Of one that changed, `!tools show NAME TOOL` gives the code to say there.", wording.Quote(word))
}

// Which asks for a name.
func Which(what string) string {
	return fmt.Sprintf("Which one? `!tools` lists them; then `!tools %s NAME`.", wording.Plain(what))
}

// WhichTool asks for a tool.
func WhichTool(s outward.ToolServer, what string) string {
	return fmt.Sprintf("Which tool of %s, or which host? `!tools show %s` lists what it offers; then `!tools %s %s TOOL`.", s.Name, s.Name, what, s.Name)
}

// What refuses a word that does nothing.
func What(what string) string {
	return fmt.Sprintf("I can't %s a tool. `!tools` lists them; `!tools allow NAME TOOL`, `ask` and `off` say what I may do, `!tools allow NAME HOST` what a program may reach, and `!tools remove NAME` takes a server away.", wording.Quote(what))
}

// Unknown refuses a name that no server has.
func Unknown(name string) string {
	return fmt.Sprintf("There's no tool server %s. `!tools` lists them.", wording.Quote(name))
}

// Gone confirms that a server was taken away.
func Gone(name string) string {
	return fmt.Sprintf("I use %s no more; its secret is deleted. What documents quote of it stays.", wording.Plain(name))
}

// GivenBack confirms that a server was taken away, with the access that people gave to it.
func GivenBack(s outward.ToolServer, err error) string {
	if err != nil {
		return fmt.Sprintf("I use %s no more; its access is deleted here. It could not be taken back there (%s): do it in the settings of your account. What documents quote of it stays.", s.Name, wording.Plain(wording.Clip(err.Error(), 300)))
	}
	return fmt.Sprintf("I use %s no more; the access that you gave was given back there and deleted here. What documents quote of it stays.", s.Name)
}

// On confirms that a server is on.
func On(name string) string {
	return fmt.Sprintf("%s is on. Its tools are as you set them.", name)
}

// Off confirms that a server is off.
func Off(name string) string {
	return fmt.Sprintf("I use nothing of %s until `!tools on %s`.", name, name)
}

// Ordered shows what is to be done with a tool, and asks where that is to be asked.
func Ordered(a outward.Action) wording.Message {
	quoted := "> " + strings.ReplaceAll(wording.Plain(a.Effect), "\n", "\n> ")
	if a.State != outward.Proposed {
		return wording.Message{Text: fmt.Sprintf("I do it now (%s), and say here when it's done:\n%s", a.ID, quoted)}
	}
	return wording.Message{Text: fmt.Sprintf("Shall I do this (%s)? Nothing was called yet, and I can't take it back by myself.\n%s", a.ID, quoted), Buttons: []org.Button{
		{Label: "Yes, do it", Command: "allow " + string(a.ID), Style: org.StylePrimary}, {Label: "Leave it out", Command: "allow " + string(a.ID) + " no"},
	}}
}

// IsOff refuses a tool that is off.
func IsOff(s outward.ToolServer, t outward.Tool) string {
	if !s.On {
		return fmt.Sprintf("%s is off: %s. `!tools on %s` switches it on.", s.Name, wording.Plain(s.Why), s.Name)
	}
	return fmt.Sprintf("%s of %s is off. `!tools show %s %s` shows what it does, `!tools ask %s %s` lets me use it when you say yes.", wording.Plain(t.Name), s.Name, s.Name, t.Name, s.Name, t.Name)
}

// NoArguments refuses what is no JSON object.
func NoArguments(s outward.ToolServer, t outward.Tool, most int) string {
	return fmt.Sprintf("What %s is given is one JSON object of at most %d characters, such as `!tools call %s %s {\"text\": \"Buy oats\"}`.", wording.Plain(t.Name), most, s.Name, t.Name)
}
