package org

import "github.com/frasier-cos/frasier/internal/lazyregexp"

// Template is the form of a project's document. It steers how the parts are
// planned and written, and how the document looks.
type Template string

// The templates.
const (
	TemplateReport Template = "report" // what was found, weighed, with sources
	TemplateGuide  Template = "guide"  // how a reader does something, chapter by chapter
	TemplateBrief  Template = "brief"  // one decision on a few pages
	TemplateKit    Template = "kit"    // checklists and copy, ready to paste
)

var onePage = lazyregexp.New(`(?i)\b(?:one|single)[- ]page(?:r|rs)?\b|\bon (?:one|a single) page\b`)

// PageWords counts the words that fit one page, with their tables.
const PageWords = 380

// OnePage reports whether a title asks for a piece on one page, which then has a page
// and files of its own.
func OnePage(title string) bool { return onePage.MatchString(title) }
