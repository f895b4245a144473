// Package google keeps pages of projects as documents of Google Docs. It sees no file that it did not make.
package google

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"net/url"
	"strings"
	"time"
	"unicode"

	"github.com/frasier-cos/frasier/bot/publish/sink"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/prose"
)

const (
	// Address is where Google's API is.
	Address = "https://www.googleapis.com"
	// Scope lets an app make files, and see those that it made, and no others.
	Scope = "https://www.googleapis.com/auth/drive.file"
	// perMinute is far below what Drive allows a user.
	perMinute = 300

	documentType = "application/vnd.google-apps.document"
	htmlType     = "text/html"
	textType     = "text/plain"
	keyProperty  = "frasier"     // has the key
	markProperty = "frasierMark" // of whoever wrote it last
	fields       = "id,name,trashed,webViewLink,appProperties"
	titleMost    = 200
)

// Google is a sink. Its methods may be called at once.
type Google struct {
	call *sink.Caller
}

// Open returns Google Docs as an access token has it.
func Open(address, access string, transport http.RoundTripper, now func() time.Time) *Google {
	g := &Google{call: sink.Open("Google", address, perMinute, transport)}
	g.call.Head.Set("Authorization", "Bearer "+access)
	g.call.Fix, g.call.Now = fix, now
	return g
}

// fix says what a refusal of Google's means, and what to do.
func fix(f sink.Fault) string {
	switch f.Code {
	case "storageQuotaExceeded":
		return "has no room left for this account; make room in its Drive, then !publish. An account of a program has none of its own: connect as a person"
	case "insufficientFilePermissions", "appNotAuthorizedToFile", "insufficientPermissions", "forbidden", "insufficientScopes":
		return "says that the access may not (" + f.Said + "); connect again and tick all that is asked for: frasier connect google"
	case "accessNotConfigured":
		return "has not switched the Drive API on for your app (" + f.Said + "); do so at console.cloud.google.com/apis/library/drive.googleapis.com, then !publish"
	case "uploadTooLarge", "fileSizeLimitExceeded", "importSizeLimitExceeded":
		return "finds the document too large (" + f.Said + "); have it shortened with !changes"
	case "dailyLimitExceeded", "numericTooLarge":
		return "takes no more of your app today (" + f.Said + "); !publish tomorrow"
	}
	if f.Status == http.StatusNotFound {
		return "has no such document that this access sees; somebody deleted it for good, or it belongs to another account"
	}
	return ""
}

type fileReply struct {
	ID         string            `json:"id"`
	Name       string            `json:"name"`
	Trashed    bool              `json:"trashed"`
	Link       string            `json:"webViewLink"`
	Properties map[string]string `json:"appProperties"`
}

func (f fileReply) object() sink.Object {
	return sink.Object{ID: f.ID, Link: f.Link, Gone: f.Trashed}
}

// Connect says whose access it is.
func (g *Google) Connect(ctx context.Context) (sink.Account, error) {
	var about struct {
		User struct {
			Mail string `json:"emailAddress"`
			Name string `json:"displayName"`
		} `json:"user"`
	}
	if err := g.call.Call(ctx, sink.Get("read whose access it is", "/drive/v3/about?fields=user"), nil, &about); err != nil {
		return sink.Account{}, err
	}
	out := sink.Account{Name: about.User.Mail, Room: "html", RoomName: "My Drive", Rights: []string{"make documents, and change those that I made"}}
	if out.Name == "" {
		out.Name = about.User.Name
	}
	return out, nil
}

// Find looks for a document by its key. What is in the bin is not found.
func (g *Google) Find(ctx context.Context, key string) (sink.Object, bool, error) {
	query := fmt.Sprintf("appProperties has { key='%s' and value='%s' } and trashed = false", keyProperty, strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(key))
	var found struct {
		Files []fileReply `json:"files"`
	}
	path := "/drive/v3/files?spaces=drive&orderBy=createdTime&fields=" + url.QueryEscape("files("+fields+")") + "&q=" + url.QueryEscape(query)
	if err := g.call.Call(ctx, sink.Get("look for the document", path), nil, &found); err != nil {
		return sink.Object{}, false, err
	}
	for _, f := range found.Files {
		if f.Properties[keyProperty] == key && !f.Trashed { // whatever the search gives
			return f.object(), true, nil
		}
	}
	return sink.Object{}, false, nil
}

// Look says how a document stands. A person's changes bear the same name as ours where he gave the access, so what it says decides.
func (g *Google) Look(ctx context.Context, id, mark string) (sink.Object, error) {
	var f fileReply
	err := g.call.Call(ctx, sink.Get("look at the document", filePath(id)+"?fields="+fields), nil, &f)
	if no := new(outward.RefusedError); errors.As(err, &no) && no.Status == http.StatusNotFound {
		return sink.Object{ID: id, Gone: true}, nil
	}
	if err != nil {
		return sink.Object{}, err
	}
	o := f.object()
	// Another mark than the one that is known is ours all the same: nobody else can set one. Then a process died before it kept what it wrote.
	if o.Ours = mark == "" || f.Properties[markProperty] != mark; o.Gone || o.Ours {
		return o, nil
	}
	said, err := g.read(ctx, id)
	o.Hash = hashOf(said)
	return o, err
}

func filePath(id string) string { return "/drive/v3/files/" + url.PathEscape(id) }

// Create makes an empty document. Ids that are made before are not taken for documents of Google's own kind, so its key is looked for instead.
func (g *Google) Create(ctx context.Context, p sink.Page) (sink.Object, error) {
	var f fileReply
	in := map[string]any{"name": titleOf(p), "mimeType": documentType, "appProperties": map[string]string{keyProperty: p.Key}}
	err := g.call.Call(ctx, sink.Post("make a document", "/drive/v3/files?fields="+fields), in, &f)
	return f.object(), err
}

func titleOf(p sink.Page) string { return prose.Clip(prose.OneLine(p.Title), titleMost, "…") }

// Fill replaces what a document says, its title and the mark of whoever wrote it, all at once, and reads it back. It gives Google the document's HTML:
// there pictures are words and links lead where the document may, which of the Markdown whoever wrote it decides.
func (g *Google) Fill(ctx context.Context, id string, p sink.Page) (sink.Object, error) {
	kind, body, err := joinParts(map[string]any{"name": titleOf(p), "appProperties": map[string]string{markProperty: p.Mark}}, htmlType, p.HTML)
	if err != nil {
		return sink.Object{}, err
	}
	raw, err := g.call.Send(ctx, sink.Patch("replace what the document says", "/upload"+filePath(id)+"?uploadType=multipart&fields="+fields), kind, body)
	if err != nil {
		return sink.Object{}, err
	}
	var f fileReply
	if err := json.Unmarshal(raw, &f); err != nil {
		return sink.Object{}, fmt.Errorf("could not replace what the document says: Google answers with something that cannot be read: %w", err)
	}
	if f.Trashed {
		return sink.Object{}, &outward.RefusedError{Text: "somebody put the document into the bin in Google Docs meanwhile"}
	}
	said, err := g.read(ctx, id)
	if err != nil {
		return sink.Object{}, err
	}
	if missing := lacks(p.Markdown, said); missing != "" {
		return sink.Object{}, fmt.Errorf("could not replace what the document says: Google took it and has no heading %q", missing)
	}
	o := f.object()
	o.Ours, o.Hash = true, hashOf(said)
	return o, nil
}

// joinParts writes what a document is and what it says as one body.
func joinParts(about any, form, text string) (kind string, body []byte, err error) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	meta, err := json.Marshal(about)
	for _, part := range []struct{ kind, text string }{{"application/json; charset=UTF-8", string(meta)}, {form + "; charset=UTF-8", text}} {
		if err != nil {
			break
		}
		out, failed := w.CreatePart(textproto.MIMEHeader{"Content-Type": {part.kind}})
		if err = failed; err == nil {
			_, err = out.Write([]byte(part.text))
		}
	}
	if err = errors.Join(err, w.Close()); err != nil {
		return "", nil, fmt.Errorf("write the document for Google: %w", err)
	}
	return "multipart/related; boundary=" + w.Boundary(), b.Bytes(), nil
}

func (g *Google) read(ctx context.Context, id string) (string, error) {
	raw, err := g.call.Send(ctx, sink.Get("read the document back", filePath(id)+"/export?mimeType="+url.QueryEscape(textType)), "", nil)
	return string(raw), err
}

// Trash puts a document into the bin, or takes it back out.
func (g *Google) Trash(ctx context.Context, id string, gone bool) error {
	return g.call.Call(ctx, sink.Patch("put the document into the bin", filePath(id)+"?fields="+fields), map[string]any{"trashed": gone}, nil)
}

// lacks returns a heading of a document that is not in what Google has of it, in its order; empty where all are there.
func lacks(markdown, said string) string {
	have := letters(said)
	for _, h := range sink.Headings(markdown) {
		_, rest, found := strings.Cut(have, letters(h))
		if !found {
			return h
		}
		have = rest
	}
	return ""
}

// letters leaves of a text what no writer of documents changes.
func letters(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}

func hashOf(said string) string {
	sum := sha256.Sum256([]byte(letters(said)))
	return hex.EncodeToString(sum[:])
}
