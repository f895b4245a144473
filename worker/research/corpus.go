package research

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/frasier-cos/frasier/internal/extract"
	"github.com/frasier-cos/frasier/internal/org"
)

// Bounds of the founder's folder: what is beyond them is left out, and the log
// says so.
const (
	corpusFiles   = 2000
	corpusBytes   = 64 << 20 // of text, all files together
	corpusFile    = 32 << 20 // of one file on disk
	fileScheme    = "file:"
	snippetLength = 200 // characters
)

// Corpus is a folder of documents that research may search and cite. Its
// documents are called "file:NAME". Hidden files are skipped, and nothing
// outside the folder is ever opened, whatever a symbolic link says. Files are
// read when they are first searched and again when they changed. It is safe
// for concurrent use.
type Corpus struct {
	root *os.Root
	log  *slog.Logger
	now  func() time.Time

	mu     sync.Mutex
	files  map[string]*file // by name
	index  *index
	order  []string
	beyond int // files over the bound, when it was last listed
}

// file is one document of the folder with what tells whether it changed.
type file struct {
	size     int64
	modified time.Time
	doc      org.Document // without Text when it could not be read
}

// OpenCorpus opens a folder. Log may be nil.
func OpenCorpus(dir string, now func() time.Time, log *slog.Logger) (*Corpus, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("open corpus: %w", err)
	}
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	if now == nil {
		now = time.Now
	}
	return &Corpus{root: root, log: log, now: now, files: map[string]*file{}}, nil
}

// Close closes the folder.
func (c *Corpus) Close() error {
	if err := c.root.Close(); err != nil {
		return fmt.Errorf("close corpus: %w", err)
	}
	return nil
}

// Search ranks the folder's documents by BM25 over their passages' words.
func (c *Corpus) Search(ctx context.Context, q org.Query, n int) ([]org.Hit, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.refresh(ctx); err != nil {
		return nil, err
	}
	var hits []org.Hit
	for _, at := range c.index.best(q.Text, n) {
		d := c.files[c.order[at]].doc
		hits = append(hits, org.Hit{
			URL: d.URL, Title: d.Title, Snippet: shorten(d.Text[:min(len(d.Text), 4*snippetLength)], snippetLength),
			Age: d.Published, Provider: "corpus", Rank: len(hits) + 1,
		})
	}
	return hits, nil
}

// All returns every document of the folder by name, or nil when together they
// have more bytes of text than most. A folder without documents gives an empty
// list.
func (c *Corpus) All(ctx context.Context, most int) ([]org.Document, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.refresh(ctx); err != nil {
		return nil, err
	}
	out := make([]org.Document, 0, len(c.order))
	for _, name := range c.order {
		d := c.files[name].doc
		if most -= len(d.Text); most < 0 {
			return nil, nil
		}
		out = append(out, d)
	}
	return out, nil
}

// Document returns the document of a hit's address, or org.ErrNotFound.
func (c *Corpus) Document(_ context.Context, address string) (org.Document, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	f := c.files[strings.TrimPrefix(address, fileScheme)]
	if f == nil || f.doc.Text == "" {
		return org.Document{}, fmt.Errorf("corpus %s: %w", address, org.ErrNotFound)
	}
	return f.doc, nil
}

// refresh reads what is new or changed and forgets what is gone.
func (c *Corpus) refresh(ctx context.Context) error {
	names, err := c.names(ctx)
	if err != nil {
		return fmt.Errorf("read corpus: %w", err)
	}
	changed := len(names) != len(c.files)
	kept := make(map[string]*file, len(names))
	for name, info := range names {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("read corpus: %w", err)
		}
		f := c.files[name]
		if f == nil || f.size != info.Size() || !f.modified.Equal(info.ModTime()) {
			f = &file{size: info.Size(), modified: info.ModTime(), doc: c.read(ctx, name)}
			changed = true
		}
		kept[name] = f
	}
	c.files = kept
	if changed || c.index == nil {
		c.rebuild(ctx)
	}
	return nil
}

func (c *Corpus) rebuild(ctx context.Context) {
	c.order = nil
	var names, texts []string
	for name, f := range c.files {
		if f.doc.Text != "" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	if c.beyond > 0 {
		c.log.WarnContext(ctx, "corpus has too many files, the last by name are left out", "files", corpusFiles, "left_out", c.beyond)
	}
	total := 0
	for _, name := range names {
		d := c.files[name].doc
		if total += len(d.Text); total > corpusBytes {
			c.log.WarnContext(ctx, "corpus is too large, some files are left out", "bytes", corpusBytes, "first_left_out", name)
			break
		}
		c.order = append(c.order, name)
		texts = append(texts, d.Title+"\n"+name+"\n"+d.Text)
	}
	c.index = newIndex(texts, nil)
}

// names lists the readable files of the folder.
func (c *Corpus) names(ctx context.Context) (map[string]fs.FileInfo, error) {
	out := map[string]fs.FileInfo{}
	c.beyond = 0
	err := fs.WalkDir(c.root.FS(), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil {
			c.log.WarnContext(ctx, "corpus entry skipped", "name", name, "error", err)
			if e != nil && e.IsDir() && name != "." {
				return fs.SkipDir
			}
			return nil
		}
		if name != "." && strings.HasPrefix(path.Base(name), ".") {
			if e.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		if e.IsDir() || !textual(name) {
			return nil
		}
		if len(out) >= corpusFiles {
			c.beyond++
			return nil
		}
		// Stat follows links, but never out of the folder.
		info, err := c.root.Stat(name)
		if err != nil || !info.Mode().IsRegular() || info.Size() > corpusFile {
			c.log.WarnContext(ctx, "corpus file skipped", "name", name, "error", err)
			return nil
		}
		out[name] = info
		return nil
	})
	return out, err
}

// textual reports whether a file's name promises text that extract can read.
func textual(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".md", ".markdown", ".txt", ".html", ".htm", ".pdf", ".docx", ".csv":
		return true
	}
	return false
}

// read extracts one file; a file that cannot be read has no text.
func (c *Corpus) read(ctx context.Context, name string) org.Document {
	raw, err := c.bytes(name)
	if err != nil {
		c.log.WarnContext(ctx, "corpus file skipped", "name", name, "error", err)
		return org.Document{}
	}
	res, err := extract.Text(name, "", raw)
	if err != nil {
		c.log.WarnContext(ctx, "corpus file skipped", "name", name, "error", err)
		return org.Document{}
	}
	title := res.Title
	if title == "" {
		title = name
	}
	return org.Document{
		ID: documentID(res.Text), Title: title, URL: fileScheme + name, Site: "file", Origin: org.OriginCorpus,
		Text: res.Text, Published: res.Published, FetchedAt: kept(c.now()),
	}
}

func (c *Corpus) bytes(name string) ([]byte, error) {
	f, err := c.root.Open(name)
	if err != nil {
		return nil, fmt.Errorf("open: %w", err)
	}
	raw, err := io.ReadAll(io.LimitReader(f, corpusFile))
	return raw, errors.Join(err, f.Close())
}

// documentID is the hash by which a document's text is known.
func documentID(text string) org.DocumentID {
	sum := sha256.Sum256([]byte(text))
	return org.DocumentID(hex.EncodeToString(sum[:]))
}
