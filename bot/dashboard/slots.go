package dashboard

import "sync"

// streamSlots are the streams that may be open at once. Its methods may be called at once.
type streamSlots struct {
	mu   *sync.Mutex
	open map[string]int // by who reads
}

func newStreamSlots() streamSlots { return streamSlots{mu: new(sync.Mutex), open: map[string]int{}} }

// take opens a stream for a reader. What it returns gives the place back; false: there is none.
func (s streamSlots) take(reader string) (giveBack func(), ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := 0
	for _, n := range s.open {
		all += n
	}
	if all >= streams || s.open[reader] >= holderMost {
		return nil, false
	}
	s.open[reader]++
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.open[reader]--; s.open[reader] == 0 {
			delete(s.open, reader)
		}
	}, true
}
