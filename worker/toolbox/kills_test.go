package toolbox_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
	"github.com/frasier-cos/frasier/worker/toolbox"
)

type died struct{}

// ledger is a server's own record of what it was had do.
type ledger struct {
	mu    sync.Mutex
	calls map[string]int  // by text: how often it was done
	keys  map[string]bool // that it has seen
}

type noted struct {
	Text string `json:"text"`
}

type keyed struct {
	Text string `json:"text"`
	Key  string `json:"idempotency_key"`
}

func (l *ledger) do(text, key string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if key == "" || !l.keys[key] {
		l.calls[text]++
	}
	l.keys[key] = true
}

func (l *ledger) server(version string) *sdk.Server {
	s := sdk.NewServer(&sdk.Implementation{Name: "ledger", Version: version}, nil)
	done := &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: "noted"}}}
	sdk.AddTool(s, &sdk.Tool{Name: "plain", Description: "Notes."}, func(_ context.Context, _ *sdk.CallToolRequest, in noted) (*sdk.CallToolResult, any, error) {
		l.do(in.Text, "")
		return done, nil, nil
	})
	sdk.AddTool(s, &sdk.Tool{Name: "keyed", Description: "Notes once for each key.", InputSchema: json.RawMessage(
		`{"type":"object","properties":{"text":{"type":"string"},"idempotency_key":{"type":"string"}},"required":["text"]}`,
	)}, func(_ context.Context, _ *sdk.CallToolRequest, in keyed) (*sdk.CallToolResult, any, error) {
		l.do(in.Text, in.Key)
		return done, nil, nil
	})
	return s
}

// Processes that die at any point of a call, on either side of its effect: by the server's own record nothing is done twice, and each order ends: as done, or
// with the word that it may have been done, where nobody can know.
func TestManyKillsOverToolCalls(t *testing.T) {
	t.Parallel()
	kills := testlevel.Count(12, 60, 300)
	random := rand.New(rand.NewPCG(39, 6)) //nolint:gosec // the same kills each time
	s := newScene(t)
	l := &ledger{calls: map[string]int{}, keys: map[string]bool{}}
	s.add(outward.ToolServer{Name: "ledger", Address: serve(t, l.server("1"))})
	s.allow("ledger")
	server := s.kept("ledger")
	died, orders := 0, 0
	for ; died < kills; orders++ {
		for _, name := range []string{"plain", "keyed"} {
			died += killOneCall(s, server, name, fmt.Sprintf("%s %d", name, orders), random)
		}
	}
	all, err := s.db.Actions(t.Context(), "", 10_000)
	s.ok(err)
	unclear := 0
	for _, a := range all {
		var call outward.ToolCall
		s.ok(json.Unmarshal(a.Order, &call))
		var args noted
		s.ok(json.Unmarshal(call.Arguments, &args))
		n := l.calls[args.Text]
		switch {
		case n > 1:
			t.Errorf("%s was done %d times", args.Text, n)
		case !a.State.Ended():
			t.Errorf("%s is forgotten: %s", args.Text, a.State)
		case a.State == outward.Done && n != 1:
			t.Errorf("%s is called done and was done %d times", args.Text, n)
		case a.State == outward.Refused && call.Tool == "keyed":
			t.Errorf("%s, which its server knows again, was given up: %s", args.Text, a.Why)
		case a.State == outward.Refused:
			unclear++
		}
	}
	if len(all) != 2*orders || unclear == 0 || unclear == orders {
		t.Errorf("%d actions of %d orders, %d unclear", len(all), orders, unclear)
	}
	t.Logf("%d kills over %d calls: none twice, none forgotten, %d told as unclear", died, len(all), unclear)
}

// killOneCall has a tool called while processes die, and returns how many did.
func killOneCall(s *scene, server outward.ToolServer, name, text string, random *rand.Rand) (kills int) {
	t := s.t
	t.Helper()
	tool, _ := server.FindTool(name)
	args, err := json.Marshal(noted{text})
	s.ok(err)
	order, err := json.Marshal(outward.ToolCall{Server: server.Name, Tool: name, Digest: tool.Digest, Arguments: args})
	s.ok(err)
	_, err = s.db.ProposeAction(t.Context(), outward.Action{Key: "tool:" + text, Kind: outward.CallTool, Connection: outward.ToolConnection(server.Name), Project: s.project, Place: server.Name, Order: order, AllowedBy: "ada"})
	s.ok(err)
	for life := range 50 {
		points := []string{"ready", "marked", "called", "none"}
		at := points[random.IntN(len(points))]
		if life > 6 {
			at = "none"
		}
		client := *s.client
		client.Owner = fmt.Sprintf("worker-%d", life)
		d := &toolbox.Doer{Client: &client, Orders: s.db, Crash: func(point string) {
			if point == at {
				panic(died{})
			}
		}}
		idle := false
		func() {
			defer func() {
				switch p := recover(); p {
				case nil:
				case died{}:
					kills++
				default:
					panic(p)
				}
			}()
			err := d.Next(t.Context())
			if idle = errors.Is(err, org.ErrNoWork); !idle {
				s.ok(err)
			}
		}()
		s.forward(20 * time.Minute)
		if idle {
			return kills
		}
	}
	t.Errorf("%s does not come to an end", text)
	return kills
}
