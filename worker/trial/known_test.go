package trial

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
)

// Those who start from the same tree at once have it tried once; what ended well is known from then on.
func TestABaseIsTriedOnce(t *testing.T) {
	t.Parallel()
	var k Known
	var n atomic.Int64
	goes := make(chan struct{})
	s := Subject{Tree: "t", Repository: coding.Repository{Name: "shop", Checks: []string{"a"}}}
	do := func() ([]coding.Trial, error) {
		<-goes
		n.Add(1)
		return []coding.Trial{{Name: "a"}}, t.Context().Err()
	}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if got, err := k.runOnce(t.Context(), s, do); err != nil || len(got) != 1 {
				t.Errorf("%v, %v", got, err)
			}
		})
	}
	close(goes)
	all.Wait()
	other := s
	other.Repository.Checks = []string{"a", "b"}
	for _, s := range []Subject{s, other, s} {
		if _, err := k.runOnce(t.Context(), s, do); err != nil {
			t.Error(err)
		}
	}
	if n.Load() != 2 {
		t.Errorf("tried %d times, want once for each set of checks", n.Load())
	}
}

// What failed, and what was not tried to its end, is tried again.
func TestABaseThatFailedIsTriedAgain(t *testing.T) {
	t.Parallel()
	var k Known
	s, n := Subject{Tree: "t"}, 0
	for _, want := range []error{context.Canceled, nil, nil} {
		got, err := k.runOnce(t.Context(), s, func() ([]coding.Trial, error) {
			n++
			return []coding.Trial{{Name: "a", Exit: 1}}, want
		})
		if !errors.Is(err, want) || len(got) != 1 {
			t.Errorf("%v, %v", got, err)
		}
	}
	if n != 3 {
		t.Errorf("tried %d times, want 3", n)
	}
	// Whoever waits for one that breaks off does it himself.
	began, breaks := make(chan struct{}), make(chan struct{})
	go func() {
		_, _ = k.runOnce(context.Background(), s, func() ([]coding.Trial, error) { //nolint:errcheck // it breaks off
			close(began)
			<-breaks
			return nil, context.Canceled
		})
	}()
	<-began
	close(breaks)
	if got, err := k.runOnce(t.Context(), s, func() ([]coding.Trial, error) { return []coding.Trial{{Name: "a"}}, nil }); err != nil || len(got) != 1 {
		t.Errorf("after one that broke off: %v, %v", got, err)
	}
	ended, stop := context.WithCancel(t.Context())
	stop()
	waits := Subject{Tree: "w"}
	k.claimTree(keyOf(waits))
	if _, err := k.runOnce(ended, waits, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("whoever is stopped while he waits: %v", err)
	}
}
