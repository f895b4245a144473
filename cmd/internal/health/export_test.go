package health

// Crowded is a process that serves so many connections at once.
func Crowded(p Process, conns int) Process {
	p.conns = conns
	return p
}
