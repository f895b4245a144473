package postbox

import "time"

// HeadsReadAt returns when each head was read that is in memory.
func (b *Box) HeadsReadAt() []time.Time {
	b.mu.Lock()
	defer b.mu.Unlock()
	var out []time.Time
	for _, h := range b.known {
		out = append(out, h.at)
	}
	return out
}
