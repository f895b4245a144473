package workspace

// Leftover is leftover.
func Leftover(to, name string) string { return nameStaged(to, name) }

// CopyWorked is copyWorked.
func CopyWorked(from, to string, names []string) error { return copyWorked(from, to, names) }
