package workspace

// Leftover is leftover.
func Leftover(to, name string) string { return nameStaged(to, name) }
