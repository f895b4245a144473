package work

import (
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// Deliverable is a mission's finished document.
type Deliverable struct {
	Project  org.ProjectID
	Mission  org.MissionID
	Title    string
	Markdown string
	HTML     string
	PDF      []byte
	Files    []org.File // further forms of it, and its pieces as files of their own
	At       time.Time
}
