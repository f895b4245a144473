package view_test

import (
	"encoding/xml"
	"errors"
	"fmt"
	"html/template"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/dashboard/view"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// elements reads a picture as XML and returns how often it has each element.
func elements(t *testing.T, picture string) map[string]int {
	t.Helper()
	out := map[string]int{}
	d := xml.NewDecoder(strings.NewReader(picture))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return out
		}
		if err != nil {
			t.Fatalf("the picture is not well formed: %v\n%.2000s", err, picture)
		}
		if e, is := token.(xml.StartElement); is {
			out[e.Name.Local]++
		}
	}
}

// hostile is every sort of text that could break out of a picture.
const hostile = `</text><script>alert(1)</script>"'&<svg onload=alert(1)> ` + "\u202e\u0000" + ` an end`

// holds draws every picture with a text in each place that takes one: they
// are well formed and have our elements only.
func holds(t *testing.T, text string) {
	t.Helper()
	at := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	boxes := []view.Box{
		{Step: org.Step{ID: "s1", Title: text, State: org.StepCompleted}, By: text, Took: time.Minute, Cost: org.Dollar},
		{Step: org.Step{ID: "s2", Title: strings.Repeat("x", 8000), State: org.StepPending, DependsOn: []org.StepID{"s1"}}},
	}
	bars := []view.Bar{{Step: "s1", Title: text, From: at, Till: at.Add(time.Minute), Fate: text, Stages: []time.Time{at.Add(time.Second)}}, {Step: "s2", Title: "b", From: at, Till: at, Waits: true}}
	days := []reports.DayCost{{Day: "2026-03-02", Tier: org.T2, Cost: org.Dollar}, {Day: "2026-03-01", Tier: org.Tier(text), Cost: 1}}
	for name, picture := range map[string]string{
		"plan": string(view.Plan(boxes)), "timeline": string(view.Timeline(bars)), "columns": string(view.Columns(days, at, 30)),
	} {
		for e := range elements(t, picture) {
			if !strings.Contains(" svg a title rect path text g p span ", " "+e+" ") {
				t.Errorf("%s has an element %s", name, e)
			}
		}
	}
}

func TestPicturesHoldAnyTitle(t *testing.T) {
	t.Parallel()
	holds(t, hostile)
}

func FuzzPicturesHoldAnyTitle(f *testing.F) {
	for _, text := range []string{hostile, "", "Oats & rye", "]]>", "<!--", "\xff\xfe", "\ufffe", "<?xml?>", strings.Repeat("<", 300)} {
		f.Add(text)
	}
	f.Fuzz(holds)
}

// A night in which nobody worked does not squeeze the work into a corner.
func TestTimelineFoldsIdleTime(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 2, 18, 0, 0, 0, time.UTC)
	day := []view.Bar{{Step: "s1", Title: "a", From: at, Till: at.Add(10 * time.Minute)}, {Step: "s2", Title: "b", From: at.Add(14 * time.Hour), Till: at.Add(14*time.Hour + 10*time.Minute)}}
	picture := string(view.Timeline(day))
	if elements(t, picture); strings.Count(picture, `class="fold"`) != 1 {
		t.Errorf("no fold in %s", picture)
	}
	var first, second [2]int
	for n, into := range []*[2]int{&first, &second} {
		bar := strings.Split(picture, `class="bar`)[n+1]
		if _, err := fmt.Sscanf(bar[strings.Index(bar, `x=`):], `x="%d"`, &into[0]); err != nil {
			t.Fatal(err)
		}
		if _, err := fmt.Sscanf(bar[strings.Index(bar, `width=`):], `width="%d"`, &into[1]); err != nil {
			t.Fatal(err)
		}
	}
	if first[1] < 250 || second[1] < 250 || second[0] < first[0]+first[1] {
		t.Errorf("bars at %v and %v (left, width): the work is squeezed", first, second)
	}
}

// Every page can be read, asks for no function that is not there, and has its values where they can be escaped.
func TestPagesAreWhole(t *testing.T) {
	t.Parallel()
	p, err := view.New()
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("pages/*.html")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".html")
		if name == "base" || name == "parts" {
			continue
		}
		var escape *template.Error // found before anything is shown, so that no facts are needed
		if err := p.Render(io.Discard, name, nil, false); errors.As(err, &escape) {
			t.Error(err)
		}
	}
}
