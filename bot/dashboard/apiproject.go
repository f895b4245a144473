package dashboard

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/internal/attest"
	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// Answers about one project or step, as in apianswers.go.
type (
	apiStepList struct {
		Steps []noun.Step `json:"steps"`
		Next  string      `json:"next,omitempty"`
	}
	apiCitation struct {
		Step     org.StepID     `json:"step"`
		Claim    string         `json:"claim"`
		Quote    string         `json:"quote"`
		Document org.DocumentID `json:"document"`
		Title    string         `json:"title"`
		URL      string         `json:"url,omitempty"`
		Start    int            `json:"start"` // bytes, in the document's text
		End      int            `json:"end"`
		Fetched  time.Time      `json:"fetched_at,omitzero"`
	}
	apiCitationList struct {
		Citations []apiCitation `json:"citations"`
		Next      string        `json:"next,omitempty"`
	}
)

// An entry of a list of quotes is named by a step and a number.
var citationKey = lazyregexp.New(`^s[0-9]{1,18}[.][0-9]{1,9}$`)

// isProject returns org.ErrNotFound unless there is a project of the id that is
// asked for: each has a line in the journal.
func (s *server) isProject(r *http.Request) error {
	id := r.PathValue("id")
	if !projectID.MatchString(id) {
		return org.ErrNotFound
	}
	lines, err := s.Records.EventsAfter(r.Context(), org.ProjectID(id), 0, 1)
	if err == nil && len(lines) == 0 {
		err = org.ErrNotFound
	}
	return err
}

func (s *server) ticket(r *http.Request) (reports.Ticket, error) {
	id := r.PathValue("id")
	if !projectID.MatchString(id) {
		return reports.Ticket{}, org.ErrNotFound
	}
	return s.Records.Ticket(r.Context(), org.ProjectID(id), s.Now())
}

func (s *server) apiSteps(r *http.Request, _ org.Token) (any, error) {
	t, err := s.ticket(r)
	if err != nil {
		return nil, err
	}
	all := []noun.Step{}
	for _, step := range t.Steps {
		all = append(all, noun.StepOf(step))
	}
	var out apiStepList
	out.Steps, out.Next, err = pageOf(r, all, stepID, func(i int) string { return string(all[i].ID) })
	return out, err
}

func (s *server) apiCitations(r *http.Request, _ org.Token) (any, error) {
	if err := s.isProject(r); err != nil {
		return nil, err
	}
	found, err := s.Records.Citations(r.Context(), org.ProjectID(r.PathValue("id")))
	if err != nil {
		return nil, err
	}
	all, keys, of := []apiCitation{}, []string{}, map[org.StepID]int{}
	for _, c := range found {
		of[c.Step]++
		keys = append(keys, fmt.Sprintf("%s.%d", c.Step, of[c.Step]))
		all = append(all, apiCitation{c.Step, c.Claim, c.Quote, c.Document, c.Title, c.URL, c.Start, c.End, c.FetchedAt})
	}
	var out apiCitationList
	out.Citations, out.Next, err = pageOf(r, all, citationKey, func(i int) string { return keys[i] })
	return out, err
}

// pageOf picks the part of a list that a request asks for, and the key of its last
// entry when more follow. form is how such keys look.
func pageOf[T any](r *http.Request, all []T, form *lazyregexp.Regexp, key func(int) string) (some []T, next string, err error) {
	n, err := noun.Limit(r.URL.Query())
	if err != nil {
		return nil, "", err
	}
	begin := 0
	after := r.URL.Query().Get("after")
	if after != "" && !form.MatchString(after) {
		return nil, "", faultOf(http.StatusBadRequest, "after is what \"next\" said before, not %.40q.", after)
	}
	if after != "" {
		for i := range all {
			if key(i) == after {
				begin = i + 1
			}
		}
		if begin == 0 {
			return nil, "", faultOf(http.StatusConflict, "The list has no %s any more. Begin again without \"after\".", after)
		}
	}
	if end := begin + n; end < len(all) {
		return all[begin:end], key(end - 1), nil
	}
	return all[begin:], "", nil
}

func (s *server) apiReceipt(r *http.Request, _ org.Token) (any, error) {
	if id := r.PathValue("id"); projectID.MatchString(id) {
		return s.Records.Receipt(r.Context(), org.ProjectID(id))
	}
	return nil, org.ErrNotFound
}

func (s *server) apiDocument(r *http.Request, _ org.Token) (any, error) {
	if err := s.isProject(r); err != nil {
		return nil, err
	}
	d, err := s.Records.Deliverable(r.Context(), org.ProjectID(r.PathValue("id")))
	if err == nil && d.Markdown == "" {
		err = org.ErrNotFound
	}
	return asIs{"text/markdown", func(w http.ResponseWriter) error {
		_, err := io.WriteString(w, d.Markdown)
		return err
	}}, err
}

// apiBundle names prices and models, and the words of the order, only to whoever asks for them.
func (s *server) apiBundle(r *http.Request, _ org.Token) (any, error) {
	if err := s.isProject(r); err != nil {
		return nil, err
	}
	want := attest.Want{Project: org.ProjectID(r.PathValue("id"))}
	for name, into := range map[string]*bool{"cost": &want.Cost, "order": &want.Order} {
		switch text := r.URL.Query().Get(name); text {
		case "yes":
			*into = true
		case "", "no":
		default:
			return nil, faultOf(http.StatusBadRequest, "%s is yes or no, not %.40q.", name, text)
		}
	}
	raw, err := s.Bundle(r.Context(), want)
	if lost := new(attest.LostError); errors.As(err, &lost) {
		return nil, faultOf(http.StatusConflict, "%s.", err)
	}
	return asIs{"text/plain", func(w http.ResponseWriter) error {
		_, err := w.Write(raw)
		return err
	}}, err
}

// lineAfter is the line of the journal that a request wants those after; 0 for the
// beginning.
func lineAfter(text string) (int64, error) {
	if text == "" {
		return 0, nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 {
		return 0, faultOf(http.StatusBadRequest, "after is the number of a line of the journal, not %.40q.", text)
	}
	return n, nil
}
