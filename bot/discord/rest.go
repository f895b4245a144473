package discord

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"net/url"
	"path"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/redact"
)

// DefaultURL is the base of Discord's own REST API.
const DefaultURL = "https://discord.com/api/v9"

const (
	requestLimit = 20 * time.Second
	answerLimit  = 8 << 20 // bytes of one answer
)

// apiError is an answer that is no success.
type apiError struct {
	Status  int
	Code    int
	Message string
	After   time.Duration // of 429
}

// Error returns Discord's words.
func (e *apiError) Error() string {
	if e.Code != 0 {
		return fmt.Sprintf("discord answers %d: %s (%d)", e.Status, e.Message, e.Code)
	}
	return fmt.Sprintf("discord answers %d: %s", e.Status, e.Message)
}

// rest is the REST side: every request but the gateway's goes
// through it. It tries once; whoever calls decides about another try. Its
// methods may be called at once.
type rest struct {
	base  string // with version, without a slash at the end
	token string
	http  *http.Client
	// censor looks at whatever is sent.
	censor censor

	mu   sync.Mutex
	dead error // the token is not accepted
}

// completeAddress completes an address that names no version.
func completeAddress(address string) string {
	if address == "" {
		return DefaultURL
	}
	address = strings.TrimRight(address, "/")
	switch {
	case regexp.MustCompile(`/v[0-9]+$`).MatchString(address):
		return address
	case strings.HasSuffix(address, "/api"):
		return address + "/v9"
	}
	if u, err := url.Parse(address); err == nil && strings.Trim(u.Path, "/") == "" {
		return address + "/api/v9"
	}
	return address
}

// refuseRedirect follows no redirect: token and words are for Discord alone.
func refuseRedirect(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// hideToken returns a route as it may be shown: without the token of an interaction.
func hideToken(route string) string {
	return regexp.MustCompile(`(/(?:interactions|webhooks)/[^/ ]+)/[^/ ]+`).ReplaceAllString(route, "$1/-")
}

// request is one request: a JSON body (nil for none) and files.
type request struct {
	method, path string
	body         any
	files        []org.File
}

// call sends one request and reads the answer into out (nil to pass over it).
func (r *rest) call(ctx context.Context, a request, out any) error {
	key := buildRoute(a.method, a.path)
	if err := r.explainStop(); err != nil {
		return err
	}
	ctx, stop := context.WithTimeout(ctx, requestLimit*time.Duration(1+len(a.files)))
	defer stop()
	kind, payload, err := encodeBody(r.censor, a.body, a.files)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, a.method, r.base+a.path, payload)
	if err != nil {
		return fmt.Errorf("ask Discord: %w", err)
	}
	if kind != "" {
		req.Header.Set("Content-Type", kind)
	}
	identified := !strings.HasPrefix(a.path, "/interactions/") && !strings.HasPrefix(a.path, "/webhooks/")
	if identified {
		req.Header.Set("Authorization", "Bot "+r.token)
	}
	req.Header.Set("User-Agent", "DiscordBot (https://github.com/frasier-cos/frasier, 1)")
	res, err := r.http.Do(req)
	if err != nil {
		return fmt.Errorf("ask Discord: %s: %w", hideToken(key), withoutURL(err))
	}
	raw, err := io.ReadAll(io.LimitReader(res.Body, answerLimit))
	if err = errors.Join(err, res.Body.Close()); err != nil {
		return fmt.Errorf("read Discord's answer to %s: %w", hideToken(key), err)
	}
	raw = redact.Cut(raw, r.token) // never into an error, whoever repeats it
	if err := r.judgeAnswer(identified, res, raw); err != nil {
		return err
	}
	if out == nil || len(raw) == 0 {
		return nil
	}
	return decodeLoosely(raw, out)
}

// withoutURL takes the address out of an error: an interaction's holds a token.
func withoutURL(err error) error {
	if u, ok := errors.AsType[*url.Error](err); ok {
		return u.Err
	}
	return err
}

// judgeAnswer turns what is no success into an error. Only to a request that was
// identified by our token does "not authorized" mean that the token is no good:
// an interaction has one of its own, which expires.
func (r *rest) judgeAnswer(identified bool, res *http.Response, raw []byte) error {
	if res.StatusCode < 300 {
		return nil
	}
	fault := &apiError{Status: res.StatusCode, Message: http.StatusText(res.StatusCode)}
	var said struct {
		Code    int     `json:"code"`
		Message string  `json:"message"`
		After   float64 `json:"retry_after"`
	}
	if err := decodeLoosely(raw, &said); err == nil { // HTML of a proxy says nothing more
		fault.Code = said.Code
		if said.Message != "" {
			fault.Message = prose.First(said.Message, 200)
		}
	}
	switch {
	case res.StatusCode == http.StatusUnauthorized && identified:
		r.mu.Lock()
		defer r.mu.Unlock()
		r.dead = explainFatal(fault)
		return r.dead
	case res.StatusCode == http.StatusTooManyRequests:
		fault.After = longestPause(res.Header, said.After)
	}
	return fault
}

// fileType is the media type of a file, by its name, else by what it holds: a
// chat shows pictures and opens documents by it.
func fileType(name string, data []byte) string {
	switch strings.ToLower(path.Ext(name)) {
	case ".md": // unknown to many systems
		return "text/markdown; charset=utf-8"
	case ".csv":
		return "text/csv; charset=utf-8"
	case ".xlsx":
		return "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	case ".docx":
		return "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
	}
	if known := mime.TypeByExtension(strings.ToLower(path.Ext(name))); known != "" {
		return known
	}
	return http.DetectContentType(data)
}

// isOfficial reports whether the server is Discord itself.
func (r *rest) isOfficial() bool { return r.getWebAddress() == "https://discord.com" }

// getWebAddress returns where people open the server in a browser: links to messages begin
// with it. It is empty for an address that cannot be read.
func (r *rest) getWebAddress() string {
	u, err := url.Parse(r.base)
	if err != nil || u.Host == "" {
		return ""
	}
	return u.Scheme + "://" + u.Host
}

// encodeBody makes the body: JSON, or JSON and files, without secrets.
func encodeBody(without censor, body any, files []org.File) (kind string, payload io.Reader, err error) {
	if body == nil {
		return "", nil, nil
	}
	raw, err := json.Marshal(body)
	if err != nil {
		return "", nil, fmt.Errorf("write a request: %w", err)
	}
	if raw, err = without.censorBody(raw); err != nil {
		return "", nil, err
	}
	if len(files) == 0 {
		return "application/json", bytes.NewReader(raw), nil
	}
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	h := textproto.MIMEHeader{}
	h.Set("Content-Disposition", `form-data; name="payload_json"`)
	h.Set("Content-Type", "application/json")
	to, err := w.CreatePart(h)
	if err == nil {
		_, err = to.Write(raw)
	}
	for i, f := range without.censorFiles(files) {
		if err != nil {
			break
		}
		h := textproto.MIMEHeader{}
		name := strings.NewReplacer("\\", "_", `"`, "_", "\r", "", "\n", "").Replace(f.Name)
		h.Set("Content-Disposition", fmt.Sprintf(`form-data; name="files[%d]"; filename="%s"`, i, name))
		h.Set("Content-Type", fileType(name, f.Data))
		if to, err = w.CreatePart(h); err == nil {
			_, err = to.Write(f.Data)
		}
	}
	if err = errors.Join(err, w.Close()); err != nil {
		return "", nil, fmt.Errorf("write a request: %w", err)
	}
	return w.FormDataContentType(), &b, nil
}
