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
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/frasier-cos/frasier/internal/extract"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
)

// Bounds of the founder's folder: what is beyond them is left out, and LeftOut
// says so.
const (
	corpusFiles   = 10_000
	corpusBytes   = 128 << 20                         // of text, all files together
	corpusFile    = 32 << 20                          // of one file on disk
	plainBytes    = 2*extract.AttachmentBytesUsed + 8 // of a file that is text already
	fileScheme    = "file:"
	snippetLength = 200 // characters
)

// Corpus is a folder of documents that research may search and cite. Its
// documents are called "file:NAME". Hidden files are skipped, and nothing
// outside the folder is ever opened, whatever a symbolic link says. Files are
// read one at a time when they are first searched, and again when they changed;
// their texts and words stand in an index on disk, which a later process goes
// on with. It is safe for concurrent use.
type Corpus struct {
	root *os.Root
	dir  string
	keep string
	log  *slog.Logger
	now  func() time.Time

	mu   sync.Mutex
	pack *folderIndex // nil until it is first searched
	left string       // what LeftOut says
	told bool         // it was noted
}

// OpenCorpus opens a folder. Keep is the file of its index; when it is empty
// the index lasts as long as this process. Log may be nil.
func OpenCorpus(dir, keep string, now func() time.Time, log *slog.Logger) (*Corpus, error) {
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
	return &Corpus{root: root, dir: dir, keep: keep, log: log, now: now}, nil
}

// Close closes the folder.
func (c *Corpus) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	err := c.root.Close()
	if c.pack != nil {
		err = errors.Join(err, c.pack.closeFile())
	}
	if err != nil {
		return fmt.Errorf("close corpus: %w", err)
	}
	return nil
}

// Search ranks the folder's documents by BM25 over their words.
func (c *Corpus) Search(ctx context.Context, q work.Query, n int) ([]reports.Hit, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.updateIndex(ctx); err != nil {
		return nil, err
	}
	found, err := c.pack.findBest(q.Text, n)
	if err != nil {
		return nil, c.resetIndex(err)
	}
	var hits []reports.Hit
	for _, r := range found {
		text, err := c.pack.readText(r, 4*snippetLength)
		if err != nil {
			return nil, c.resetIndex(err)
		}
		hits = append(hits, reports.Hit{
			URL: fileScheme + r.Name, Title: r.Title, Snippet: clipText(text, snippetLength),
			Age: r.Published, Provider: "corpus", Rank: len(hits) + 1,
		})
	}
	return hits, nil
}

// All returns every document of the folder by name, or nil when together they
// have more bytes of text than most. A folder without documents gives an empty
// list.
func (c *Corpus) All(ctx context.Context, most int) ([]work.Document, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.updateIndex(ctx); err != nil {
		return nil, err
	}
	out := []work.Document{}
	for _, r := range c.pack.records {
		if most -= r.Text; most < 0 {
			return nil, nil
		}
	}
	for _, r := range c.pack.records {
		if r.Text == 0 {
			continue
		}
		d, err := c.loadDocument(r)
		if err != nil {
			return nil, err
		}
		out = append(out, d)
	}
	return out, nil
}

// Each document comes with its date and length; their texts stay on the disk.
func (c *Corpus) listTitles(ctx context.Context, most int) (shown []string, more int, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.updateIndex(ctx); err != nil {
		return nil, 0, err
	}
	for _, r := range c.pack.records {
		if r.Text == 0 {
			continue
		}
		if len(shown) == most {
			more++
			continue
		}
		about := prose.Count(r.Length, "word")
		if r.Published != "" {
			about = r.Published + ", " + about
		}
		shown = append(shown, fmt.Sprintf("%s (%s)", r.Title, about))
	}
	return shown, more, nil
}

// Document returns the document of a hit's address, or org.ErrNotFound.
func (c *Corpus) Document(_ context.Context, address string) (work.Document, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.pack != nil {
		for _, r := range c.pack.records {
			if r.Text > 0 && r.Name == strings.TrimPrefix(address, fileScheme) {
				return c.loadDocument(r)
			}
		}
	}
	return work.Document{}, fmt.Errorf("corpus %s: %w", address, org.ErrNotFound)
}

// LeftOut says in a sentence which files of the folder are not used, or not
// whole, and why; it is empty when all are.
func (c *Corpus) LeftOut(ctx context.Context) (string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	err := c.updateIndex(ctx)
	return c.left, err
}

func (c *Corpus) loadDocument(r record) (work.Document, error) {
	text, err := c.pack.readText(r, r.Text)
	if err == nil && hashDocument(text) != r.ID {
		err = errors.New("its index is damaged")
	}
	if err != nil {
		return work.Document{}, c.resetIndex(err)
	}
	return work.Document{
		ID: r.ID, Title: r.Title, URL: fileScheme + r.Name, Site: "file", Origin: work.OriginCorpus,
		Text: text, Published: r.Published, FetchedAt: time.UnixMicro(r.Read).UTC(),
	}, nil
}

// The next search makes the index anew, and the step waits for that.
func (c *Corpus) resetIndex(err error) error {
	err = errors.Join(org.ErrStorage, err, c.pack.closeFile(), removeIndex(c.keep))
	c.pack = nil
	return fmt.Errorf("read the index of the folder: %w", err)
}

func (c *Corpus) updateIndex(ctx context.Context) error {
	found, left, err := c.walkFolder(ctx)
	if err != nil {
		return fmt.Errorf("read corpus: %w", err)
	}
	if c.pack == nil && c.keep != "" {
		c.pack = openFolderIndex(c.keep, c.dir)
	}
	if c.pack == nil || !c.pack.isCurrent(found) {
		if err := c.buildIndex(ctx, found); err != nil {
			return fmt.Errorf("read corpus: %w", err)
		}
	}
	for _, r := range c.pack.records {
		if r.Left != whole {
			left[r.Left] = append(left[r.Left], r.Name)
		}
	}
	if s := left.String(); s != c.left || !c.told {
		c.left, c.told = s, true
		if s != "" {
			c.log.WarnContext(ctx, "documents are left out", "which", s)
		}
		if err := writeLeftOut(c.keep, s); err != nil {
			return errors.Join(org.ErrStorage, err)
		}
	}
	return nil
}

// What did not change is copied from the index before.
func (c *Corpus) buildIndex(ctx context.Context, found map[string]fs.FileInfo) error {
	w, err := newIndexWriter(c.keep, c.dir)
	if err != nil {
		return errors.Join(org.ErrStorage, err)
	}
	total := 0
	for _, name := range slices.Sorted(maps.Keys(found)) {
		if err := ctx.Err(); err != nil {
			return errors.Join(err, w.cancel())
		}
		r, ok := c.pack.findRecord(name, found[name])
		if ok {
			err = w.copyDocument(c.pack, r)
		} else {
			var text string
			r, text = c.readFile(ctx, name, found[name], corpusBytes-total)
			err = w.addDocument(r, text)
		}
		if err != nil {
			return errors.Join(org.ErrStorage, err, w.cancel())
		}
		total += r.Text
	}
	next, err := w.finish(c.keep)
	if err != nil {
		return errors.Join(org.ErrStorage, err)
	}
	if c.pack != nil {
		err = c.pack.closeFile()
	}
	c.pack = next
	return err
}

func (c *Corpus) walkFolder(ctx context.Context) (map[string]fs.FileInfo, leftOut, error) {
	out, left := map[string]fs.FileInfo{}, leftOut{}
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
		if e.IsDir() || !isTextFile(name) {
			return nil
		}
		// Stat follows links, but never out of the folder.
		info, err := c.root.Stat(name)
		switch {
		case err != nil || !info.Mode().IsRegular():
			c.log.WarnContext(ctx, "corpus file skipped", "name", name, "error", err)
			left[unreadable] = append(left[unreadable], name)
		case info.Size() > corpusFile:
			left[tooLarge] = append(left[tooLarge], name)
		case len(out) >= corpusFiles:
			left[tooMany] = append(left[tooMany], name)
		default:
			out[name] = info
		}
		return nil
	})
	return out, left, err
}

// The endings are those of files that extract can read.
func isTextFile(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".md", ".markdown", ".txt", ".html", ".htm", ".pdf", ".docx", ".csv", ".xlsx", ".pptx", ".odt", ".ods", ".odp", ".epub", ".rtf", ".eml", ".mbox", ".ics", ".tsv":
		return true
	}
	return false
}

// Without room for more text nothing is extracted. What cannot be read has no text.
func (c *Corpus) readFile(ctx context.Context, name string, info fs.FileInfo, room int) (record, string) {
	r := record{Name: name, Size: info.Size(), Modified: info.ModTime().UnixNano(), Title: name, Read: c.now().UnixMicro()}
	if room <= 0 {
		r.Left = tooMuch
		return r, ""
	}
	raw, err := c.readBytes(name)
	var res extract.Result
	if err == nil {
		res, err = extract.Text(name, "", raw)
	}
	switch {
	case errors.Is(err, extract.ErrEmpty):
		return r, ""
	case err != nil:
		c.log.WarnContext(ctx, "corpus file skipped", "name", name, "error", err)
		r.Left = unreadable
		return r, ""
	case len(res.Text) > room:
		r.Left = tooMuch
		return r, ""
	case res.Truncated || info.Size() > int64(len(raw)):
		r.Left = inPart
	}
	r.ID, r.Published, r.Text = hashDocument(res.Text), res.Published, len(res.Text)
	for range strings.FieldsSeq(res.Text) {
		r.Length++
	}
	if res.Title != "" {
		r.Title = res.Title
	}
	return r, res.Text
}

// Of a file that is text already only as much is read as can be used.
func (c *Corpus) readBytes(name string) ([]byte, error) {
	most := int64(corpusFile)
	switch strings.ToLower(path.Ext(name)) {
	case ".md", ".markdown", ".txt", ".csv":
		most = plainBytes
	}
	f, err := c.root.Open(name)
	if err != nil {
		return nil, fmt.Errorf("open: %w", err)
	}
	raw, err := io.ReadAll(io.LimitReader(f, most))
	return raw, errors.Join(err, f.Close())
}

func hashDocument(text string) org.DocumentID {
	sum := sha256.Sum256([]byte(text))
	return org.DocumentID(hex.EncodeToString(sum[:]))
}
