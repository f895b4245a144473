package fence

import "time"

// WithoutOverlay has a fence copy caches, as it does where the kernel mounts no overlay.
func WithoutOverlay(f *Fence) *Fence {
	f.overlay.once.Do(func() {})
	return f
}

// HasOverlay reports whether caches of a fence that was used are overlays.
func HasOverlay(f *Fence) bool { return f.overlay.mount }

// SetHookLimit gives hooks less time until the test ends.
func SetHookLimit(t interface{ Cleanup(func()) }, limit time.Duration) {
	was := hookLimit
	hookLimit = limit
	t.Cleanup(func() { hookLimit = was })
}
