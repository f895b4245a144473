// Package docs holds the product's own pages, which the dashboard shows.
package docs

import "embed"

// Files are the pages, as Markdown, by file name.
//
//go:embed *.md
var Files embed.FS
