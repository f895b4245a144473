package work

import "strings"

// OwnPaper reports whether a source's address is that of a document that Frasier itself
// delivered, in another project: "file:p1/deliverable.md".
func OwnPaper(address string) bool {
	project, ok := strings.CutPrefix(address, "file:p")
	digits, file, _ := strings.Cut(project, "/")
	return ok && file == "deliverable.md" && digits != "" && strings.Trim(digits, "0123456789") == ""
}
