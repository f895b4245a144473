package forge

import (
	"context"

	"github.com/frasier-cos/frasier/internal/outward"
)

// Incoming is what people and programs say at a forge.
type Incoming interface {
	// Issue reads an issue as it is now.
	Issue(ctx context.Context, owner, name string, number int) (outward.Issue, error)
	// Labelled lists the open issues with a label, the newest first, at most a hundred.
	Labelled(ctx context.Context, owner, name, label string) ([]outward.Issue, error)
	// WhoLabelled returns who set a label of an issue last; ok is false where nobody did, or where it was taken off again.
	WhoLabelled(ctx context.Context, owner, name string, number int, label string) (who outward.Person, ok bool, err error)
	// LastEdit says when a label of an issue was set last, and when somebody changed the issue last. GitHub tells of title and text, Gitea of
	// the title alone.
	LastEdit(ctx context.Context, owner, name string, number int, label string) (outward.IssueEdit, error)
	// Comments lists what was said below an issue or a pull request, the oldest first, at most commentsMost.
	Comments(ctx context.Context, owner, name string, number int) ([]outward.Comment, error)
	// Say writes below an issue or a pull request. Twice is there twice.
	Say(ctx context.Context, s outward.Said) (outward.Comment, error)
}

// commentsMost are read of one issue: in a longer talk nobody finds an order either.
const (
	commentsMost = 500
	pageSize     = 50
)
