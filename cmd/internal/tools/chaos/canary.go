package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
)

// The secrets that the instances of all trials hold. Their form is that of real
// ones, and each may be seen by its own provider alone.
const (
	canaryModel  = "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"
	canarySearch = "BSA-canary-9f8e7d6c5b4a3f2e1d0c"
)

// scans counts where secrets were looked for.
type scans struct{ instances, files, requests atomic.Int64 }

// secrets looks for the instance's secrets where none may be: in its data
// folder, in what its processes printed, and in every request that the fake
// servers saw, but for the header for it at its own provider.
func (s *scene) secrets(v *verdict) error {
	all := map[string]string{"the model's key": canaryModel, "the search key": canarySearch}
	if s.chat != nil {
		all["Discord's token"] = s.chat.Token()
	}
	look := func(where, text string) {
		for name, secret := range all {
			if strings.Contains(text, secret) {
				v.breaks("R22", "%s stands in %s", name, where)
			}
		}
	}
	look("what was printed", s.out.String())
	sent := s.sent()
	for _, line := range sent {
		look(fmt.Sprintf("a request: %.120s", line), line)
	}
	s.o.scans.instances.Add(1)
	s.o.scans.requests.Add(int64(len(sent)))
	return filepath.WalkDir(s.home(), func(path string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) || err == nil && !d.Type().IsRegular() {
			return nil
		}
		if err != nil {
			return err
		}
		raw, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) { // a journal of the database's, gone meanwhile
			return nil
		}
		for name, secret := range all {
			if bytes.Contains(raw, []byte(secret)) {
				v.breaks("R22", "%s stands in %s", name, path)
			}
		}
		s.o.scans.files.Add(1)
		return err
	})
}

// sent lists all requests of the instance without the headers for secrets.
func (s *scene) sent() (out []string) {
	without := func(head http.Header, own string) http.Header {
		head = head.Clone()
		if head.Get("Authorization") == own {
			head.Del("Authorization")
		}
		return head
	}
	for _, r := range s.llm.Requests() {
		out = append(out, fmt.Sprintf("model %s %s %s %v", r.Stage, r.Body, r.Reply, without(r.Head, "Bearer "+canaryModel)))
	}
	out = append(out, s.web.Heard()...)
	if s.chat != nil {
		for _, r := range s.chat.Requests() {
			out = append(out, fmt.Sprintf("Discord %s %s?%s %s %v", r.Method, r.Path, r.Query, r.Body, without(r.Head, "Bot "+s.chat.Token())))
		}
	}
	return out
}
