package attest

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
)

// WrongError is why a bundle is none of ours, or was changed.
type WrongError struct{ What string }

func (e *WrongError) Error() string { return e.What }

func wrong(format string, args ...any) error { return &WrongError{fmt.Sprintf(format, args...)} }

// Bundle is one whose signature is good.
type Bundle struct {
	Statement
	// Trusted are the fingerprints of the keys that vouch for the one that signed, that one last.
	Trusted []string
}

// Key names the key that signed.
func (b Bundle) Key() string { return b.Trusted[len(b.Trusted)-1] }

// Read checks a bundle's form, its signature and the chain of its keys. It returns a *WrongError for what is not as it was signed.
func Read(raw []byte) (Bundle, error) {
	lines := bytes.SplitAfter(raw, []byte("\n"))
	const parts = 4 // three lines, and nothing behind the last
	if len(raw) > Most || len(lines) != parts || len(lines[3]) != 0 || string(lines[0]) != firstLine+"\n" {
		return Bundle{}, wrong("it is no signed bundle of this format, or lines of it were cut off or put in")
	}
	signature, ok := readHex(strings.TrimSuffix(strings.TrimPrefix(string(lines[2]), lastLine), "\n"), ed25519.SignatureSize)
	if !ok || !strings.HasPrefix(string(lines[2]), lastLine) {
		return Bundle{}, wrong("its last line is no signature")
	}
	b := Bundle{}
	if err := json.Unmarshal(lines[1], &b.Statement); err != nil {
		return Bundle{}, wrong("its statement was changed: it can't be read (%v)", err)
	}
	if len(b.Keys) == 0 || len(b.Files) == 0 {
		return Bundle{}, wrong("it names no key or no file")
	}
	public, ok := readHex(b.Keys[len(b.Keys)-1].Key, ed25519.PublicKeySize)
	if !ok || !ed25519.Verify(public, raw[:len(lines[0])+len(lines[1])], signature) {
		return Bundle{}, wrong("its statement or its signature was changed: they don't belong together under the key %s that it names", Fingerprint(b.Keys[len(b.Keys)-1].Key))
	}
	var err error
	b.Trusted, err = trace(b.Keys)
	if err == nil && b.Order.Words != "" && hashOrder(b.Order.Salt, b.Order.Words) != b.Order.SHA256 {
		err = wrong("the words of the order are not those of its hash")
	}
	return b, err
}

// readHex takes lower-case digits alone: one text for one number.
func readHex(text string, size int) ([]byte, bool) {
	raw, err := hex.DecodeString(text)
	return raw, err == nil && len(raw) == size && text == strings.ToLower(text)
}

// trace goes back from the key that signed for as long as each was signed by the one before.
func trace(keys []PublicKey) ([]string, error) {
	out := []string{Fingerprint(keys[len(keys)-1].Key)}
	for i := len(keys) - 1; i > 0 && keys[i].Signature != ""; i-- {
		old, ok := readHex(keys[i-1].Key, ed25519.PublicKeySize)
		signature, good := readHex(keys[i].Signature, ed25519.SignatureSize)
		if !ok || !good || !ed25519.Verify(old, linkText(keys[i-1].Key, keys[i].Key), signature) {
			return nil, wrong("the key %s says that %s signed it, which it did not", Fingerprint(keys[i].Key), Fingerprint(keys[i-1].Key))
		}
		out = append(out, Fingerprint(keys[i-1].Key))
	}
	slices.Reverse(out)
	return out, nil
}

// PageFile is where the text of a page lies beside a document that was exported.
func PageFile(sha string) string { return "documents/" + sha + ".txt" }

// Names are the files to compare with, as they lie beside the bundle: the document's, then the texts of pages.
func (b Bundle) Names() []string {
	var out []string
	for _, f := range b.Files {
		out = append(out, f.Name)
	}
	for _, q := range b.Quotes {
		out = append(out, PageFile(string(q.Page)))
	}
	slices.Sort(out)
	return slices.DeleteFunc(slices.Compact(out), func(name string) bool { return !fs.ValidPath(name) })
}

// IsSigned reports whether a file is one of the document's forms to the byte, whatever it is called.
func (b Bundle) IsSigned(data []byte) bool {
	return slices.ContainsFunc(b.Files, func(f File) bool { return hashFile(f.Name, data) == f })
}

// NameOf returns the name under which a file was signed: that of the form with the same bytes, else the same name, else
// for a file that nobody signed the name of the Markdown.
func (b Bundle) NameOf(name string, data []byte) string {
	for _, f := range b.Files {
		if hashFile(f.Name, data) == f {
			return f.Name
		}
	}
	for _, f := range b.Files {
		if f.Name == name {
			return name
		}
	}
	return b.Files[0].Name
}

// Compared says what was found when files were compared with a bundle.
type Compared struct {
	Wrong  []string // a sentence each, without a full stop; none when all is as it was signed
	Same   []string // names of the document's files that are
	Absent []string // of those that are not there
	Quotes int      // that stand in the text of their page
	Unread int      // whose page's text is not there
}

var fingerprint = lazyregexp.New(`\b[0-9a-f]{4}(?:-[0-9a-f]{4}){7}\b`)

// Compare looks whether files, by name, are those that were signed, and whether a key that must have signed did: the one that the document
// names and, where it is not empty, key.
func (b Bundle) Compare(files map[string][]byte, key string) Compared {
	var out Compared
	if key != "" && !slices.Contains(b.Trusted, key) {
		out.Wrong = append(out.Wrong, fmt.Sprintf("it is signed by another key: %s, and you expect %s", b.Key(), key))
	}
	for _, f := range b.Files {
		data, there := files[f.Name]
		switch {
		case !there:
			out.Absent = append(out.Absent, f.Name)
		case hashFile(f.Name, data) != f:
			out.Wrong = append(out.Wrong, fmt.Sprintf("%s is not what was signed", f.Name))
		default:
			out.Same = append(out.Same, f.Name)
		}
		if named := fingerprint.FindAllString(string(data), -1); strings.HasSuffix(f.Name, ".md") && len(named) > 0 && !slices.ContainsFunc(named, b.vouches) {
			out.Wrong = append(out.Wrong, fmt.Sprintf("it is signed by another key: %s, and %s names %s", b.Key(), f.Name, named[len(named)-1]))
		}
	}
	b.compareQuotes(files, &out)
	return out
}

func (b Bundle) vouches(key string) bool { return slices.Contains(b.Trusted, key) }

func (b Bundle) compareQuotes(files map[string][]byte, out *Compared) {
	for i, q := range b.Quotes {
		text, there := files[PageFile(string(q.Page))]
		sum := sha256.Sum256(text)
		switch {
		case !there:
			out.Unread++
		case hex.EncodeToString(sum[:]) != string(q.Page):
			out.Wrong = append(out.Wrong, fmt.Sprintf("the text of %s is not what was read", q.URL))
		case q.Start < 0 || q.End > len(text) || q.Start > q.End || string(text[q.Start:q.End]) != q.Quote:
			out.Wrong = append(out.Wrong, fmt.Sprintf("quote %d does not stand in the text of its page", i+1))
		default:
			out.Quotes++
		}
	}
}
