package trial

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/frasier-cos/frasier/internal/coding"
)

// Known remembers how checks ended on trees that changes start from. Steps that are worked on side
// by side start from the same one: the first to come tries it and the others wait, instead of each
// building the same anew. What failed is told to those who waited and then tried again: what
// failed for want of a program may pass once it is there.
type Known struct {
	mu    sync.Mutex
	tried []*base // the newest last
}

// done is closed when the checks of the tree have ended.
type base struct {
	key    string
	done   chan struct{}
	trials []coding.Trial
	err    error
}

const mostKnown = 32 // some kilobytes each

// do runs unless the tree is known or under way.
func (k *Known) runOnce(ctx context.Context, s Subject, do func() ([]coding.Trial, error)) ([]coding.Trial, error) {
	key := keyOf(s)
	for {
		b, mine := k.claimTree(key)
		if mine {
			b.trials, b.err = do()
			if b.err != nil || slices.ContainsFunc(b.trials, func(t coding.Trial) bool { return !t.Good() }) {
				k.removeTree(b)
			}
			close(b.done)
			return b.trials, b.err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-b.done:
		}
		if b.err == nil {
			return slices.Clone(b.trials), nil
		}
	}
}

func keyOf(s Subject) string {
	return strings.Join(append([]string{s.Repository.ID, s.Repository.Name, s.Tree, fmt.Sprint(s.Repository.Policy.Services)}, s.Repository.Checks...), "\x00")
}

// mine says that the caller fills the place that was made.
func (k *Known) claimTree(key string) (b *base, mine bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if i := slices.IndexFunc(k.tried, func(b *base) bool { return b.key == key }); i >= 0 {
		return k.tried[i], false
	}
	b = &base{key: key, done: make(chan struct{})}
	k.tried = append(k.tried, b)
	if len(k.tried) > mostKnown {
		k.tried = slices.Delete(k.tried, 0, 1)
	}
	return b, true
}

func (k *Known) removeTree(b *base) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.tried = slices.DeleteFunc(k.tried, func(o *base) bool { return o == b })
}
