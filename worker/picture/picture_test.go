package picture_test

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/worker/picture"
)

func step(id, title, role string, state org.StepState, needs ...org.StepID) org.Step {
	return org.Step{ID: org.StepID(id), Title: title, Role: role, Kind: org.KindResearch, State: state, DependsOn: needs}
}

// lisbon is a mission in the middle of its work, with every state there is.
func lisbon() reports.Drawing {
	held := step("s6", "Draft of the lease", "Legal reader", org.StepPending, "s3")
	held.Held = org.HoldGate
	return reports.Drawing{
		Project: org.Project{ID: "p3", Title: "Enter the Lisbon market with one shop in spring"},
		Mission: org.Mission{ID: "n1", Label: "the work"},
		Steps: []org.Step{
			step("s1", "Size of the market", "Market researcher", org.StepCompleted),
			step("s2", "Rivals and their prices", "Market researcher", org.StepCompleted),
			step("s3", "Rents in Chiado, Baixa and Alvalade, by square metre and year, with the agents' fees", "Market researcher", org.StepInProgress),
			step("s4", "Tourists by month", "Market researcher", org.StepFailed),
			step("s5", "Pricing plan", "Pricing analyst", org.StepInReview, "s1", "s2"),
			held,
			step("s7", "Launch week", "Content lead", org.StepCancelled, "s4"),
			step("s8", "Recommendation with a yes or a no", "Chief of staff", org.StepPending, "s1", "s2", "s3", "s5", "s6", "s7"),
		},
	}
}

// wide is a mission of so many steps that most need nothing.
func wide(n int) reports.Drawing {
	d := reports.Drawing{Project: org.Project{ID: "p4", Title: "Compare all suppliers"}, Mission: org.Mission{ID: "n2"}}
	var all []org.StepID
	for i := range n - 1 {
		id := fmt.Sprintf("s%d", i)
		var needs []org.StepID
		if i > 8 {
			needs = []org.StepID{org.StepID(fmt.Sprintf("s%d", i%9))}
		}
		d.Steps = append(d.Steps, step(id, fmt.Sprintf("Supplier number %d and its terms", i+1), "Buyer", org.StepPending, needs...))
		all = append(all, org.StepID(id))
	}
	d.Steps = append(d.Steps, step("end", "Choose one", "Buyer", org.StepPending, all...))
	return d
}

func drawn(t *testing.T, d reports.Drawing) []byte {
	t.Helper()
	raw, err := picture.Draw(d)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func decoded(t *testing.T, raw []byte) image.Image {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

func TestPicture(t *testing.T) {
	for name, d := range map[string]reports.Drawing{
		"lisbon": lisbon(), "wide": wide(24), "folded": wide(70), "one": {Steps: lisbon().Steps[:1]}, "none": {},
	} {
		raw := drawn(t, d)
		if again := drawn(t, d); !bytes.Equal(raw, again) {
			t.Errorf("%s: drawn twice, the bytes differ", name)
		}
		size := decoded(t, raw).Bounds()
		if size.Dx() != 1200 || size.Dy() > 6000 || len(raw) > 1<<20 {
			t.Errorf("%s: %v, %d bytes; want 1200 wide, at most 6000 high and 1 MB", name, size, len(raw))
		}
	}
}

// A title without spaces is broken into lines like any other; none of it is left out.
func TestTitlesWithoutSpaces(t *testing.T) {
	title := strings.Repeat("価格と契約、", 8)
	got := picture.Lines(title, 400, 4)
	if len(got) < 2 || strings.Join(got, "") != title {
		t.Errorf("the lines are %q", got)
	}
	if got := picture.Lines("Set the price for all of the bikes", 200, 4); len(got) < 2 || strings.Join(got, " ") != "Set the price for all of the bikes" {
		t.Errorf("the lines are %q", got)
	}
}

// Titles in other scripts are drawn with the fonts of the system.
func TestTitlesInOtherScripts(t *testing.T) {
	draw := func(fonts, title string) []byte {
		t.Setenv("XDG_DATA_DIRS", fonts)
		t.Setenv("XDG_DATA_HOME", "")
		t.Setenv("HOME", t.TempDir())
		d := lisbon()
		d.Steps[0].Title = title
		return drawn(t, d)
	}
	const fonts = "../../internal/typeface/testdata/share"
	for _, title := range []string{"日本語 価格", "שלום", "한국"} {
		if bytes.Equal(draw(fonts, title), draw(t.TempDir(), title)) {
			t.Errorf("%s is drawn the same without fonts and with them", title)
		}
	}
}
