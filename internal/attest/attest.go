// Package attest makes and checks signed bundles: files that say what a document is made of, signed with
// a key of this instance, which anybody can check without the instance, its database or a network.
//
// A bundle is three lines: what it is, a statement as JSON, and the signature over both. Every byte counts.
package attest

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
)

const (
	// FileName is how a bundle is called beside its document.
	FileName = "signed-bundle.txt"
	// Most is how long a bundle may be, in bytes: some 20,000 quotes.
	Most = 16 << 20

	firstLine = "frasier-bundle 1"
	lastLine  = "signature "
	atOnce    = 1000 // calls that are read at once
)

// Records is the source of a bundle. *store.DB is one.
type Records interface {
	SealJournal(ctx context.Context) (int, error)
	SealedSince(ctx context.Context, since time.Time) (first, last int64, before string, err error)
	Sealed(ctx context.Context, after int64, limit int) ([]org.SealedLine, error)
	AuditRecords(ctx context.Context, q reports.AuditQuery, after reports.AuditAfter, n int) ([]reports.AuditRecord, reports.AuditAfter, error)
	Verdicts(ctx context.Context, id org.ProjectID) ([]reports.Verdict, error)
	Citations(ctx context.Context, id org.ProjectID) ([]reports.StepCitation, error)
	Deliverable(ctx context.Context, id org.ProjectID) (work.Deliverable, error)
	ProjectStatus(ctx context.Context, id org.ProjectID, now time.Time) (reports.ProjectStatus, error)
}

// Want says what a bundle is to tell.
type Want struct {
	Project org.ProjectID
	Cost    bool // prices and models too
	Order   bool // the words of the order too
	Public  bool // for the public site: its files have the names that they have there, and what was done is told without words
}

// Statement is what is signed.
type Statement struct {
	Project org.ProjectID    `json:"project"`
	Title   string           `json:"title"`
	State   org.ProjectState `json:"state"`
	Mode    string           `json:"mode"` // "model" or "offline"
	Made    time.Time        `json:"made_at"`
	Signed  time.Time        `json:"signed_at"`
	// Files are the forms of the document.
	Files    []File    `json:"files"`
	Order    Order     `json:"order"`
	Quotes   []Quote   `json:"quotes"`
	Verdicts []Verdict `json:"verdicts"`
	Calls    []Call    `json:"calls"`
	Price    *Price    `json:"price,omitempty"` // nil unless it was asked for
	Chain    Head      `json:"audit_chain"`
	// Word says what nobody but us can know, a sentence each.
	Word []string `json:"our_word_alone"`
	// Keys are those of the instance, the oldest first; the last one signs.
	Keys []PublicKey `json:"keys"`
}

// File is one form of the document.
type File struct {
	Name   string `json:"name"`
	Bytes  int    `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// Order is what was ordered: its words are known by a hash that nobody guesses them from without the salt.
type Order struct {
	SHA256 string `json:"sha256"`          // of salt, a line feed and the words
	Salt   string `json:"salt,omitempty"`  // only with the words
	Words  string `json:"words,omitempty"` // empty unless they were asked for
}

// Quote is one claim with the words that bear it.
type Quote struct {
	Step  org.StepID     `json:"step"`
	Claim string         `json:"claim"`
	Quote string         `json:"quote"`
	Page  org.DocumentID `json:"page_sha256"` // of its text as it was read
	Title string         `json:"title"`
	URL   string         `json:"url"`
	Start int            `json:"start"` // bytes, in that text
	End   int            `json:"end"`
	Read  time.Time      `json:"read_at,omitzero"`
}

// Verdict is what a reviewer said of a step.
type Verdict struct {
	Step  org.StepID `json:"step"`
	Title string     `json:"title,omitempty"` // as Role empty on the public site
	Round int        `json:"round"`
	Role  string     `json:"role,omitempty"`
	Pass  bool       `json:"pass"`
	At    time.Time  `json:"at"`
	Model string     `json:"model,omitempty"` // empty unless prices were asked for
}

// Call is one call of a model.
type Call struct {
	ID    string    `json:"id"`
	Step  string    `json:"step,omitempty"`
	What  string    `json:"what,omitempty"` // empty on the public site
	State string    `json:"state"`
	At    time.Time `json:"at"`
	// What follows is empty unless prices were asked for.
	Model    string       `json:"model,omitempty"`
	Provider string       `json:"provider,omitempty"`
	In       int          `json:"tokens_in,omitempty"`
	Out      int          `json:"tokens_out,omitempty"`
	Cost     *org.NanoUSD `json:"cost_nano_usd,omitempty"` // nil is unknown
}

// Price is what the project cost.
type Price struct {
	Cost    org.NanoUSD `json:"cost_nano_usd"`
	Calls   int         `json:"calls"`
	Unknown int         `json:"calls_of_unknown_cost"`
}

// Head is where the sealed journal stood when the bundle was signed. Line 0 is a journal without a line.
type Head struct {
	Line int64  `json:"line"`
	Seal string `json:"seal"`
}

func word(offline bool) []string {
	out := []string{
		"That the pages said this at that time: the hash is of the text that we read, and a page may have changed since, or have shown others something else.",
		"All times, and that no call, verdict or quote was left out. The head of the audit chain binds us to the journal as it stood then: whoever has that journal as a file can look whether it is the same one.",
		"Who read and judged the work, and that they did.",
	}
	if !offline {
		out = append(out, "Which models answered, and what they cost: providers sign neither.")
	}
	return out
}

// Make signs what there is of a project's newest document. It returns org.ErrNotFound for a project without one.
func Make(ctx context.Context, r Records, ring Ring, want Want, now time.Time) ([]byte, error) {
	doc, err := r.Deliverable(ctx, want.Project)
	if err != nil {
		return nil, err
	}
	status, err := r.ProjectStatus(ctx, want.Project, now)
	if err != nil {
		return nil, err
	}
	p := status.Project
	s := Statement{
		Project: p.ID, Title: p.Title, State: p.State, Mode: "model", Made: doc.At.UTC(), Signed: now.UTC().Truncate(time.Second), Files: listFiles(doc, want.Public),
		Order: ring.bindOrder(p, want.Order), Quotes: []Quote{}, Verdicts: []Verdict{}, Calls: []Call{}, Word: word(p.Offline), Keys: ring.Keys,
	}
	if p.Offline {
		s.Mode = "offline"
	}
	if want.Cost {
		s.Price = &Price{status.Spent.Cost, status.Spent.Calls, status.Spent.Unknown}
	}
	if err := s.read(ctx, r, want); err != nil {
		return nil, fmt.Errorf("make the bundle of %s: %w", want.Project, err)
	}
	return ring.sign(s)
}

// listFiles leaves out what the public site shows in another form than it was made.
func listFiles(doc work.Deliverable, public bool) []File {
	md, pdf := "deliverable.md", "deliverable.pdf"
	if public {
		md, pdf = "document.md", "document.pdf"
	}
	out := []File{hashFile(md, []byte(doc.Markdown)), hashFile(pdf, doc.PDF)}
	if public {
		return out
	}
	out = append(out, hashFile("deliverable.html", []byte(doc.HTML)))
	for _, f := range doc.Files {
		out = append(out, hashFile(f.Name, f.Data))
	}
	return out
}

func hashFile(name string, data []byte) File {
	sum := sha256.Sum256(data)
	return File{name, len(data), hex.EncodeToString(sum[:])}
}

// bindOrder makes the salt of the secret key, so that the same order has the same hash.
func (r Ring) bindOrder(p org.Project, words bool) Order {
	salt := r.salt("order " + string(p.ID))
	out := Order{SHA256: hashOrder(salt, p.Goal)}
	if words {
		out.Salt, out.Words = salt, p.Goal
	}
	return out
}

func hashOrder(salt, words string) string {
	sum := sha256.Sum256([]byte(salt + "\n" + words))
	return hex.EncodeToString(sum[:])
}

func (s *Statement) read(ctx context.Context, r Records, want Want) error {
	cited, err := r.Citations(ctx, want.Project)
	if err != nil {
		return err
	}
	for _, c := range cited {
		s.Quotes = append(s.Quotes, Quote{c.Step, c.Claim, c.Quote, c.Document, c.Title, c.URL, c.Start, c.End, c.FetchedAt.UTC()})
	}
	said, err := r.Verdicts(ctx, want.Project)
	if err != nil {
		return err
	}
	for _, v := range said {
		one := Verdict{v.Step, v.Title, v.Round, v.Role, v.Pass, v.At.UTC(), ""}
		if want.Cost {
			one.Model = v.Model
		}
		if want.Public {
			one.Title, one.Role = "", ""
		}
		s.Verdicts = append(s.Verdicts, one)
	}
	if err := s.readCalls(ctx, r, want); err != nil {
		return err
	}
	return s.readChain(ctx, r)
}

func (s *Statement) readCalls(ctx context.Context, r Records, want Want) error {
	for after := (reports.AuditAfter{}); ; {
		some, next, err := r.AuditRecords(ctx, reports.AuditQuery{Part: reports.AuditCalls, Project: want.Project}, after, atOnce)
		if err != nil {
			return err
		}
		after = next
		for _, c := range some {
			one := Call{ID: c.ID, Step: c.Step, What: c.What, State: c.State, At: time.UnixMicro(c.At).UTC()}
			if want.Public {
				one.What = ""
			}
			if want.Cost {
				one.Model, one.Provider, one.In, one.Out, one.Cost = c.By, c.To, c.In, c.Out, c.Cost
			}
			s.Calls = append(s.Calls, one)
		}
		if len(some) < atOnce {
			return nil
		}
	}
}

func (s *Statement) readChain(ctx context.Context, r Records) error {
	if _, err := r.SealJournal(ctx); err != nil {
		return err
	}
	_, last, _, err := r.SealedSince(ctx, time.Time{})
	if err != nil || last == 0 {
		return err
	}
	lines, err := r.Sealed(ctx, last-1, 1)
	if err == nil && (len(lines) == 0 || lines[0].Seq != last) {
		err = fmt.Errorf("line %d of the journal has no seal", last)
	}
	if err == nil {
		s.Chain = Head{last, lines[0].Seal}
	}
	return err
}

func (r Ring) sign(s Statement) ([]byte, error) {
	var out bytes.Buffer
	out.WriteString(firstLine + "\n")
	e := json.NewEncoder(&out) // ends with a line feed
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		return nil, fmt.Errorf("write the bundle of %s: %w", s.Project, err)
	}
	out.WriteString(lastLine + hex.EncodeToString(ed25519.Sign(r.secret, out.Bytes())) + "\n")
	if out.Len() > Most {
		return nil, fmt.Errorf("the bundle of %s has %d bytes, and %d are the most", s.Project, out.Len(), Most)
	}
	return out.Bytes(), nil
}

// Fingerprint names a public key so that people can compare it: 128 bits of its hash.
func Fingerprint(public string) string {
	raw, err := hex.DecodeString(public)
	if err != nil || len(raw) != ed25519.PublicKeySize {
		return "no key"
	}
	sum := sha256.Sum256(raw)
	const part, shown = 4, 32
	text := hex.EncodeToString(sum[:])[:shown]
	var parts []string
	for ; text != ""; text = text[part:] {
		parts = append(parts, text[:part])
	}
	return strings.Join(parts, "-")
}
