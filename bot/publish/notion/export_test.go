package notion

// LayOut returns the first page of a document and the parts below it.
func LayOut(markdown string) (string, []string, error) {
	first, below, err := layOut(markdown)
	var out []string
	for _, b := range below {
		out = append(out, b.text)
	}
	return first.text, out, err
}

// Escape writes words as they are.
func Escape(words string) string { return escape(words) }
