package research_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/worker/research"
)

// The sites that the founder prefers are read before equals, and those that he
// distrusts only after all others.
func TestPreferredAndDistrustedSites(t *testing.T) {
	q := ask("How many practising vets are there in Westvale?", "practising vets Westvale number")
	read := func(prefer, distrust string) []string {
		w, r := smallWeb(t)
		hosts := map[string]string{}
		for _, p := range w.Pages() {
			host, _, _ := strings.Cut(p, "/")
			hosts[host] = strings.TrimPrefix(w.URL(host), "http://")
		}
		number := func(host string) []string {
			if host == "" {
				return nil
			}
			n, _, _ := strings.Cut(hosts[host], ":")
			return []string{n}
		}
		r.Sites = func(context.Context) ([]string, []string, error) { return number(prefer), number(distrust), nil }
		if _, err := r.Gather(t.Context(), research.Job{Step: step("Count the vets of Westvale")}, q); err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, p := range w.Asked()[:min(3, len(w.Asked()))] {
			host, _, _ := strings.Cut(p, "/")
			out = append(out, host)
		}
		return out
	}
	first := read("", "")
	if len(first) != 3 {
		t.Fatalf("read %v; want three pages of the first query", first)
	}
	for _, bad := range first {
		if got := read("", bad); slices.Contains(got, bad) {
			t.Errorf("the distrusted site %s is among the first read: %v", bad, got)
		}
	}
	moved := false
	for _, good := range []string{"petpaper.example", "clinicowner.example", "ruralnews.example", "dogforum.example", "vetmirror.example"} {
		moved = moved || !slices.Contains(first, good) && slices.Contains(read(good, ""), good)
	}
	if !moved {
		t.Errorf("no preferred site is read before %v", first)
	}
}

// A site that only collects what others found out is read last, unless the
// founder prefers it.
func TestSitesThatCollect(t *testing.T) {
	for _, c := range []struct {
		address          string
		prefer, distrust []string
		want             float64
	}{
		{"https://statistics.example/a", nil, nil, 0},
		{"https://www.ehow.com/how_1.html", nil, nil, -0.3},
		{"https://notehow.com/", nil, nil, 0},
		{"https://www.ehow.com/how_1.html", []string{"ehow.com"}, nil, 0.15},
		{"https://quora.com/x", nil, []string{"quora.com"}, -0.3},
		{"https://statistics.example/a", nil, []string{"statistics.example"}, -0.3},
	} {
		if got := research.SiteWeight(c.address, c.prefer, c.distrust); got != c.want {
			t.Errorf("%s with %v preferred and %v distrusted: %v, want %v", c.address, c.prefer, c.distrust, got, c.want)
		}
	}
}
