package command

// ForPhone is forPhone, for tests.
func ForPhone(markdown string) string { return forPhone(markdown) }
