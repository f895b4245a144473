package reports

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// News lets one noun speak without being asked: the noun's folder makes its words of the figures, which
// nobody else reads. Among stored facts it is a field with the noun's name.
type News struct {
	Noun    string
	Figures any // what the noun reads, and json.RawMessage once it was stored
}

// plainFacts are facts without News and without the methods below.
type plainFacts Facts

// MarshalJSON writes what there is, with the news of a noun under its name.
func (f Facts) MarshalJSON() ([]byte, error) {
	out, err := json.Marshal(plainFacts(f)) //nolint:musttag // its fields are those of Facts, News aside
	if err != nil || f.News == nil {
		return out, err
	}
	if slices.Contains(factNames(), f.News.Noun) || f.News.Noun == "" {
		return nil, fmt.Errorf("news of %q would hide facts of that name", f.News.Noun)
	}
	news, err := json.Marshal(map[string]any{f.News.Noun: f.News.Figures})
	if err != nil {
		return nil, fmt.Errorf("news of %s: %w", f.News.Noun, err)
	}
	if string(out) == "{}" {
		return news, nil
	}
	return append(append(out[:len(out)-1], ','), news[1:]...), nil
}

// UnmarshalJSON reads facts; a field that is none of theirs is the news of a noun.
func (f *Facts) UnmarshalJSON(raw []byte) error {
	if err := json.Unmarshal(raw, (*plainFacts)(f)); err != nil { //nolint:musttag // as above
		return err
	}
	var all map[string]json.RawMessage
	if err := json.Unmarshal(raw, &all); err != nil {
		return err
	}
	f.News = nil
	for name, figures := range all {
		if !slices.Contains(factNames(), name) && (f.News == nil || name < f.News.Noun) { // one has one; of more, always the same
			f.News = &News{Noun: name, Figures: figures}
		}
	}
	return nil
}

// factNames are the fields of facts as they are stored.
func factNames() []string {
	var out []string
	for _, f := range reflect.VisibleFields(reflect.TypeFor[Facts]()) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		out = append(out, name)
	}
	return out
}
