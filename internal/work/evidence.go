package work

import (
	"encoding/json"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// LeftOutEnding ends the name of the file beside the index of the founder's folder that lists what
// of the folder is skipped.
const LeftOutEnding = ".left"

// Document is one text that may be cited: an attachment, a corpus file or a
// fetched page. Its id is the hash of Text, so a quote is checked by anyone
// who has the bytes.
type Document struct {
	ID        org.DocumentID
	Title     string
	URL       string // as it was asked for; "file:NAME" for files; never empty
	Cited     string // of a page, where a reader finds it; empty for URL
	Site      string // registered domain, or "file"
	Origin    Origin
	Text      string // extracted, neutralised; at most the extraction limit
	Published string // as the page says, "2026-03-01"; empty when unknown
	Thin      bool   // a web page with too little text to count as a source
	Failure   string // why it could not be read, a word or two ("blocked"); such a document has no Text and no ID
	FetchedAt time.Time
	Retries   int // how often the step asked for it again
}

// Address returns where a reader finds the document.
func (d Document) Address() string {
	if d.Cited != "" {
		return d.Cited
	}
	return d.URL
}

// Origin tells where a document came from.
type Origin string

// The origins of documents.
const (
	OriginAttachment Origin = "attachment" // the founder's own file
	OriginCorpus     Origin = "corpus"     // a file in FRASIER_CORPUS
	OriginWeb        Origin = "web"        // a page found by search
	OriginLink       Origin = "link"       // a page the founder pointed at
	OriginStep       Origin = "step"       // what was delivered before, in another project
)

// Unread is a source that the founder named and that was not read.
type Unread struct {
	Name  string `json:"name"`  // a link, a file, or the number of a project
	Cause string `json:"cause"` // in a few words; empty when nobody looked at it
}

// Causes for which a founder can open what nobody here can.
const (
	NeedsSignIn  = "asks for a sign-in"
	NeedsBrowser = "shown only to browsers"
	NeedsPayment = "for subscribers only"
	NeedsPerson  = "asks whether a person reads it"
	NeedsConsent = "asks for consent to cookies"
)

// Help says what a founder can do about sources that were not read; empty where nothing helps.
func Help(list []Unread) string {
	share, attach := false, false
	for _, u := range list {
		switch u.Cause {
		case NeedsSignIn:
			share = true
		case NeedsBrowser, NeedsPayment, NeedsPerson, NeedsConsent:
			attach = true
		}
	}
	switch {
	case share:
		return "What asks for a sign-in can be read once it is shared with everybody who has the link, or attached as a file."
	case attach:
		return "What only you can open can be read once you attach it as a file or paste its text."
	}
	return ""
}

// Passage is a span of a document, on sentence borders.
type Passage struct {
	ID       string         `json:"id"` // "S3:p12": the third source of the step, its twelfth passage
	Document org.DocumentID `json:"document"`
	Source   int            `json:"source"` // the 3 of S3
	Start    int            `json:"start"`  // byte offsets into Document.Text
	End      int            `json:"end"`
	Text     string         `json:"text"`
	Site     string         `json:"site"`
	Title    string         `json:"title"`
	URL      string         `json:"url"`
	Date     string         `json:"date"`
	For      []string       `json:"for"` // sub-questions it was chosen for
	// FetchedAt is the time at which the document was read.
	FetchedAt time.Time `json:"fetched_at"`
}

// Citation is one verified claim: Quote is Document.Text[Start:End], byte for
// byte.
type Citation struct {
	Claim     string         `json:"claim"`
	Quote     string         `json:"quote"`
	Document  org.DocumentID `json:"document"`
	Title     string         `json:"title"`
	URL       string         `json:"url"`
	Start     int            `json:"start"`
	End       int            `json:"end"`
	Passage   string         `json:"passage"` // the marker's id in the step's text: "S3:p12"
	FetchedAt time.Time      `json:"fetched_at"`
	Published string         `json:"published,omitempty"` // "2026-03-01" or "2025-05", as the document says; empty when unknown
}

// SubQuestion is one question a step's research must answer.
type SubQuestion struct {
	ID        string   `json:"id"`
	Text      string   `json:"text"`
	Serves    []string `json:"serves"` // acceptance ids
	Need      string   `json:"need"`   // fact, number, list, comparison, opinion, mechanism
	FreshDays int      `json:"fresh_days"`
}

// Query is one search.
type Query struct {
	Text      string   `json:"q"`
	For       []string `json:"for"`
	Angle     string   `json:"angle"`
	Freshness string   `json:"freshness"` // any, pd, pw, pm, py
}

// ChecklistItem is one yes-or-no question of the critic, fixed before writing.
type ChecklistItem struct {
	ID    string `json:"id"`
	Dim   string `json:"dim"`   // depth, accuracy, actionability, completeness
	Level string `json:"level"` // must, plus, exceptional
	Text  string `json:"text"`
}

// Inquiry is the outcome of stage A for a step.
type Inquiry struct {
	Questions []SubQuestion   `json:"sub_questions"`
	Queries   []Query         `json:"queries"`
	Checklist []ChecklistItem `json:"checklist"`
	Known     []string        `json:"known"`
	// Whole says that the documents at hand go to the author as they are, with
	// nothing asked or searched.
	Whole bool `json:"whole,omitempty"`
	// Outside was given to the asking; nil in what is from before it was kept.
	Outside *Outside `json:"outside,omitempty"`
}

// Finding is one statement with the quote that supports it.
type Finding struct {
	Question string   `json:"sub_question"`
	Text     string   `json:"text"`
	Passages []string `json:"passage_ids"`
	Quote    string   `json:"quote"`
	Kind     string   `json:"kind"` // number, fact, opinion, definition
	AsOf     string   `json:"as_of"`
}

// Evidence is the outcome of research for writing.
type Evidence struct {
	Inquiry   Inquiry   `json:"inquiry"`
	Passages  []Passage `json:"passages"`
	Findings  []Finding `json:"findings"`
	Covered   []string  `json:"covered"`   // sub-question ids
	Gaps      []string  `json:"gaps"`      // what could not be established, in sentences
	Conflicts []string  `json:"conflicts"` // in sentences, with both figures
	Notes     []string  `json:"notes"`     // "7 of 16 pages could not be read (...)"
	// Unopened are the papers of the founder's folder that were not read, each with its
	// file, language, date and length.
	Unopened []string `json:"unopened,omitempty"`
	// Untaken are the claims of the model that were not taken as they came, in sentences
	// for whoever asks why.
	Untaken  []string   `json:"untaken,omitempty"`
	Spent    BudgetUsed `json:"spent"`
	Sources  int        `json:"sources"`  // readable sources
	Unsought bool       `json:"unsought"` // the step does no research by its kind or depth
	Trail    Trail      `json:"trail"`
	// Outside was given to the search; nil in what is from before it was kept.
	Outside *Outside `json:"outside,omitempty"`
}

// Outside keeps the input of a stage of research that another time or another machine would not
// give it: the hour, and by what was asked, as JSON, what answered: the founder's folder, his
// sites, the search engine. Texts stand in the records of the step.
type Outside struct {
	At      time.Time                  `json:"at"`
	Answers map[string]json.RawMessage `json:"answers,omitempty"`
}

// Trail is the way research went, so that a revision can go on from there.
type Trail struct {
	Queries []Query  `json:"queries"` // as they were sent, in order
	Tried   []string `json:"tried"`   // addresses that were asked for
	Sources []string `json:"sources"` // addresses of the readable sources: source 1 is the first
}

// More is the outcome of a search for the defects of a draft.
type More struct {
	Wants    []Want     `json:"wants"`
	Passages []Passage  `json:"passages"` // new ones, numbered after those there are
	Spent    BudgetUsed `json:"spent"`    // with what the step had spent before
	Trail    Trail      `json:"trail"`    // with the way before
	Sources  int        `json:"sources"`  // readable sources in all
	Notes    []string   `json:"notes"`
	// Outside was given to the search; nil in what is from before it was kept.
	Outside *Outside `json:"outside,omitempty"`
}

// Want is something that a draft lacks, and the ids of the new passages on it;
// none when nothing was found.
type Want struct {
	Text  string   `json:"text"`
	Found []string `json:"found"`
}

// Empty reports whether research was due and found nothing to cite.
func (e Evidence) Empty() bool { return !e.Unsought && len(e.Passages) == 0 }

// BudgetUsed counts what research spent.
type BudgetUsed struct {
	Queries   int `json:"queries"`
	Fetches   int `json:"fetches"`
	GapCycles int `json:"gap_cycles"`
	Unread    int `json:"unread"` // fetches that gave no text
}
