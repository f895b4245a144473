// Package toolbox uses the tool servers of others by the Model Context Protocol: those at an address over streamable HTTP, and programs behind the
// walls that checks have. Whatever a server says is outside text: it orders nothing, is bounded, and what it asks of us (a model's words, a founder's
// answer, our folders) it is refused.
package toolbox

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/safetext"
	"github.com/frasier-cos/frasier/internal/sealed"
	"github.com/frasier-cos/frasier/worker/fence"
)

// Records is the part of the store that a Client needs. *store.DB is one.
type Records interface {
	ToolServers(ctx context.Context) ([]outward.ToolServer, error)
	SeeTool(ctx context.Context, t outward.Tool) error
	SeeToolServer(ctx context.Context, name, version, why string) error
	SwitchToolServer(ctx context.Context, name string, on bool, why string) error
	NoteToolUse(ctx context.Context, server, tool string) error
	ClaimGrant(ctx context.Context, connection, owner string, term time.Duration) (fence int64, err error)
	KeepGrant(ctx context.Context, connection string, fence int64, secret []byte, ends time.Time) error
}

// Client uses tool servers. All fields but Network and Limit must be set. Its methods may be called at once.
type Client struct {
	Records Records
	Home    string // folder in which each program has one of its own
	Fence   func() (*fence.Fence, error)
	Key     func() (sealed.Key, error)
	Allow   []netip.Prefix // private networks that may be reached all the same
	Network []string       // how this machine reaches the network, see egress.Rules
	Limit   time.Duration  // of a call; zero is outward.ToolCallMost
	Owner   string         // names this process
	Now     func() time.Time
	Log     *slog.Logger
}

// Answer is a tool's reply.
type Answer struct {
	Text  string // made harmless, at most ToolCallBytes
	Fault bool   // the tool says that it failed
}

// RefusedError says why a tool was not used, for a founder to read.
type RefusedError struct{ Text string }

// Error says it.
func (e *RefusedError) Error() string { return e.Text }

func refuse(format string, args ...any) error { return &RefusedError{fmt.Sprintf(format, args...)} }

// Look asks a server for its version and its tools. It keeps nothing.
func (c *Client) Look(ctx context.Context, s outward.ToolServer) (version string, tools []outward.Tool, err error) {
	err = c.within(ctx, s, func(ctx context.Context, session *sdk.ClientSession) error {
		if info := session.InitializeResult(); info != nil && info.ServerInfo != nil {
			version = clip(info.ServerInfo.Version)
		}
		tools, err = listTools(ctx, s.Name, session)
		return err
	})
	return version, tools, err
}

// Call has a tool do something, with its arguments. A tool of which the server says something else than the founder saw is switched off, and not
// called; so is one that is gone. before is asked when all is ready, just before the call goes out, and keeps it back with its error; nil for nobody.
func (c *Client) Call(ctx context.Context, s outward.ToolServer, tool outward.Tool, args map[string]any, before func(context.Context, Seen) error) (Answer, error) {
	var out Answer
	if raw, err := json.Marshal(args); err != nil || len(raw) > outward.ToolCallBytes {
		return out, errors.Join(err, refuse("what %s is given is longer than %d MiB", tool.Name, outward.ToolCallBytes>>20))
	}
	err := c.within(ctx, s, func(ctx context.Context, session *sdk.ClientSession) error {
		seen, err := c.checkTool(ctx, s, tool, session)
		if err == nil && before != nil {
			err = before(ctx, seen)
		}
		if err != nil {
			return err
		}
		if err := c.Records.NoteToolUse(ctx, s.Name, tool.Name); err != nil {
			return err
		}
		got, err := session.CallTool(ctx, &sdk.CallToolParams{Name: tool.Name, Arguments: args})
		if err != nil {
			return fmt.Errorf("call %s of %s: %w", tool.Name, s.Name, err)
		}
		out = Answer{readContent(got), got.IsError}
		return nil
	})
	return out, err
}

// checkTool refuses a tool that is not as the founder saw it.
func (c *Client) checkTool(ctx context.Context, s outward.ToolServer, tool outward.Tool, session *sdk.ClientSession) (Seen, error) {
	if info := session.InitializeResult(); info != nil && info.ServerInfo != nil && clip(info.ServerInfo.Version) != s.Version {
		now := clip(info.ServerInfo.Version)
		why := fmt.Sprintf("it says that it is version %s, and was %s when you last said that it may be used", now, s.Version)
		return Seen{}, errors.Join(refuse("%s is not used: %s", s.Name, why), c.Records.SeeToolServer(ctx, s.Name, now, why))
	}
	all, repeats, err := listToolsWith(ctx, s.Name, session)
	if err != nil {
		return Seen{}, err
	}
	now := outward.Tool{Server: s.Name, Name: tool.Name}
	for _, t := range all {
		if t.Name == tool.Name {
			now = t
		}
	}
	if now.Digest == tool.Digest {
		return Seen{Repeats: repeats[tool.Name]}, nil
	}
	why := "what its server says of it has changed since you saw it"
	if now.Digest == "" {
		why = "its server does not offer it any more"
	}
	return Seen{}, errors.Join(refuse("%s of %s is off: %s", tool.Name, s.Name, why), c.Records.SeeTool(ctx, now))
}

// within has something done in a session with a server. Where the server does not take the access that it is shown, that is renewed, once, before anything was done.
func (c *Client) within(ctx context.Context, s outward.ToolServer, do func(context.Context, *sdk.ClientSession) error) error {
	begun := false
	once := func(ctx context.Context, session *sdk.ClientSession) error {
		begun = true
		return do(ctx, session)
	}
	err := c.try(ctx, s, "", once)
	if no := new(AccessError); errors.As(err, &no) && !begun && !s.At.IsZero() && s.Secret == outward.ByYes && !no.Wider() {
		err = c.try(ctx, s, no.shown, once)
	}
	if no := new(AccessError); errors.As(err, &no) && !s.At.IsZero() {
		err = errors.Join(err, c.Records.SwitchToolServer(context.WithoutCancel(ctx), s.Name, false, no.Error()))
	}
	return err
}

// try has something done in a session with a server, within the bounds of a call. spoilt is access that the server did not take.
func (c *Client) try(ctx context.Context, s outward.ToolServer, spoilt string, do func(context.Context, *sdk.ClientSession) error) error {
	limit := cmp.Or(c.Limit, outward.ToolCallMost)
	ctx, stop := context.WithTimeoutCause(ctx, limit, refuse("%s took longer than %s", s.Name, limit))
	defer stop()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	way, err := c.open(ctx, s, spoilt, cancel)
	if err != nil {
		return err
	}
	client := sdk.NewClient(&sdk.Implementation{Name: "frasier", Version: "1"}, &sdk.ClientOptions{Capabilities: &sdk.ClientCapabilities{}})
	client.AddReceivingMiddleware(refuseRequests)
	session, err := client.Connect(ctx, way.transport, nil)
	if err == nil {
		err = doAndClose(ctx, session, do)
	}
	faults := way.close()
	switch cause := context.Cause(ctx); {
	case err == nil:
		return faults
	case isRefused(cause):
		return cause
	case isRefused(err):
		return err
	}
	if faults != nil {
		err = fmt.Errorf("%w (%w)", err, faults)
	}
	return fmt.Errorf("use the tool server %s: %w", s.Name, err)
}

// refuseRequests refuses what servers ask of clients: a model's words, an answer of the founder, our folders. They are heard and told what they like,
// and may look whether we are there.
func refuseRequests(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, r sdk.Request) (sdk.Result, error) {
		if method == "ping" || strings.HasPrefix(method, "notifications/") {
			return next(ctx, method, r)
		}
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeMethodNotFound, Message: method + " is not for servers here"}
	}
}

// doAndClose closes a session whatever comes of what it was for; how the server takes that matters to nobody.
func doAndClose(ctx context.Context, session *sdk.ClientSession, do func(context.Context, *sdk.ClientSession) error) error {
	defer session.Close() //nolint:errcheck // as it says
	return do(ctx, session)
}

func isRefused(err error) bool {
	var no *RefusedError
	return errors.As(err, &no)
}

// Seen holds the parts of a server's description of a tool that are not kept.
type Seen struct {
	Repeats bool // the same call once more changes nothing more
}

// listTools reads what a server offers.
func listTools(ctx context.Context, server string, session *sdk.ClientSession) ([]outward.Tool, error) {
	all, _, err := listToolsWith(ctx, server, session)
	return all, err
}

func listToolsWith(ctx context.Context, server string, session *sdk.ClientSession) (out []outward.Tool, repeats map[string]bool, err error) {
	repeats = map[string]bool{}
	for t, err := range session.Tools(ctx, nil) {
		if err != nil {
			return nil, nil, fmt.Errorf("list the tools of %s: %w", server, err)
		}
		if len(out) == outward.ToolsMost {
			return nil, nil, refuse("%s offers more than %d tools, and none is used", server, outward.ToolsMost)
		}
		if !outward.IsToolName(t.Name) {
			return nil, nil, refuse("%s offers a tool that is called %.40q, which no tool may be", server, t.Name)
		}
		one, err := readTool(server, t)
		if err != nil {
			return nil, nil, err
		}
		out = append(out, one)
		repeats[t.Name] = t.Annotations != nil && t.Annotations.IdempotentHint
	}
	return out, repeats, nil
}

func readTool(server string, t *sdk.Tool) (outward.Tool, error) {
	schema, err := json.Marshal(t.InputSchema)
	if err != nil {
		return outward.Tool{}, fmt.Errorf("read the tool %s: %w", t.Name, err)
	}
	whole, err := json.Marshal(t)
	if err != nil {
		return outward.Tool{}, fmt.Errorf("read the tool %s: %w", t.Name, err)
	}
	text, _ := safetext.Visible(t.Description)
	if runes := []rune(text); len(runes) > outward.ToolTextMost {
		text = string(runes[:outward.ToolTextMost])
	}
	return outward.Tool{
		Server: server, Name: t.Name, Description: text, Schema: schema, Digest: outward.DigestTool(string(whole)),
		Changes: t.Annotations == nil || !t.Annotations.ReadOnlyHint, State: outward.LevelAsk,
	}, nil
}

// readContent is all text of an answer. Links in it are not followed, and pictures and sounds are left out.
func readContent(r *sdk.CallToolResult) string {
	var parts []string
	for _, c := range r.Content {
		switch one := c.(type) {
		case *sdk.TextContent:
			parts = append(parts, one.Text)
		case *sdk.EmbeddedResource:
			if one.Resource != nil && one.Resource.Text != "" {
				parts = append(parts, one.Resource.Text)
			}
		}
	}
	if len(parts) == 0 && r.StructuredContent != nil {
		if raw, err := json.MarshalIndent(r.StructuredContent, "", " "); err == nil {
			parts = append(parts, string(raw))
		}
	}
	text, _ := safetext.Visible(strings.Join(parts, "\n\n"))
	return strings.TrimSpace(text)
}

func clip(version string) string {
	const most = 60
	text, _ := safetext.Visible(version)
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most])
	}
	return strings.Join(strings.Fields(text), " ")
}

// folder is the one of a server's program.
func (c *Client) folder(name string) string { return filepath.Join(c.Home, "tools", name) }

// Readers lists the tools that research may use now, those first whose last use is longest ago: each has its turn where not all of them are asked.
func (c *Client) Readers(ctx context.Context) ([]outward.Tool, error) {
	all, err := c.Records.ToolServers(ctx)
	if err != nil {
		return nil, err
	}
	var out []outward.Tool
	for _, s := range all {
		for _, t := range s.Tools {
			if s.On && t.Reads() {
				out = append(out, t)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b outward.Tool) int { return a.UsedAt.Compare(b.UsedAt) })
	return out, nil
}

// Read asks a tool that Readers listed a question, and returns what it says.
func (c *Client) Read(ctx context.Context, tool outward.Tool, question string) (string, error) {
	all, err := c.Records.ToolServers(ctx)
	if err != nil {
		return "", err
	}
	for _, s := range all {
		now, ok := s.FindTool(tool.Name)
		name, asks := now.Question()
		if s.Name != tool.Server || !ok || !asks || !s.On || !now.Reads() {
			continue
		}
		got, err := c.Call(ctx, s, now, map[string]any{name: question}, nil)
		if err == nil && got.Fault {
			err = refuse("%s of %s failed: %.200s", now.Name, s.Name, got.Text)
		}
		return got.Text, err
	}
	return "", refuse("%s of %s may not be used any more", tool.Name, tool.Server)
}
