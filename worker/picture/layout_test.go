package picture_test

import (
	"bytes"
	"image"
	"testing"

	"pgregory.net/rapid"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
	"github.com/frasier-cos/frasier/worker/picture"
)

// graph draws a random mission in which steps need earlier ones.
func graph(t *rapid.T, most int) reports.Drawing {
	n := rapid.IntRange(1, most).Draw(t, "steps")
	d := reports.Drawing{Project: org.Project{Title: rapid.String().Draw(t, "title")}}
	states := []org.StepState{org.StepPending, org.StepInProgress, org.StepInReview, org.StepCompleted, org.StepFailed, org.StepCancelled}
	for i := range n {
		var needs []org.StepID
		for range rapid.IntRange(0, min(i, 4)).Draw(t, "needs") {
			needs = append(needs, d.Steps[rapid.IntRange(0, i-1).Draw(t, "need")].ID)
		}
		d.Steps = append(d.Steps, step(string(rune('A'+i)), rapid.StringN(0, 120, -1).Draw(t, "label"), rapid.StringN(0, 30, -1).Draw(t, "role"),
			rapid.SampledFrom(states).Draw(t, "state"), needs...))
	}
	return d
}

// TestBoxesDoNotTouch: whatever the steps need, no two boxes touch, all are on
// the picture, each stands below what it needs, no line runs through a box it
// has nothing to do with, and no step is left out.
func TestBoxesDoNotTouch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := graph(t, 60)
		boxes, ways, size := picture.Layout(d)
		if want := min(len(d.Steps), 24); len(boxes) > 24 || len(d.Steps) <= 24 && len(boxes) != want {
			t.Fatalf("%d boxes for %d steps", len(boxes), len(d.Steps))
		}
		for i, a := range boxes {
			if !a.In(image.Rectangle{Max: size}) || a.Dx() < 120 {
				t.Fatalf("box %d is %v on a picture of %v", i, a, size)
			}
			for k, b := range boxes[:i] {
				if a.Inset(-4).Overlaps(b) {
					t.Fatalf("boxes %d %v and %d %v touch", i, a, k, b)
				}
			}
		}
		for _, w := range ways {
			if boxes[w.From].Max.Y >= boxes[w.To].Min.Y {
				t.Fatalf("box %d does not stand above box %d, which needs it", w.From, w.To)
			}
			for _, lane := range w.Lanes {
				for k, b := range boxes {
					if lane.Overlaps(b) {
						t.Fatalf("the line from %d to %d runs through box %d %v at %v", w.From, w.To, k, b, lane)
					}
				}
			}
		}
	})
}

func TestAnyGraphIsDrawnTheSameTwice(t *testing.T) {
	tries := testlevel.Count(3, 12, 100)
	seen := 0
	rapid.Check(t, func(rt *rapid.T) {
		if seen++; seen > tries {
			return
		}
		d := graph(rt, 40)
		one, err := picture.Draw(d)
		if err != nil {
			rt.Fatal(err)
		}
		if two, err := picture.Draw(d); err != nil || !bytes.Equal(one, two) {
			rt.Fatalf("drawn twice, the bytes differ (%v)", err)
		}
		decoded(t, one)
	})
}

// TestStateIsMoreThanColour: two states differ where a printer knows no
// colours.
func TestStateIsMoreThanColour(t *testing.T) {
	states := []org.StepState{org.StepPending, org.StepInProgress, org.StepInReview, org.StepCompleted, org.StepFailed, org.StepCancelled}
	var marks [][]bool
	for _, s := range states {
		img := decoded(t, drawn(t, reports.Drawing{Steps: []org.Step{step("a", "A", "", s)}}))
		boxes, _, _ := picture.Layout(reports.Drawing{Steps: []org.Step{step("a", "A", "", s)}})
		var light []bool
		for y := range 34 {
			for x := range 34 {
				r, g, b, _ := img.At(boxes[0].Min.X+18+x, boxes[0].Min.Y+18+y).RGBA()
				light = append(light, min(r, g, b) > 0xe000)
			}
		}
		marks = append(marks, light)
	}
	for i := range marks {
		for k := range i {
			differ := 0
			for at := range marks[i] {
				if marks[i][at] != marks[k][at] {
					differ++
				}
			}
			if differ < 40 {
				t.Errorf("the marks of %s and %s differ in %d of 1156 points", states[i], states[k], differ)
			}
		}
	}
}
