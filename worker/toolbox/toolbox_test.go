package toolbox_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/sealed"
	"github.com/frasier-cos/frasier/store"
	"github.com/frasier-cos/frasier/worker/fence"
	"github.com/frasier-cos/frasier/worker/toolbox"
)

// scene is a database with a project, and what uses tool servers.
type scene struct {
	t       *testing.T
	db      *store.DB
	client  *toolbox.Client
	project org.ProjectID
	mu      sync.Mutex
	now     time.Time
}

func newScene(t *testing.T) *scene {
	t.Helper()
	home := t.TempDir()
	s := &scene{t: t, now: time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)}
	clock := func() time.Time {
		s.mu.Lock()
		defer s.mu.Unlock()
		return s.now
	}
	var err error
	s.db, err = store.Open(t.Context(), store.Options{Path: filepath.Join(home, "frasier.db"), Now: clock})
	s.ok(err)
	t.Cleanup(func() { s.ok(s.db.Close()) })
	s.client = &toolbox.Client{
		Records: s.db, Home: home, Fence: fence.New, Key: func() (sealed.Key, error) { return sealed.Open(home) },
		Allow: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, Owner: "worker-1", Now: clock, Log: slog.New(slog.DiscardHandler),
	}
	id, _, err := s.db.SaveMessage(t.Context(), org.Message{Channel: org.Channel{Transport: "terminal", ID: "t"}, Origin: "1", Author: "ada", Text: "Compare oats."})
	s.ok(err)
	s.project, err = s.db.SaveTurn(t.Context(), org.Turn{Message: id, Route: org.ActionNewProject, Project: &org.NewProject{Title: "Oats", Goal: "Compare oats.", Mode: org.ModeResearch, Depth: org.DepthSimple, Phases: []org.Phase{{Label: "Oats"}}}})
	s.ok(err)
	return s
}

func (s *scene) ok(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

func (s *scene) forward(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now = s.now.Add(d)
}

// add keeps a server that is as it says now.
func (s *scene) add(server outward.ToolServer) outward.ToolServer {
	s.t.Helper()
	var err error
	if len(server.Command) > 0 {
		server.Hash, err = toolbox.HashProgram(server.Command, server.Folder)
		s.ok(err)
	}
	server.Version, server.Tools, err = s.client.Look(s.t.Context(), server)
	s.ok(err)
	s.ok(s.db.AddToolServer(s.t.Context(), server))
	return s.kept(server.Name)
}

// allow has all tools of a server be used.
func (s *scene) allow(name string) {
	s.t.Helper()
	for _, one := range s.kept(name).Tools {
		s.ok(s.db.SetTool(s.t.Context(), outward.ToolWord{Server: name, Tool: one.Name, Level: outward.LevelAllowed}))
	}
}

func (s *scene) kept(name string) outward.ToolServer {
	s.t.Helper()
	all, err := s.db.ToolServers(s.t.Context())
	s.ok(err)
	for _, one := range all {
		if one.Name == name {
			return one
		}
	}
	s.t.Fatalf("no server %s", name)
	return outward.ToolServer{}
}

// serve answers at an address, over streamable HTTP.
func serve(t *testing.T, server *sdk.Server) string {
	t.Helper()
	at := httptest.NewServer(sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return server }, &sdk.StreamableHTTPOptions{Stateless: true}))
	t.Cleanup(at.Close)
	return at.URL
}

type question struct {
	Query string `json:"query"`
}

func addReader(s *sdk.Server, name, what string, say func(q string) string) {
	sdk.AddTool(s, &sdk.Tool{Name: name, Description: what, Annotations: &sdk.ToolAnnotations{ReadOnlyHint: true}}, func(_ context.Context, _ *sdk.CallToolRequest, in question) (*sdk.CallToolResult, any, error) {
		return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: say(in.Query)}}}, nil, nil
	})
}

// Forty honest tools of one server, each allowed: forty are read, and each answer comes as it is.
func TestFortyHonestTools(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	server := sdk.NewServer(&sdk.Implementation{Name: "honest", Version: "1"}, nil)
	for n := range 40 {
		addReader(server, fmt.Sprintf("tool-%d", n), "Answers.", func(q string) string { return fmt.Sprintf("Of %s %d tonnes were sold.", q, n) })
	}
	s.add(outward.ToolServer{Name: "honest", Address: serve(t, server)})
	if got, err := s.client.Readers(t.Context()); err != nil || len(got) != 0 {
		t.Fatalf("before a word of the founder's %d may be read, %v", len(got), err)
	}
	s.allow("honest")
	readers, err := s.client.Readers(t.Context())
	s.ok(err)
	if len(readers) != 40 {
		t.Fatalf("%d tools may be read, want 40", len(readers))
	}
	for _, r := range readers {
		got, err := s.client.Read(t.Context(), r, "oats")
		if want := fmt.Sprintf("Of oats %s tonnes were sold.", strings.TrimPrefix(r.Name, "tool-")); err != nil || got != want {
			t.Errorf("%s says %q, %v, want %q", r.Name, got, err, want)
		}
	}
	for _, one := range s.kept("honest").Tools {
		if one.Used != 1 {
			t.Errorf("%s was used %d times", one.Name, one.Used)
		}
	}
}

// What changes something is never among what research reads, whatever the tool is called, nor is what wants more than a question.
func TestWhatResearchMayRead(t *testing.T) {
	t.Parallel()
	text := func(schema string) outward.Tool {
		return outward.Tool{Schema: json.RawMessage(schema), State: outward.LevelAllowed}
	}
	for schema, want := range map[string]string{
		`{"properties":{"query":{"type":"string"}},"required":["query"]}`:                      "query",
		`{"properties":{"path":{"type":"string"},"n":{"type":"integer"}},"required":["path"]}`: "path",
		`{"properties":{"q":{"type":"string"},"lang":{"type":"string"}}}`:                      "q",
		`{"properties":{"only":{"type":"string"}}}`:                                            "only",
		`{"properties":{"a":{"type":"string"},"b":{"type":"string"}},"required":["a","b"]}`:    "",
		`{"properties":{"n":{"type":"integer"}},"required":["n"]}`:                             "",
		`{"properties":{"one":{"type":"string"},"two":{"type":"string"}}}`:                     "",
		`{}`: "", `[]`: "", `{"required":7}`: "", `{"properties":{"query":7},"required":["query"]}`: "",
	} {
		name, ok := text(schema).Question()
		if ok != (want != "") || ok && name != want {
			t.Errorf("%s takes a question in %q, %t; want %q", schema, name, ok, want)
		}
	}
	one := text(`{"properties":{"query":{"type":"string"}},"required":["query"]}`)
	if !one.Reads() {
		t.Error("an allowed reader is not read")
	}
	for _, change := range []func(*outward.Tool){func(o *outward.Tool) { o.Changes = true }, func(o *outward.Tool) { o.State = outward.LevelAsk }, func(o *outward.Tool) { o.State = outward.LevelOff }} {
		other := one
		if change(&other); other.Reads() {
			t.Errorf("%+v is read", other)
		}
	}
}

// A server of a new version is off until the founder switches it on; then it is used as it is now.
func TestANewVersionIsUsedOnceItIsSwitchedOn(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	l := &ledger{calls: map[string]int{}, keys: map[string]bool{}}
	version := "1"
	at := httptest.NewServer(sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return l.server(version) }, &sdk.StreamableHTTPOptions{Stateless: true}))
	t.Cleanup(at.Close)
	server := s.add(outward.ToolServer{Name: "ledger", Address: at.URL})
	tool, _ := server.FindTool("plain")
	call := func() error {
		_, err := s.client.Call(t.Context(), s.kept("ledger"), tool, map[string]any{"text": "oats"}, nil)
		return err
	}
	s.ok(call())
	version = "2"
	if err := call(); err == nil || s.kept("ledger").On {
		t.Errorf("a new version is used: %v", err)
	}
	s.ok(s.db.SwitchToolServer(t.Context(), "ledger", true, ""))
	s.ok(call())
	version = "3"
	if err := call(); err == nil || s.kept("ledger").On || l.calls["oats"] != 2 {
		t.Errorf("the version after that is used: %v, %v", err, l.calls)
	}
}

// What was allowed and whose server was removed meanwhile ends, and is not done by another of that name.
func TestOrdersOfARemovedServerEnd(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	l := &ledger{calls: map[string]int{}, keys: map[string]bool{}}
	server := s.add(outward.ToolServer{Name: "ledger", Address: serve(t, l.server("1"))})
	tool, _ := server.FindTool("plain")
	order, err := json.Marshal(outward.ToolCall{Server: "ledger", Tool: "plain", Digest: tool.Digest, Arguments: json.RawMessage(`{"text":"oats"}`)})
	s.ok(err)
	_, err = s.db.ProposeAction(t.Context(), outward.Action{Key: "tool:1", Kind: outward.CallTool, Connection: outward.ToolConnection("ledger"), Project: s.project, Place: "ledger", Order: order, AllowedBy: "ada"})
	s.ok(err)
	s.ok(s.db.RemoveToolServer(t.Context(), "ledger"))
	d := &toolbox.Doer{Client: s.client, Orders: s.db}
	s.ok(d.Next(t.Context()))
	all, err := s.db.Actions(t.Context(), "", 10)
	s.ok(err)
	if len(all) != 1 || all[0].State != outward.Refused || !strings.Contains(all[0].Why, "removed") || len(l.calls) != 0 {
		t.Errorf("%+v, done: %v", all, l.calls)
	}
}
