// Package pages splits a list of hits into pages.
package pages

// Count says how many pages that many hits fill.
func Count(hits, size int) int {
	if hits <= 0 || size <= 0 {
		return 0
	}
	return hits / size
}

// Page gives the hits of one page; the first page is 1.
func Page(hits []string, page, size int) []string {
	if page < 1 || page > Count(len(hits), size) {
		return nil
	}
	start := (page - 1) * size
	return hits[start : start+size]
}
