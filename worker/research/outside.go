package research

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
)

// Folder is the founder's folder of documents, as Corpus opens one.
type Folder interface {
	// All returns every document, or nil when together they have more bytes than most.
	All(ctx context.Context, most int) ([]work.Document, error)
	// Search ranks the documents for a query.
	Search(ctx context.Context, q work.Query, n int) ([]reports.Hit, error)
	// Document returns the document of a hit's address, or org.ErrNotFound.
	Document(ctx context.Context, address string) (work.Document, error)
	LeftOut(ctx context.Context) (string, error)
	// Close closes the folder.
	Close() error

	listTitles(ctx context.Context, most int) (shown []string, more int, err error)
	findForeign(ctx context.Context, asked []string, most int) ([]string, error)
	listOthers(ctx context.Context, read map[org.DocumentID]bool, most int) (shown []string, more int, err error)
}

// outside notes what depends on the time and the machine during a stage of research. A stage that
// is done again is given what was noted, and nobody is asked.
type outside struct {
	again bool
	mu    sync.Mutex
	kept  *work.Outside
}

func (r *Researcher) newOutside(noted *work.Outside) *outside {
	if noted != nil {
		return &outside{again: true, kept: noted}
	}
	return &outside{kept: &work.Outside{At: roundTime(r.now()), Answers: map[string]json.RawMessage{}}}
}

// A replay returns the noted answer; one that was not noted is org.ErrForgotten.
func recallAnswer[T any](o *outside, what string, look func() (T, error)) (T, error) {
	var out T
	if o.again {
		raw, noted := o.kept.Answers[what]
		if !noted {
			return out, fmt.Errorf("what %q gave: %w", what, org.ErrForgotten)
		}
		if err := json.Unmarshal(raw, &out); err != nil {
			return out, fmt.Errorf("read what %q gave: %w", what, err)
		}
		return out, nil
	}
	out, err := look()
	if err != nil {
		return out, err
	}
	raw, err := json.Marshal(out)
	if err != nil {
		return out, fmt.Errorf("note what %q gave: %w", what, err)
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.kept.Answers[what] = raw
	return out, nil
}

// The document is as this step first read it, or as look gives it.
func (g *gathering) recallDocument(url string, look func() (work.Document, error)) (work.Document, error) {
	// A file that changed since this step first cited it keeps its first form here, so that
	// stored quotes stay true.
	if first, ok := g.known[url]; ok && first.Text != "" {
		return first, nil
	}
	if g.out.again {
		return work.Document{}, fmt.Errorf("the document %s: %w", url, org.ErrForgotten)
	}
	return look()
}

func listURLs(docs []work.Document) []string {
	out := make([]string, 0, len(docs))
	for _, d := range docs {
		out = append(out, d.URL)
	}
	return out
}

// Absent stands for a folder and a search engine while a stage is replayed: it is never asked,
// since the stage is given what was noted.
type Absent struct{}

func makeAbsentError(what string) error { return fmt.Errorf("%s: %w", what, org.ErrForgotten) }

// All implements Folder.
func (Absent) All(context.Context, int) ([]work.Document, error) {
	return nil, makeAbsentError("the folder")
}

// Document implements Folder.
func (Absent) Document(_ context.Context, address string) (work.Document, error) {
	return work.Document{}, makeAbsentError(address)
}

// LeftOut implements Folder.
func (Absent) LeftOut(context.Context) (string, error) { return "", makeAbsentError("the folder") }

// Close implements Folder.
func (Absent) Close() error { return nil }

func (Absent) listTitles(context.Context, int) (shown []string, more int, err error) {
	return shown, more, makeAbsentError("the folder")
}

func (Absent) findForeign(context.Context, []string, int) (urls []string, err error) {
	return urls, makeAbsentError("the folder")
}

func (Absent) listOthers(context.Context, map[org.DocumentID]bool, int) (shown []string, more int, err error) {
	return shown, more, makeAbsentError("the folder")
}

// Search implements Folder and web.Searcher.
func (Absent) Search(context.Context, work.Query, int) ([]reports.Hit, error) {
	return nil, makeAbsentError("the search")
}

// Extracts implements web.Extractor.
func (Absent) Extracts(context.Context, work.Query) ([]work.Document, error) {
	return nil, makeAbsentError("the extracts")
}
