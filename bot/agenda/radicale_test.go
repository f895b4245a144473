package agenda_test

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/testing/testlevel"
)

// The cases of the stand-in hold for what it stands for: Debian's Radicale.
func TestTheCasesHoldForRadicale(t *testing.T) {
	if !testlevel.Proof() {
		return
	}
	dir := t.TempDir()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	host := l.Addr().String()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	config := fmt.Sprintf("[server]\nhosts = %s\n[auth]\ntype = htpasswd\nhtpasswd_filename = %s/users\nhtpasswd_encryption = plain\n[storage]\nfilesystem_folder = %s/data\n[logging]\nlevel = warning\n", host, dir, dir)
	for name, text := range map[string]string{"config": config, "users": "anna:pass-word\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("radicale", "-C", filepath.Join(dir, "config")) //nolint:gosec // of Debian
	if err := cmd.Start(); err != nil {
		t.Fatalf("%v: apt install radicale", err)
	}
	t.Cleanup(func() {
		if err := cmd.Process.Kill(); err != nil {
			t.Error(err)
		}
		t.Log(cmd.Wait())
	})
	base := "http://" + host
	do := func(method, path, contentType, body string) {
		t.Helper()
		req, err := http.NewRequest(method, base+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		req.SetBasicAuth("anna", "pass-word")
		req.Header.Set("Content-Type", contentType)
		resp, err := http.DefaultClient.Do(req)
		for end := time.Now().Add(30 * time.Second); err != nil && time.Now().Before(end); <-time.After(100 * time.Millisecond) {
			req.Body = http.NoBody
			if req.GetBody != nil {
				if req.Body, err = req.GetBody(); err != nil {
					t.Fatal(err)
				}
			}
			resp, err = http.DefaultClient.Do(req)
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := resp.Body.Close(); err != nil {
			t.Fatal(err)
		}
		if resp.StatusCode >= 300 {
			t.Fatalf("%s %s: %s", method, path, resp.Status)
		}
	}
	for name, text := range map[string]string{"work": work, "private": private} {
		do("PUT", "/anna/"+name+"/", "text/calendar", strings.ReplaceAll(text, "\n", "\r\n"))
	}
	holdCases(t, base, "pass-word", func() int64 { return 0 })
}
