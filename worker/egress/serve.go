package egress

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"html"
	"io"
	"mime"
	"net"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
)

// ServeHTTP answers one request from inside.
func (p *Proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if err := p.answerRequest(w, r); err != nil {
		panic(http.ErrAbortHandler) // a part must not pass for the whole
	}
}

// answerRequest has an error when what it answered is not whole.
func (p *Proxy) answerRequest(w http.ResponseWriter, r *http.Request) error {
	if !p.countRequest() {
		p.denyRequest(w, Refusal{Why: fmt.Sprintf("more than %d requests in one fetch", p.most)})
		return nil
	}
	if r.Method == http.MethodConnect {
		p.openTunnel(w, r)
		return nil
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead || r.ContentLength > 0 || len(r.TransferEncoding) > 0 {
		p.denyRequest(w, Refusal{Host: normalizeHost(r.URL.Host), Why: "only reading is let through, not " + cutMethod(r.Method)})
		return nil
	}
	to, from, no := p.findTarget(r.URL)
	if no != nil {
		p.denyRequest(w, *no)
		return nil
	}
	return p.passRequest(w, r, to, from)
}

func cutMethod(m string) string { return m[:min(len(m), len("PROPFIND"))] }

func (p *Proxy) denyRequest(w http.ResponseWriter, r Refusal) {
	p.noteRefusal(r)
	said := r.Why
	if r.Host != "" {
		said = r.Host + ": " + said
	}
	http.Error(w, "Frasier lets this fetch reach the registries only. "+said, http.StatusForbidden)
}

// findTarget turns an address as it is inside, or a whole one, into the one that is asked and the registry that
// it belongs to.
func (p *Proxy) findTarget(u *url.URL) (*url.URL, *place, *Refusal) {
	raw := u.EscapedPath()
	if u.Host != "" {
		if from := p.findPlace(u); from != nil {
			return u, from, nil
		}
		no := Refusal{Host: hostOf(u), Why: "it is asked without encryption, which only a registry of the settings may be"}
		return nil, nil, &no
	}
	if leadsUp(raw) {
		return nil, nil, &Refusal{Why: "a path that leads out of its registry"}
	}
	var found *place
	for n := range p.places {
		if at := p.places[n].inside; (raw == at || strings.HasPrefix(raw, at+"/")) && (found == nil || len(at) > len(found.inside)) {
			found = &p.places[n]
		}
	}
	if found == nil {
		return nil, nil, &Refusal{Why: "no registry has the path " + cutPath(raw)}
	}
	to := *found.to
	joined := strings.TrimSuffix(to.EscapedPath(), "/") + strings.TrimPrefix(raw, found.inside)
	plain, err := url.PathUnescape(joined)
	if err != nil {
		return nil, nil, &Refusal{Why: "a path that is none"}
	}
	to.Path, to.RawPath, to.RawQuery = plain, joined, u.RawQuery
	return &to, found, nil
}

func cutPath(p string) string {
	const most = 80
	return p[:min(len(p), most)]
}

// leadsUp reports whether a path leads up, however it is spelled.
func leadsUp(escaped string) bool {
	for range 3 { // a server may unescape more than once
		for part := range strings.FieldsFuncSeq(escaped, func(r rune) bool { return r == '/' || r == '\\' }) {
			if part == "." || part == ".." {
				return true
			}
		}
		plain, err := url.PathUnescape(escaped)
		if err != nil || plain == escaped {
			return false
		}
		escaped = plain
	}
	return true
}

// findPlace returns the address of a registry that a whole address lies below.
func (p *Proxy) findPlace(u *url.URL) *place {
	if u.User != nil || leadsUp(u.EscapedPath()) {
		return nil
	}
	var found *place
	for n := range p.places {
		at := &p.places[n]
		if hostPort(u) != hostPort(at.to) || u.Scheme != at.to.Scheme || !isBelow(u.EscapedPath(), at.to.EscapedPath()) {
			continue
		}
		if found == nil || len(at.to.Path) > len(found.to.Path) {
			found = at
		}
	}
	return found
}

func isBelow(at, base string) bool {
	base = strings.TrimSuffix(base, "/")
	return at == base || strings.HasPrefix(at, base+"/")
}

func hostPort(u *url.URL) string {
	port := u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[u.Scheme]
	}
	return net.JoinHostPort(normalizeHost(u.Hostname()), port)
}

// passRequest asks outside and hands the reply in. Redirects are followed here, so that each is judged.
func (p *Proxy) passRequest(w http.ResponseWriter, r *http.Request, to *url.URL, from *place) error {
	first, start := from, to
	for range mostRedirects + 1 {
		reply, err := p.askOutside(r, to, from)
		if err != nil {
			p.answerFailure(w, to, err)
			return nil
		}
		next, err := reply.Location()
		if reply.StatusCode < 300 || reply.StatusCode > 399 || reply.StatusCode == http.StatusNotModified || err != nil {
			return p.handReply(w, r, reply, replySource{first, to, nameFile(first, start, to)})
		}
		if err := reply.Body.Close(); err != nil {
			p.answerFailure(w, to, err)
			return nil
		}
		if from = p.findPlace(next); from == nil {
			if no := p.judgeAddress(next); no != nil {
				p.denyRequest(w, *no)
				return nil
			}
		}
		to = next
	}
	p.denyRequest(w, Refusal{Host: hostOf(to), Why: fmt.Sprintf("more than %d redirects", mostRedirects)})
	return nil
}

// judgeAddress says why an address that belongs to no registry is not asked; nil when it is.
func (p *Proxy) judgeAddress(u *url.URL) *Refusal {
	switch {
	case u.Scheme != "https" || u.Port() != "" && u.Port() != "443" || u.User != nil:
		return &Refusal{Host: hostOf(u), Why: "it is no public address that is encrypted"}
	case !slices.Contains(p.hosts, normalizeHost(u.Hostname())):
		return &Refusal{Host: hostOf(u), Why: "nobody named this host", Allowable: isName(u.Hostname())}
	}
	return nil
}

// hostOf names a host with its port, unless that is the usual one.
func hostOf(u *url.URL) string { return strings.TrimSuffix(hostPort(u), ":443") }

func (p *Proxy) askOutside(r *http.Request, to *url.URL, from *place) (*http.Response, error) {
	ctx := r.Context()
	if from != nil {
		ctx = withNamed(ctx, hostPort(to))
	}
	req, err := http.NewRequestWithContext(ctx, r.Method, to.String(), http.NoBody)
	if err != nil {
		return nil, fmt.Errorf("ask %s: %w", hostOf(to), err)
	}
	for _, name := range []string{"Accept", "User-Agent", "If-None-Match", "If-Modified-Since", "Range"} {
		if v := r.Header.Get(name); v != "" {
			req.Header.Set(name, v)
		}
	}
	if hasFile(to) {
		req.Header.Set("Accept-Encoding", "identity") // its bytes are those that the lock file knows
	}
	if from != nil && from.credential != "" {
		req.Header.Set("Authorization", from.credential)
	}
	return p.client.Do(req)
}

// What went wrong outside is said without what was asked: an address may hold a password.
func (p *Proxy) answerFailure(w http.ResponseWriter, to *url.URL, err error) {
	why := "it does not answer"
	if errors.Is(err, errPrivate) {
		why = "it is no public address"
		p.noteRefusal(Refusal{Host: hostOf(to), Why: why})
		http.Error(w, hostOf(to)+": "+why, http.StatusForbidden)
		return
	}
	http.Error(w, hostOf(to)+": "+why, http.StatusBadGateway)
}

// A reply answers the registry and the address that were asked at last, and the package of which it is a
// file, if it is one.
type replySource struct {
	from *place
	to   *url.URL
	file *Download
}

// A file is known by the address that was asked first, below that of its registry, or else by the last.
func nameFile(from *place, first, last *url.URL) *Download {
	below := strings.TrimPrefix(first.Path, strings.TrimSuffix(from.to.Path, "/"))
	for _, at := range []string{below, last.Path} {
		if name, version, file := findPackage(at); file {
			return &Download{Registry: from.registry, Name: name, Version: version, File: path.Base(at)}
		}
	}
	return nil
}

func hasFile(u *url.URL) bool {
	_, _, file := findPackage(u.Path)
	return file
}

func (p *Proxy) handReply(w http.ResponseWriter, r *http.Request, reply *http.Response, a replySource) error {
	defer reply.Body.Close() //nolint:errcheck // it was read, or nobody wants more of it
	for _, name := range []string{"Content-Type", "Etag", "Last-Modified", "Cache-Control", "Content-Encoding", "Content-Range", "Accept-Ranges", "Retry-After", "Npm-Notice"} {
		if v := reply.Header.Get(name); v != "" {
			w.Header().Set(name, p.concealCredentials(v))
		}
	}
	body := &countingReader{p: p, r: reply.Body}
	if a.file == nil && r.Method == http.MethodGet && hasLinks(reply) {
		raw, err := io.ReadAll(io.LimitReader(body, mostIndex+1))
		if err != nil || len(raw) > mostIndex {
			http.Error(w, hostOf(a.to)+": its list of versions is too long or was cut off", http.StatusBadGateway)
			return nil
		}
		w.WriteHeader(reply.StatusCode)
		_, err = io.WriteString(w, p.concealCredentials(string(p.turnLinks([]byte(p.spellLinks(string(raw), a.to))))))
		return err
	}
	if reply.ContentLength >= 0 {
		w.Header().Set("Content-Length", fmt.Sprint(reply.ContentLength))
	}
	w.WriteHeader(reply.StatusCode)
	if _, err := io.Copy(w, body); err != nil {
		return err
	}
	if a.file != nil && r.Method == http.MethodGet && reply.StatusCode == http.StatusOK {
		a.file.Bytes = body.n
		p.mu.Lock()
		p.report.Downloads = append(p.report.Downloads, *a.file)
		p.mu.Unlock()
	}
	return nil
}

// hasLinks reports whether a reply is a list of versions, whose links lead to the files. Files that
// a checksum covers are left as they are.
func hasLinks(reply *http.Response) bool {
	kind, _, err := mime.ParseMediaType(reply.Header.Get("Content-Type"))
	if err != nil || reply.StatusCode != http.StatusOK || reply.Header.Get("Content-Encoding") != "" {
		return false
	}
	return kind == "text/html" || strings.HasSuffix(kind, "json")
}

// A link of a list of versions, in HTML or in JSON.
var aLink = lazyregexp.New(`(\bhref\s*=\s*["']|"url"\s*:\s*")([^"'#]+)`)

// spellLinks writes out links that say no host: they are meant from where the list stands outside.
func (p *Proxy) spellLinks(list string, at *url.URL) string {
	base := *at
	base.User = nil
	return aLink.ReplaceAllStringFunc(list, func(found string) string {
		m := aLink.FindStringSubmatch(found)
		to, err := url.Parse(html.UnescapeString(m[2]))
		if err != nil || to.Scheme != "" || to.Host != "" {
			return found
		}
		whole := base.ResolveReference(to)
		if p.findPlace(whole) == nil {
			return found
		}
		return m[1] + whole.String()
	})
}

// turnLinks has links to the registries lead through the proxy.
func (p *Proxy) turnLinks(raw []byte) []byte {
	order := slices.Clone(p.places)
	slices.SortFunc(order, func(a, b place) int { return len(b.to.String()) - len(a.to.String()) })
	for _, at := range order {
		from := strings.TrimSuffix(at.to.String(), "/")
		inside := p.inside + at.inside
		raw = bytes.ReplaceAll(raw, []byte(from+"/"), []byte(inside+"/"))
		raw = bytes.ReplaceAll(raw, []byte(`"`+from+`"`), []byte(`"`+inside+`"`))
		slashed := func(s string) []byte { return []byte(strings.ReplaceAll(s, "/", `\/`)) }
		raw = bytes.ReplaceAll(raw, slashed(from+"/"), slashed(inside+"/"))
	}
	return raw
}

// concealCredentials takes credentials out of what goes in, should a registry repeat them.
func (p *Proxy) concealCredentials(text string) string {
	for _, at := range p.places {
		for _, s := range at.secrets {
			text = strings.ReplaceAll(text, s, "***")
		}
	}
	return text
}

// buildAuthorization makes a header of a credential, and names the words that must not go in.
func buildAuthorization(secret string) (header string, secrets []string) {
	kind, rest, whole := strings.Cut(secret, " ")
	switch user, password, pair := strings.Cut(secret, ":"); {
	case whole && (strings.EqualFold(kind, "Basic") || strings.EqualFold(kind, "Bearer") || strings.EqualFold(kind, "Token")):
		header, secrets = secret, []string{rest}
		if raw, err := base64.StdEncoding.DecodeString(rest); err == nil && strings.EqualFold(kind, "Basic") {
			_, password, _ := strings.Cut(string(raw), ":")
			secrets = append(secrets, password)
		}
	case pair:
		coded := base64.StdEncoding.EncodeToString([]byte(user + ":" + password))
		header, secrets = "Basic "+coded, []string{coded, password}
	default:
		header, secrets = "Bearer "+secret, []string{secret}
	}
	const short = 4 // such a word is in many others
	return header, slices.DeleteFunc(secrets, func(s string) bool { return len(s) < short })
}

// Get asks a registry itself, for what is to be known of a package before it is fetched, in the form that accept names, or any. It is
// counted as what comes from inside is.
func (p *Proxy) Get(ctx context.Context, registry, path, accept string) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, registryPath+registry+"/"+path, http.NoBody)
	if err != nil {
		return nil, fmt.Errorf("ask the registry %s: %w", registry, err)
	}
	if accept != "" {
		r.Header.Set("Accept", accept)
	}
	w := &kept{header: http.Header{}, status: http.StatusOK}
	if err := p.answerRequest(w, r); err != nil {
		return nil, fmt.Errorf("ask the registry %s: %w", registry, err)
	}
	if w.status != http.StatusOK {
		return nil, fmt.Errorf("ask the registry %s: %d %s", registry, w.status, strings.TrimSpace(w.body.String()))
	}
	return w.body.Bytes(), nil
}

// kept is a reply that nobody waits for at a connection.
type kept struct {
	header http.Header
	status int
	body   bytes.Buffer
}

// Header returns what will be said first.
func (k *kept) Header() http.Header { return k.header }

// WriteHeader keeps the status.
func (k *kept) WriteHeader(status int) { k.status = status }

// Write keeps the text, up to what a list of versions may have.
func (k *kept) Write(b []byte) (int, error) {
	if k.body.Len()+len(b) > mostIndex {
		return 0, errTooMuch
	}
	return k.body.Write(b)
}
