package view_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/dashboard/view"
	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/org"
)

// A picture says that it goes on where its page is too narrow for it, and the
// page's style knows every width that the pictures name.
func TestAPictureSaysThatItGoesOn(t *testing.T) {
	style, err := os.ReadFile("../assets/style.css")
	if err != nil {
		t.Fatal(err)
	}
	chain := func(n int) string {
		var boxes []view.Box
		for i := range n {
			b := view.Box{Step: org.Step{ID: org.StepID(fmt.Sprint("s", i)), Title: "One"}}
			if i > 0 {
				b.DependsOn = []org.StepID{org.StepID(fmt.Sprint("s", i-1))}
			}
			boxes = append(boxes, b)
		}
		return string(view.Plan(boxes))
	}
	at := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct{ picture, class string }{
		"two columns":   {chain(2), "below508"},
		"three columns": {chain(3), "below776"},
		"four columns":  {chain(4), "always"},
		"a timeline":    {string(view.Timeline([]view.Bar{{Step: "s1", From: at, Till: at.Add(time.Minute)}})), "below922"},
	} {
		if !strings.Contains(c.picture, `<p class="goeson `+c.class+`">`) {
			t.Errorf("%s: no line of the class %s: %s", name, c.class, c.picture[strings.LastIndex(c.picture, "</svg>"):])
		}
		if !strings.Contains(string(style), ".goeson."+c.class+"{display:block}") {
			t.Errorf("the style does not show the line of the class %s", c.class)
		}
		var wide, below int
		if fmt.Sscanf(c.class, "below%d", &below); below == 0 { //nolint:errcheck // "always" has no width
			continue
		}
		_, width, _ := strings.Cut(c.picture, `<svg width="`)
		if _, err := fmt.Sscanf(width, "%d", &wide); err != nil || wide > below {
			t.Errorf("%s is %d px wide, its line shows below %d (%v)", name, wide, below, err)
		}
		if !strings.Contains(string(style), fmt.Sprintf("@container(max-width:%dpx){.goeson.%s{", below-1, c.class)) {
			t.Errorf("%s: the style shows the line at another width than %d", name, below-1)
		}
	}
}

// A founder reads sizes of models in words.
func TestABoxHasNoTier(t *testing.T) {
	two := []view.Box{{Step: org.Step{ID: "s1", Title: "One", Tier: org.T2}, By: "Scout"}, {Step: org.Step{ID: "s2", Title: "Two", Tier: org.TX, DependsOn: []org.StepID{"s1"}}}}
	if found := lazyregexp.New(`\bT[0-3X]\b`).FindString(string(view.Plan(two))); found != "" {
		t.Errorf("the picture says %q", found)
	}
}
