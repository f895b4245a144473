package forgetest

import (
	"context"
	"io"
	"net/http"
	"net/http/cgi"
	"os/exec"
	"path/filepath"
	"strings"
)

// Git serves a folder of bare repositories over http as forges do it: whoever pushes says who he is, and where all is private whoever
// reads, too. A repository whose http.receivepack is true takes pushes from anybody, as git itself has it.
type Git struct {
	Dir     string
	Private bool
	Knows   func(token string) bool
}

// ServeHTTP answers git.
func (g Git) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path, err := exec.Command("git", "--exec-path").Output() //nolint:noctx // at once
	if err != nil {
		fail(w, err)
		return
	}
	who, token, said := r.BasicAuth()
	pushes := strings.Contains(r.URL.String(), "git-receive-pack") && !g.isOpen(r.URL.Path)
	if (said || pushes || g.Private) && !g.Knows(token) {
		w.Header().Set("WWW-Authenticate", `Basic realm="forge"`)
		http.Error(w, "who are you?", http.StatusUnauthorized)
		return
	}
	git := &cgi.Handler{
		Path: filepath.Join(strings.TrimSpace(string(path)), "git-http-backend"), Dir: g.Dir,
		Env:    []string{"GIT_PROJECT_ROOT=" + g.Dir, "GIT_HTTP_EXPORT_ALL=1", "GIT_CONFIG_NOSYSTEM=1", "HOME=" + g.Dir},
		Stderr: io.Discard,
	}
	if said {
		git.Env = append(git.Env, "REMOTE_USER="+who) // git takes pushes from whoever has a name
	}
	git.ServeHTTP(w, r)
}

// isOpen reports whether a repository takes pushes from anybody.
func (g Git) isOpen(path string) bool {
	place, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), ".git/")
	out, err := exec.Command("git", "-C", filepath.Join(g.Dir, place+".git"), "config", "http.receivepack").Output() //nolint:noctx // at once
	return err == nil && strings.TrimSpace(string(out)) == "true"
}

// Knows reports whether git may push with a token.
func (f *Forge) Knows(token string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	r := &http.Request{Header: http.Header{"Authorization": {"Bearer " + token}}}
	if _, is := f.App.account(r); is {
		return true
	}
	who, known := account(r)
	return known && (!f.gone || who.name != Account)
}

// Knows reports whether git may push with a token.
func (e *Emulate) Knows(token string) bool {
	var got struct {
		Login string `json:"login"`
	}
	return token != "" && Call(context.Background(), "GET "+e.Address+"/user", "token "+token, nil, &got) == nil && got.Login != ""
}
