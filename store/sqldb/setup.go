package sqldb

// Setup holds the settings of this process as JSON, and their hash.
type Setup struct{ ID, Body string }

// UseSetup has this process note with what it does how it is set up.
func (d *DB) UseSetup(body string) {
	d.setup.Store(&Setup{HexSum([]byte(body)), body})
}

// NoteSetup returns the id of how this process is set up, which it stores beside what
// carries that id. It is empty in a process that names none.
func (t *Tx) NoteSetup() (string, error) {
	if t.setup == nil {
		return "", nil
	}
	return t.setup.ID, t.Exec(`INSERT INTO setups (id, body, at) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING`, t.setup.ID, t.setup.Body, t.Now)
}
