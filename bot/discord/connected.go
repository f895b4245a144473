package discord

// Connected reports whether the gateway is ready: what founders say arrives at
// once.
func (d *Door) Connected() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.there
}
