// Package sink says what a service must do to keep a project's page, and speaks HTTP with one. It knows no policy: what is published was
// decided and stored before.
package sink

import (
	"context"
	"time"
)

// Page is what is published of a project.
type Page struct {
	Key      string // nobody else has it; the page is found by it
	Title    string
	Markdown string
	HTML     string
	Mark     string // of whoever writes it now
}

// Object is a page as its service has it.
type Object struct {
	ID   string
	Link string
	Gone bool // in the bin, or nobody finds it there
	// Ours reports that nobody else changed it since we wrote it last, as far as the service tells. Where it does not, Hash decides.
	Ours  bool
	Hash  string // of what it says, as it is read back
	Parts int    // pages below it that belong to it
}

// Account is whose access it is, and where pages go.
type Account struct {
	Name     string
	Room     string // as Sink takes it
	RoomName string
	Rights   []string
	Ends     time.Time // of the access; zero where it is not told
}

// Sink is one such service, as one account. Its methods may be called at once. Their errors are an *outward.RefusedError, an
// *outward.LaterError, or a fault that may pass.
type Sink interface {
	// Find looks for a page by its key; ok is false for none. What is in the bin is not found.
	Find(ctx context.Context, key string) (o Object, ok bool, err error)
	// Look says how a page stands that is known. Mark is that of whoever wrote it last.
	Look(ctx context.Context, id, mark string) (Object, error)
	// Create makes an empty page. Twice, there are two.
	Create(ctx context.Context, p Page) (Object, error)
	// Fill replaces all that a page says, and its title, and reads it back. Twice is once.
	Fill(ctx context.Context, id string, p Page) (Object, error)
	// Trash puts a page into the bin, or takes it back out. Twice is once.
	Trash(ctx context.Context, id string, gone bool) error
}
