// Package tools shows the tool servers of others and what may be done with each tool, and sets it.
package tools

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
)

// Records is all that this noun reads and changes. *store.DB is one.
type Records interface {
	ToolServers(ctx context.Context) ([]outward.ToolServer, error)
	RemoveToolServer(ctx context.Context, name string) error
	SetTool(ctx context.Context, w outward.ToolWord) error
	AllowToolHost(ctx context.Context, server, host string, allow bool) error
	SwitchToolServer(ctx context.Context, name string, on bool, why string) error
	ProposeAction(ctx context.Context, a outward.Action) (outward.Action, error)
}

type records struct {
	Records

	giveBack func(context.Context, outward.Connection) error
}

// What may be done with servers and tools.
const (
	allow  = "allow"
	ask    = "ask"
	off    = "off"
	on     = "on"
	remove = "remove"
	show   = "show"
	order  = "call"
)

// byFounder is why a server is off that he switched off.
const byFounder = "you switched it off"

// New returns the noun: the command tools. A server is added in the terminal, where its program and its secret are. giveBack ends access that was given by a
// yes in a browser; nil for nowhere.
func New(r Records, giveBack func(context.Context, outward.Connection) error) noun.Noun {
	s := records{r, giveBack}
	project := noun.ProjectOption()
	project.Named, project.Description = true, "with call: the project that it is for; the one of the thread when left out"
	return noun.Noun{
		Pages:    []noun.Page{{Path: "/tools", Title: "Tools of others", Tab: "Tools", Listed: true, Of: s.run}},
		Answers:  []noun.Answer{{Path: "tools", Says: "the tool servers of others, what each offers, what I may use of it, and how often I did; no secrets", Gives: []outward.ToolServer{}, Of: s.run}},
		Commands: []noun.Command{s.describe(project)},
	}
}

func (s records) describe(project syntax.Option) noun.Command {
	return noun.Command{
		Name: "tools", Summary: "tools of others by MCP: what there is, and what I may use", Example: "tools allow notes search",
		Options: []syntax.Option{
			noun.WordOption("what", "show, allow, ask, off, on, remove, or call", show, allow, ask, off, on, remove, order), noun.WordOption("name", "which server"),
			noun.WordOption("tool", "which of its tools, or a host that it may reach"), project,
			{Name: "how", Kind: syntax.Text, Description: "reads, if it changes nothing; the code of one that changed; behind call what it is given, as JSON"},
		},
		Acts: true, Changes: func(args map[string]string) bool { return args["what"] != "" && args["what"] != show }, Words: []string{show, allow, ask, off, on, remove, order}, Run: s.run,
		Shell: &noun.Shell{
			Group: noun.GroupKeep, Use: "tools [add NAME ADDRESS|-- PROGRAM...|show NAME|allow|ask|off NAME [TOOL|HOST]|on NAME|remove NAME|call NAME TOOL JSON]", JSON: true, Words: []string{"add", show, allow, ask, off, on, remove, order},
			Summary: "tools of others by MCP: add a server, see what it offers, say what I may use, ask about or leave alone",
			Refuses: []string{"tools add", "tools add N! x", "tools add n https://127.0.0.1/mcp", "tools add n -- nosuchprogram", "tools dance n", "tools allow", "tools allow nosuch x", "tools show nosuch"},
		},
	}
}

func (s records) run(ctx context.Context, in noun.Input) (noun.View, error) {
	what, name, tool := strings.ToLower(in.Args["what"]), strings.ToLower(in.Args["name"]), in.Args["tool"]
	all, err := s.ToolServers(ctx)
	if err != nil {
		return noun.View{}, err
	}
	if what == "" {
		return noun.View{Reply: List(all).Page("tools", in.Page), JSON: func(context.Context) (any, error) { return noun.ListOf(all), nil }}, nil
	}
	if !slices.Contains([]string{show, allow, ask, off, on, remove, order}, what) {
		return noun.View{}, noun.Refuse(What(what))
	}
	if name == "" {
		return noun.View{}, noun.Refuse(Which(what))
	}
	i := slices.IndexFunc(all, func(o outward.ToolServer) bool { return o.Name == name })
	if i < 0 {
		return noun.View{}, noun.Refuse(Unknown(name))
	}
	server := all[i]
	switch what {
	case show:
		return noun.View{Reply: Show(server, tool).Page("tools show "+name, in.Page), JSON: func(context.Context) (any, error) { return server, nil }}, nil
	case remove:
		return s.removeServer(ctx, server)
	case on:
		if err := s.SwitchToolServer(ctx, name, true, ""); err != nil {
			return noun.View{}, noun.Explain(err, org.ErrNotFound, Unknown(name))
		}
		return noun.Say(On(name))
	}
	if what == order {
		return s.callTool(ctx, in, server, tool)
	}
	if tool == "" {
		return s.setServer(ctx, server, what)
	}
	return s.setTool(ctx, server, tool, what, in.Args["how"])
}

// removeServer gives access back first: after that nobody has what it takes.
func (s records) removeServer(ctx context.Context, server outward.ToolServer) (noun.View, error) {
	var failed error
	byYes := server.Secret == outward.ByYes && s.giveBack != nil
	if byYes {
		failed = s.giveBack(ctx, server.Connection())
	}
	if err := s.RemoveToolServer(ctx, server.Name); err != nil {
		return noun.View{}, noun.Explain(err, org.ErrNotFound, Unknown(server.Name))
	}
	if byYes {
		return noun.Say(GivenBack(server, failed))
	}
	return noun.Say(Gone(server.Name))
}

// setServer switches a server off, or sets all of its tools.
func (s records) setServer(ctx context.Context, server outward.ToolServer, what string) (noun.View, error) {
	if what == off {
		if err := s.SwitchToolServer(ctx, server.Name, false, byFounder); err != nil {
			return noun.View{}, noun.Explain(err, org.ErrNotFound, Unknown(server.Name))
		}
		return noun.Say(Off(server.Name))
	}
	return noun.View{}, noun.Refuse(WhichTool(server, what))
}

// argumentsMost is the longest order for a tool, in bytes: it is shown whole before it is done.
const argumentsMost = 4000

// callTool orders one use of a tool, as an action: what waits for a yes, and what is allowed, is done by a process that may start programs.
func (s records) callTool(ctx context.Context, in noun.Input, server outward.ToolServer, name string) (noun.View, error) {
	tool, known := server.FindTool(name)
	switch {
	case name == "":
		return noun.View{}, noun.Refuse(WhichTool(server, order))
	case !known:
		return noun.View{}, noun.Refuse(NoTool(server, name))
	case !server.On || tool.State == outward.LevelOff:
		return noun.View{}, noun.Refuse(IsOff(server, tool))
	}
	raw := strings.TrimSpace(in.Args["how"])
	if raw == "" {
		raw = "{}"
	}
	var args map[string]any
	if err := json.Unmarshal([]byte(raw), &args); err != nil || args == nil || len(raw) > argumentsMost {
		return noun.View{}, noun.Refuse(NoArguments(server, tool, argumentsMost))
	}
	p, err := in.FindProject(ctx, false)
	if err != nil {
		return noun.View{}, err
	}
	body, err := json.Marshal(outward.ToolCall{Server: server.Name, Tool: tool.Name, Digest: tool.Digest, Arguments: json.RawMessage(raw)})
	if err != nil {
		return noun.View{}, err
	}
	a := outward.Action{
		Key: "tool:" + in.Channel.Transport + "/" + in.Channel.ID + "/" + in.Origin, Kind: outward.CallTool, Connection: outward.ToolConnection(server.Name), Project: p.ID,
		Place: server.Name, Effect: outward.ToolEffect(server, tool, raw), Order: body,
	}
	if tool.State == outward.LevelAllowed {
		a.AllowedBy = in.Author + ", who allowed " + tool.Name + " of " + server.Name
	}
	if a, err = s.ProposeAction(ctx, a); err != nil {
		return noun.View{}, err
	}
	return noun.View{Reply: Ordered(a).Reply(), JSON: func(context.Context) (any, error) { return a, nil }}, nil
}

var hostName = lazyregexp.New(`^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$`)

func (s records) setTool(ctx context.Context, server outward.ToolServer, name, what, how string) (noun.View, error) {
	states := map[string]outward.Level{allow: outward.LevelAllowed, ask: outward.LevelAsk, off: outward.LevelOff}
	tool, known := server.FindTool(name)
	if host := strings.ToLower(name); !known && hostName.MatchString(host) && net.ParseIP(host) == nil {
		if what == ask {
			return noun.View{}, noun.Refuse(HostAsk(host))
		}
		err := s.AllowToolHost(ctx, server.Name, host, what == allow)
		if err != nil {
			return noun.View{}, noun.Explain(err, org.ErrNotFound, NoProgram(server))
		}
		return noun.Say(Host(server.Name, host, what == allow))
	}
	if !known {
		return noun.View{}, noun.Refuse(NoTool(server, name))
	}
	w := outward.ToolWord{Server: server.Name, Tool: name, Level: states[what]}
	for _, word := range strings.Fields(how) {
		switch {
		case word == "reads" && what == allow:
			w.Reads = true
		case toolCode.MatchString(word) && what != off:
			w.Seen = word
		default:
			return noun.View{}, noun.Refuse(How(how))
		}
	}
	err := s.SetTool(ctx, w)
	switch {
	case errors.Is(err, org.ErrNotFound):
		return noun.View{}, noun.Refuse(NoTool(server, name))
	case errors.Is(err, org.ErrConflict):
		return noun.View{}, noun.Refuse(Unseen(server, tool, what))
	case err != nil:
		return noun.View{}, err
	}
	tool.State, tool.Why, tool.Changes = states[what], "", tool.Changes && !w.Reads
	return noun.Say(Set(server, tool))
}

var toolCode = lazyregexp.New(`^[0-9a-f]{8}$`)
