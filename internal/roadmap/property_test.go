package roadmap_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/roadmap"
	"github.com/frasier-cos/frasier/internal/tools/bench/pace"
)

// line is one item of a random roadmap.
type line struct {
	Title string
	Phase int
	Needs []int
	Done  bool
}

// plan draws items whose edges all point to items drawn before them; the
// phases are in order, so nothing moves.
func plan(t *rapid.T) []line {
	n := rapid.IntRange(1, 60).Draw(t, "items")
	words := rapid.StringMatching(`[A-Z][a-z]{2,6}( [a-z]{2,7}){0,3}`)
	out := make([]line, 0, n)
	phase := 0
	for i := range n {
		phase += rapid.SampledFrom([]int{0, 0, 0, 1}).Draw(t, "step")
		l := line{Title: fmt.Sprintf("%s x%d", words.Draw(t, "title"), i), Phase: phase, Done: rapid.IntRange(0, 4).Draw(t, "done") == 0}
		for range rapid.IntRange(0, min(i, 3)).Draw(t, "needs") {
			l.Needs = append(l.Needs, rapid.IntRange(0, i-1).Draw(t, "need"))
		}
		slices.Sort(l.Needs)
		l.Needs = slices.Compact(l.Needs)
		out = append(out, l)
	}
	return out
}

// render writes the roadmap in one of the notations, chosen for each item.
func render(t *rapid.T, lines []line) string {
	var b strings.Builder
	b.WriteString("# Random\n")
	phase := -1
	for _, l := range lines {
		if l.Phase != phase {
			phase = l.Phase
			fmt.Fprintf(&b, "\n## Phase %d: part\n\n", phase+1)
		}
		box := rapid.SampledFrom([]string{"- ", "- [ ] "}).Draw(t, "box")
		if l.Done {
			box = "- [x] "
		}
		var needs []string
		for _, n := range l.Needs {
			needs = append(needs, lines[n].Title)
		}
		title := l.Title
		if rapid.Bool().Draw(t, "bold") {
			title = "**" + title + "**"
		}
		switch {
		case needs == nil:
			fmt.Fprintf(&b, "%s%s\n", box, title)
		case rapid.Bool().Draw(t, "inline"):
			fmt.Fprintf(&b, "%s%s (after %s) !t1\n", box, title, strings.Join(needs, "; "))
		default:
			key := rapid.SampledFrom([]string{"after", "Needs", "depends on"}).Draw(t, "key")
			fmt.Fprintf(&b, "%s%s @role\n  - %s: %s\n", box, title, key, strings.Join(needs, ", "))
		}
	}
	return b.String()
}

func facts(r org.Roadmap) []line {
	at := map[string]int{}
	for i, it := range r.Items {
		at[it.Key] = i
	}
	var out []line
	for _, it := range r.Items {
		l := line{Title: it.Title, Phase: it.Phase, Done: it.Done}
		for _, k := range it.Needs {
			l.Needs = append(l.Needs, at[k])
		}
		out = append(out, l)
	}
	return out
}

func parsed(t *rapid.T, src string) org.Roadmap {
	r, err := roadmap.Parse("random.md", src)
	if err != nil {
		t.Fatalf("Parse(%q): %v", src, err)
	}
	return r
}

func TestRenderedRoadmapComesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := plan(t)
		first := want[0].Phase
		src := render(t, want)
		for i := range want {
			want[i].Phase -= first
		}
		if d := cmp.Diff(want, facts(parsed(t, src)), cmpopts.EquateEmpty()); d != "" {
			t.Fatalf("Parse(%s) (-want +got):\n%s", src, d)
		}
	})
}

func TestTickThenParse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src := render(t, plan(t))
		before := parsed(t, src)
		done := map[string]string{}
		for _, it := range before.Items {
			if rapid.Bool().Draw(t, "tick") {
				done[it.Key] = "deliverable.md#" + it.Key
			}
		}
		want := facts(before)
		for i, it := range before.Items {
			_, ticked := done[it.Key]
			want[i].Done = it.Done || ticked
		}
		after := parsed(t, tick(src, done))
		if d := cmp.Diff(want, facts(after)); d != "" {
			t.Fatalf("after Tick(%s) (-want +got):\n%s", src, d)
		}
		for _, it := range after.Items {
			if to := done[it.Key]; to != "" && it.Reference != to {
				t.Fatalf("%s: reference %q, want %q", it.Title, it.Reference, to)
			}
		}
	})
}

func TestMissionsKeepEveryOpenItemAndEdge(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := parsed(t, render(t, plan(t)))
		shuffled := r
		shuffled.Items = rapid.Permutation(r.Items).Draw(t, "order")
		limit := rapid.IntRange(1, 9).Draw(t, "limit")
		open := map[string]bool{}
		for _, it := range r.Items {
			if !it.Done {
				open[it.Key] = true
			}
		}
		seen := map[string]bool{}
		phase := 0
		for _, mission := range roadmap.Missions(shuffled, limit) {
			if len(mission) == 0 || len(mission) > limit {
				t.Fatalf("a mission of %d items, limit %d", len(mission), limit)
			}
			for _, it := range mission {
				if it.Phase != mission[0].Phase || it.Phase < phase {
					t.Fatalf("%s of phase %d stands in a mission of phase %d after phase %d", it.Title, it.Phase, mission[0].Phase, phase)
				}
				for _, n := range it.Needs {
					if open[n] && !seen[n] {
						t.Fatalf("%s stands before %s, which it needs", it.Key, n)
					}
				}
				if seen[it.Key] || !open[it.Key] {
					t.Fatalf("%s is there twice or is done", it.Key)
				}
				seen[it.Key] = true
			}
			phase = mission[0].Phase
		}
		if len(seen) != len(open) {
			t.Fatalf("missions hold %d items, want %d", len(seen), len(open))
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{
		"# A\n- [ ] b (after c)\n- c\n", "|task|after|\n|-|-|\n|a|b|\n|b||\n", "1. a\n2. b → a\n", "- a:\n  - b\n    - needs: c\n",
		"---\nx: y\n---\n- - - 1. [x] a ([result](x))\n", "a → b\n\n- a\n- b\n", "- [\tx] a\n-\n  b\\\n  c", "- ~~a~~ ~4h @b !t1 &#0; \x00\xff",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		if len(src) > 1<<16 {
			return
		}
		began := pace.Spent()
		r, err := roadmap.Parse("fuzz.md", src)
		roadmap.Counts(src)
		roadmap.FromProse(src)
		done := map[string]string{}
		for _, it := range r.Items {
			done[it.Key] = "d#" + it.Key
			if it.Title == "" || it.Phase >= len(r.Phases) || it.Line < 1 {
				t.Errorf("Parse(%q): item %+v", src, it)
			}
		}
		ticked := tick(src, done)
		if took := pace.Spent() - began; took > pace.Most(time.Second) {
			t.Errorf("%d bytes took %v", len(src), took)
		}
		if err != nil {
			return
		}
		again, err := roadmap.Parse("fuzz.md", ticked)
		if err != nil || len(again.Items) != len(r.Items) {
			t.Fatalf("Parse(Tick(%q)) = %q: %d items, %v; want %d", src, ticked, len(again.Items), err, len(r.Items))
		}
	})
}

// TestHugeRoadmaps reads roadmaps at the edge of what a founder may send. Each
// takes some times at most what 500 plain items take in the same run, so that
// neither a slow machine nor the race detector is taken for a slow parser.
func TestHugeRoadmaps(t *testing.T) {
	const most = 20 // times the plain items; 6 were measured
	long := strings.Repeat("word ", 2000)
	var many strings.Builder
	for i := range 500 {
		fmt.Fprintf(&many, "%d. Item %d %s(after Item %d %s)\n", i+1, i, long[:200], max(0, i-1), long[:200])
	}
	plain := strings.Replace(many.String(), fmt.Sprintf("(after Item 0 %s)", long[:200]), "", 1)
	read := func(name, src string) time.Duration {
		began := pace.Spent()
		r, err := roadmap.Parse("x.md", src)
		tick(src, map[string]string{"i1": "x"})
		roadmap.Counts(src)
		took := pace.Spent() - began
		t.Logf("%s: %d items, %v, %.80v", name, len(r.Items), took, err)
		return took
	}
	usual := max(read("500 items", plain), read("500 items again", plain))
	for name, src := range map[string]string{
		"long lines":      strings.Repeat("- "+long+"\n", 100),
		"deep bullets":    strings.Repeat("- ", 3000) + "end",
		"deep lists":      deep(300),
		"brackets":        "- " + strings.Repeat("[", 10000) + "\n- " + strings.Repeat("*a _", 5000),
		"arrows":          "- b\n- " + strings.Repeat("a → ", 3000) + "b\n",
		"groups":          strings.ReplaceAll(deep(300), "[ ] ", "") + strings.Repeat("  ", 300) + "- end\n",
		"unknown targets": strings.Repeat("- a (after "+long[:150]+")\n", 500),
		"inline marks":    "- a " + strings.Repeat("(after none) @b ~4h ", 5000),
		"pipes":           "|task|\n|-|\n" + strings.Repeat("|"+strings.Repeat("x|", 500)+"\n", 100),
		"quotes":          strings.Repeat(">", 5000) + "- a\n",
	} {
		if took := read(name, src); took > most*usual {
			t.Errorf("%s took %v, %.1f times the %v of 500 plain items; want at most %d times", name, took, float64(took)/float64(usual), usual, most)
		}
	}
}

func deep(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%s- [ ] level %d:\n", strings.Repeat("  ", i), i)
	}
	return b.String()
}
