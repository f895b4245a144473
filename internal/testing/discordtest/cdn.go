package discordtest

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/url"
	"path"
	"strconv"
	"strings"
	"time"
)

// fileWire is an attachment as an answer gives it: its link is signed and
// expires, and each answer signs anew.
func (s *Server) fileWire(a *attachment, private bool) map[string]any {
	now := s.now()
	until := strconv.FormatInt(now.Add(linkLife).Unix(), 16)
	q := url.Values{"ex": {until}, "is": {strconv.FormatInt(now.Unix(), 16)}, "hm": {s.sign(a, until)}}
	link := fmt.Sprintf("http://%s/attachments/%s/%s/%s?%s", s.cdn, a.channel, a.id, url.PathEscape(a.Name), q.Encode())
	out := map[string]any{"id": a.id, "filename": a.Name, "size": len(a.Data), "url": link, "proxy_url": link}
	if kind := contentType(a.File); kind != "" {
		out["content_type"] = kind
	}
	if a.about != "" {
		out["description"] = a.about
	}
	if private {
		out["ephemeral"] = true
	}
	return out
}

func (s *Server) sign(a *attachment, until string) string {
	h := hmac.New(sha256.New, []byte(s.o.Token))
	fmt.Fprintf(h, "%s/%s/%s", a.channel, a.id, until)
	return hex.EncodeToString(h.Sum(nil))
}

// contentType is the type that a person's Discord would give a file.
func contentType(f File) string {
	if f.Type == "-" {
		return ""
	}
	if f.Type != "" {
		return f.Type
	}
	switch strings.ToLower(path.Ext(f.Name)) {
	case ".txt", ".log":
		return "text/plain; charset=utf-8"
	case ".md", ".markdown":
		return "text/markdown; charset=utf-8"
	case ".csv":
		return "text/csv; charset=utf-8"
	case ".html":
		return "text/html; charset=utf-8"
	case ".json":
		return "application/json; charset=utf-8"
	case ".pdf":
		return "application/pdf"
	case ".docx":
		return "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
	case ".png":
		return "image/png"
	case ".jpg", ".jpeg":
		return "image/jpeg"
	case ".zip":
		return "application/zip"
	}
	return ""
}

// serveFile answers for the CDN's host.
func (s *Server) serveFile(w http.ResponseWriter, r *http.Request) {
	parts := strings.Split(strings.Trim(r.URL.Path, "/"), "/")
	s.mu.Lock()
	var a *attachment
	if len(parts) == 4 && parts[0] == "attachments" {
		a = s.files[parts[2]]
	}
	now, away := s.now(), s.offline
	entry := len(s.requests)
	s.requests = append(s.requests, Request{N: entry + 1, Time: now, Method: r.Method, Route: "/attachments", Path: r.URL.Path, Query: r.URL.RawQuery, Head: r.Header.Clone()})
	s.mu.Unlock()
	c := &call{s: s, entry: entry, route: &route{method: r.Method, path: "/attachments", open: true}}
	if away {
		s.done(c, -1, "offline")
		cut(w)
		return
	}
	if hit := s.strike(c); hit != nil {
		s.note(c, hit.name())
		if hit.Do != DoSlow {
			s.fail(w, r, c, hit)
			return
		}
		if !pause(r.Context(), hit.Delay) {
			return
		}
	}
	q := r.URL.Query()
	until, err := strconv.ParseInt(q.Get("ex"), 16, 64)
	status := http.StatusOK
	switch {
	case r.Header.Get("Authorization") != "":
		s.violate("the bot's token was sent to the CDN")
		status = http.StatusBadRequest
	case a == nil || a.channel != parts[1] || a.Name != parts[3]:
		status = http.StatusNotFound
	case err != nil || !hmac.Equal([]byte(q.Get("hm")), []byte(s.sign(a, q.Get("ex")))) || now.After(time.Unix(until, 0)):
		status = http.StatusNotFound
	}
	s.done(c, status, "")
	if status != http.StatusOK {
		http.Error(w, "This content is no longer available.", status)
		return
	}
	if kind := contentType(a.File); kind != "" {
		w.Header().Set("Content-Type", kind)
	}
	w.Header().Set("Content-Length", strconv.Itoa(len(a.Data)))
	write(w, a.Data)
}
