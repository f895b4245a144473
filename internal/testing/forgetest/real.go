package forgetest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// Program is a forge itself that runs on this machine, by what "make forges" put into a folder.
type Program struct {
	// Address is where it answers.
	Address string

	cmd  *exec.Cmd
	said *bytes.Buffer
}

// Stop ends it.
func (p *Program) Stop() error {
	if err := p.cmd.Process.Kill(); err != nil {
		return err
	}
	var killed *exec.ExitError
	if err := p.cmd.Wait(); !errors.As(err, &killed) {
		return fmt.Errorf("%s ended by itself: %w\n%s", p.cmd.Path, err, p.said.String())
	}
	return nil
}

// startProgram starts one and waits for an address to answer.
func startProgram(cmd *exec.Cmd, address string) (*Program, error) {
	p := &Program{Address: address, cmd: cmd, said: &bytes.Buffer{}}
	cmd.Stdout, cmd.Stderr = p.said, p.said
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	const tries, pause = 600, 100 * time.Millisecond
	for range tries {
		resp, err := http.Get(address) //nolint:gosec,noctx // on this machine
		if err == nil {
			return p, resp.Body.Close()
		}
		<-time.After(pause)
	}
	return nil, errors.Join(fmt.Errorf("%s does not answer", address), p.Stop())
}

// freeAddress is one of this machine where nobody listens.
func freeAddress() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0") //nolint:noctx // at once
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}

// Gitea is Gitea itself.
type Gitea struct {
	*Program

	binary, home, ini string
}

// StartGitea starts the one in a folder, which keeps all in home and its repositories in repos. seen is the address that it calls its own; empty
// is where it answers.
func StartGitea(dir, home, repos, seen string) (*Gitea, error) {
	host, err := freeAddress()
	if err != nil {
		return nil, err
	}
	_, port, _ := strings.Cut(host, ":")
	if seen == "" {
		seen = "http://" + host
	}
	g := &Gitea{binary: filepath.Join(dir, "gitea-bin"), home: home, ini: filepath.Join(home, "app.ini")}
	text := fmt.Sprintf(`I_AM_BEING_UNSAFE_RUNNING_AS_ROOT = true
RUN_MODE = prod
[database]
DB_TYPE = sqlite3
PATH = %[1]s/gitea.db
[server]
HTTP_ADDR = 127.0.0.1
HTTP_PORT = %[2]s
ROOT_URL = %[3]s/
OFFLINE_MODE = true
STATIC_ROOT_PATH = %[4]s/gitea
DISABLE_SSH = true
[security]
INSTALL_LOCK = true
[repository]
ROOT = %[5]s
`, home, port, seen, dir, repos)
	if err := os.WriteFile(g.ini, []byte(text), 0o600); err != nil {
		return nil, err
	}
	g.Program, err = startProgram(g.command("web"), "http://"+host)
	return g, err
}

func (g *Gitea) command(args ...string) *exec.Cmd {
	cmd := exec.Command(g.binary, append([]string{"--work-path", g.home, "-c", g.ini}, args...)...) //nolint:gosec,noctx // of a test's own folder
	cmd.Env = append(os.Environ(), "HOME="+g.home)
	return cmd
}

var giteaToken = regexp.MustCompile(`(?m)^[0-9a-f]{40}$`)

// AddAccount makes an account and returns a token of these rights for it.
func (g *Gitea) AddAccount(name, rights string) (token string, err error) {
	if out, err := g.command("admin", "user", "create", "--username", name, "--password", "secret-12", "--email", name+"@example.com", "--must-change-password=false").CombinedOutput(); err != nil {
		return "", fmt.Errorf("make the account %s: %w\n%s", name, err, out)
	}
	out, err := g.command("admin", "user", "generate-access-token", "--username", name, "--token-name", "t", "--scopes", rights, "--raw").Output()
	if err != nil {
		return "", fmt.Errorf("make a token for %s: %w", name, err)
	}
	if token = giteaToken.FindString(string(out)); token == "" { // a warning may stand before or behind it
		return "", fmt.Errorf("make a token for %s: none in %q", name, out)
	}
	return token, nil
}

// Call sends something to an address of a forge ("GET https://..."), and reads its answer into out, where that is not nil. A refusal is an error.
func Call(ctx context.Context, what, authorization string, body, out any) error {
	method, address, _ := strings.Cut(what, " ")
	var raw []byte
	var err error
	if body != nil {
		if raw, err = json.Marshal(body); err != nil {
			return err
		}
	}
	req, err := http.NewRequestWithContext(ctx, method, address, bytes.NewReader(raw))
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", authorization)
	req.Header.Set("Content-Type", "application/json")
	resp, err := new(http.Client).Do(req)
	if err != nil {
		return err
	}
	raw, err = io.ReadAll(resp.Body)
	if err = errors.Join(err, resp.Body.Close()); err != nil {
		return err
	}
	if resp.StatusCode >= http.StatusMultipleChoices {
		return fmt.Errorf("%s %s: %s: %s", method, address, resp.Status, raw)
	}
	if out == nil {
		return nil
	}
	if err := json.Unmarshal(raw, out); err != nil {
		return fmt.Errorf("%s %s: %w: %s", method, address, err, raw)
	}
	return nil
}

// Dump writes what it has, without its repositories, into an archive.
func (g *Gitea) Dump(to string) error {
	if out, err := g.command("dump", "--file", to, "--type", "zip", "--skip-repository", "--skip-log", "--skip-index").CombinedOutput(); err != nil {
		return fmt.Errorf("dump: %w\n%s", err, out)
	}
	return nil
}
