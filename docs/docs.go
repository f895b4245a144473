// Package docs holds the product's own pages, which the dashboard shows, and the
// description of its API.
package docs

import "embed"

// Files are the pages, as Markdown, by file name.
//
//go:embed *.md
var Files embed.FS

// API describes what programs may ask and are answered, by OpenAPI 3.1.
//
//go:embed openapi.json
var API []byte
