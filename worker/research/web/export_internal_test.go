package web

// Exported is exported.
func Exported(link string) string { return exported(link) }
