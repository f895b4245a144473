package googletest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"regexp"
	"strings"
)

const documentType = "application/vnd.google-apps.document"

// ServeHTTP answers as accounts.google.com, oauth2.googleapis.com and www.googleapis.com do, all at one address.
func (g *Google) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		return // who went away needs no answer
	}
	r.Body = io.NopCloser(bytes.NewReader(raw))
	if g.Fault != nil && g.Fault(w, r) {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	switch r.Method + " " + r.URL.Path {
	case "GET /o/oauth2/v2/auth":
		g.serveYes(w, r)
		return
	case "POST /device/code":
		g.serveDevice(w, r)
		return
	case "POST /oauth2/token":
		g.serveToken(w, r)
		return
	case "POST /oauth2/revoke":
		g.serveRevoke(w, r)
		return
	}
	g.heard = append(g.heard, r.Method+" "+r.URL.String()+" "+string(raw))
	token, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if until, ok := g.access[token]; !ok || g.now().After(until) {
		refuse(w, http.StatusUnauthorized, "authError", "Request had invalid authentication credentials.")
		return
	}
	g.serveDrive(w, r, raw)
}

func refuse(w http.ResponseWriter, status int, reason, why string) {
	answer(w, status, map[string]any{"error": map[string]any{"code": status, "message": why, "errors": []map[string]any{{"domain": "global", "reason": reason, "message": why}}}})
}

func (g *Google) find(id string) *file {
	for _, f := range g.files {
		if f.id == id {
			return f
		}
	}
	return nil
}

func show(f *file) map[string]any {
	return map[string]any{
		"kind": "drive#file", "id": f.id, "name": f.name, "mimeType": documentType, "trashed": f.trashed, "appProperties": f.properties, "webViewLink": "https://docs.google.com/document/d/" + f.id + "/edit?usp=drivesdk",
	}
}

var query = regexp.MustCompile(`^appProperties has \{ key='(\w+)' and value='([^']*)' \} and trashed = false$`)

func (g *Google) serveDrive(w http.ResponseWriter, r *http.Request, raw []byte) {
	upload := strings.HasPrefix(r.URL.Path, "/upload/")
	path := strings.TrimPrefix(strings.TrimPrefix(r.URL.Path, "/upload"), "/drive/v3/")
	parts := strings.Split(path, "/")
	var f *file
	if len(parts) > 1 {
		f = g.find(parts[1])
	}
	switch at := r.Method + " " + parts[0]; {
	case at == "GET about":
		imports := map[string]any{"text/html": []string{documentType}, "text/markdown": []string{documentType}}
		answer(w, http.StatusOK, map[string]any{"user": map[string]any{"emailAddress": Mail, "displayName": "Ann"}, "importFormats": imports})
	case at == "GET files" && len(parts) == 1:
		m := query.FindStringSubmatch(r.URL.Query().Get("q"))
		if m == nil {
			refuse(w, http.StatusBadRequest, "invalid", "Invalid Value")
			return
		}
		found := []map[string]any{}
		for _, f := range g.files {
			if !f.trashed && f.properties[m[1]] == m[2] {
				found = append(found, show(f))
			}
		}
		answer(w, http.StatusOK, map[string]any{"kind": "drive#fileList", "files": found})
	case at == "POST files" && len(parts) == 1:
		f := &file{properties: map[string]string{}}
		if !f.take(w, raw) {
			return
		}
		g.ids++
		f.id = fmt.Sprintf("1AbCdEfGhIjKlMnOpQrStUvWxYz%06d", g.ids)
		g.files = append(g.files, f)
		answer(w, http.StatusOK, show(f))
	case f == nil:
		refuse(w, http.StatusNotFound, "notFound", "File not found: "+parts[len(parts)-1]+".")
	case at == "GET files" && len(parts) == 3 && parts[2] == "export":
		w.Header().Set("Content-Type", "text/plain")
		fmt.Fprint(w, "\ufeff"+f.text)
	case at == "GET files":
		answer(w, http.StatusOK, show(f))
	case at == "PATCH files" && upload:
		g.upload(w, r, f, raw)
	case at == "PATCH files":
		if f.take(w, raw) {
			answer(w, http.StatusOK, show(f))
		}
	default:
		refuse(w, http.StatusNotFound, "notFound", "Not Found")
	}
}

// take reads what a file is given.
func (f *file) take(w http.ResponseWriter, raw []byte) bool {
	var in struct {
		Name       string            `json:"name"`
		Kind       string            `json:"mimeType"`
		Properties map[string]string `json:"appProperties"`
		Trashed    *bool             `json:"trashed"`
	}
	if err := json.Unmarshal(raw, &in); err != nil {
		refuse(w, http.StatusBadRequest, "parseError", "Parse Error")
		return false
	}
	const most = 124 // bytes of a property and its name
	for k, v := range in.Properties {
		if len(k)+len(v) > most {
			refuse(w, http.StatusForbidden, "propertyTooLong", "Property too long")
			return false
		}
		f.properties[k] = v
	}
	if in.Name != "" {
		f.name = in.Name
	}
	if in.Trashed != nil {
		f.trashed = *in.Trashed
	}
	return true
}

var tag = regexp.MustCompile(`(?s)<style.*?</style>|<[^>]*>`)

// upload takes what a document says, and what it is, at once. As there, what it is given becomes plain text for whoever exports it.
func (g *Google) upload(w http.ResponseWriter, r *http.Request, f *file, raw []byte) {
	kind, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/related" || r.URL.Query().Get("uploadType") != "multipart" {
		refuse(w, http.StatusBadRequest, "badContent", "Malformed multipart body.")
		return
	}
	m := multipart.NewReader(bytes.NewReader(raw), params["boundary"])
	for n := range 2 {
		part, err := m.NextPart()
		if err != nil {
			refuse(w, http.StatusBadRequest, "badContent", "Malformed multipart body.")
			return
		}
		said, err := io.ReadAll(part)
		if err != nil {
			refuse(w, http.StatusBadRequest, "badContent", "Malformed multipart body.")
			return
		}
		if n == 0 {
			if !f.take(w, said) {
				return
			}
			continue
		}
		form, _, _ := strings.Cut(part.Header.Get("Content-Type"), ";")
		switch form {
		case "text/html":
			f.text = html.UnescapeString(tag.ReplaceAllString(string(said), " "))
		case "text/markdown":
			f.text = string(said)
		default:
			refuse(w, http.StatusBadRequest, "badRequest", "Conversion of the uploaded content to the requested output type is not supported.")
			return
		}
	}
	answer(w, http.StatusOK, show(f))
}
