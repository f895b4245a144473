package web

// Exported is exported.
func Exported(link string) string { return formatExport(link) }
