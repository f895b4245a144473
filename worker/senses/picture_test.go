package senses_test

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/gif"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/worker/senses"
)

const receipt = "Cafe Lumen\nCoffee: 4.20\nTotal: 1,240.50"

// What stands in a picture reaches whoever answers, with who read it, whatever the
// form it came in; a picture on its side is turned, and what a camera noted stays here.
func TestPicturesAreRead(t *testing.T) {
	t.Parallel()
	b := open(t, llmtest.Options{})
	sideways := onItsSide(t, receipt)
	kept := b.read(t, org.Reading{Name: "a.png", Data: drawn(t, receipt)}, org.Reading{Name: "b.jpg", Data: sideways}, org.Reading{Name: "c.gif", Data: asGIF(t, drawn(t, receipt))})
	for n, got := range kept {
		for _, want := range []string{"Read from the picture by ", "its figures again by ", "Cafe Lumen\nCoffee: 4.20\nTotal: 1,240.50", "- Total: 1,240.50\n"} {
			if !strings.Contains(got[0]+"\n", want) {
				t.Errorf("file %d: %q lacks %q", n, got[0], want)
			}
		}
		if got[1] != "" {
			t.Errorf("file %d: note %q", n, got[1])
		}
	}
	if len(kept) != 3 {
		t.Fatalf("%d of 3 pictures were read", len(kept))
	}
	shown := 0
	for _, r := range b.server.Requests() {
		for _, raw := range r.Pictures() {
			shown++
			if bytes.Contains(raw, []byte("GPS")) || bytes.Contains(raw, []byte("Exif")) {
				t.Error("what the camera noted went out with the picture")
			}
			if bytes.Equal(raw, sideways) {
				t.Error("the bytes of the sender went to a model")
			}
		}
	}
	if shown < 6 {
		t.Errorf("%d pictures were shown", shown)
	}
}

func asGIF(t *testing.T, raw []byte) []byte {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := gif.Encode(&b, img, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Figures that two readers read differently are both shown, and the founder is told.
func TestReadersThatDiffer(t *testing.T) {
	t.Parallel()
	b := open(t, llmtest.Options{Rules: []llmtest.Rule{{Stage: org.StageFigures, Do: "reply", Reply: `{"figures":[{"label":"Total","value":"1,246.50","printed":true},{"label":"Coffee","value":"4.20","printed":true}]}`}}})
	got := b.read(t, org.Reading{Name: "a.png", Data: drawn(t, receipt)})[0]
	if !strings.Contains(got[0], "- Total: 1,240.50, or 1,246.50 as ") || !strings.Contains(got[0], "- Coffee: 4.20\n") || !strings.Contains(got[1], "two readers differ") || !strings.Contains(got[1], "1,246.50") {
		t.Errorf("text %q, note %q", got[0], got[1])
	}
}

// Figures off a chart say so.
func TestFiguresOffAChart(t *testing.T) {
	t.Parallel()
	b := open(t, llmtest.Options{})
	got := b.read(t, org.Reading{Name: "a.png", Data: drawn(t, "chart of seats\nMarch: 80")})[0]
	if !strings.Contains(got[0], "- March: about 80 (off the chart)") {
		t.Errorf("%q", got[0])
	}
}

// A key in a screenshot is not written down.
func TestSecretsInPictures(t *testing.T) {
	t.Parallel()
	b := open(t, llmtest.Options{})
	const key = "sk-or-v1-0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
	raw, err := llmtest.DrawText("OPENROUTER_API_KEY="+key, 2)
	if err != nil {
		t.Fatal(err)
	}
	got := b.read(t, org.Reading{Name: "a.png", Data: raw})[0]
	if strings.Contains(got[0], key[9:30]) || !strings.Contains(got[1], "change it") {
		t.Errorf("text %q, note %q", got[0], got[1])
	}
	b.books.hold(t, key[9:30])
	if again := b.read(t, org.Reading{Name: "a.png", Data: raw})[0]; again != got {
		t.Errorf("from the ledger: %q, first: %q", again, got)
	}
}

// What cannot be looked at is said with what helps, and no model is asked.
func TestPicturesThatCannotBeRead(t *testing.T) {
	t.Parallel()
	b := open(t, llmtest.Options{})
	whole := drawn(t, receipt)
	kept := b.read(
		t, org.Reading{Name: "huge.png", Data: claimed(30_000, 30_000)}, org.Reading{Name: "cut.png", Data: whole[:len(whole)/2]},
		org.Reading{Name: "odd.png", Data: append([]byte("\x89PNG\r\n"), bytes.Repeat([]byte{7}, 900)...)},
		org.Reading{Name: "thrice.png", Data: whole, Tries: org.ReadingTries},
	)
	for n, want := range []string{"huge.png has 30000 times 30000 pixels, and I look at 40 million at the most", "cut.png is damaged", "odd.png is damaged", "I left thrice.png out"} {
		if !strings.HasPrefix(kept[n][1], want) || kept[n][0] != "" {
			t.Errorf("%q, want %q", kept[n], want)
		}
	}
	if n := len(b.server.Requests()); n != 0 {
		t.Errorf("%d calls were made", n)
	}
}

// claimed is a PNG that says it has so many pixels and holds none.
func claimed(w, h uint32) []byte {
	head := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32([]byte("IHDR"), w), h)
	head = append(head, 8, 2, 0, 0, 0)
	out := binary.BigEndian.AppendUint32([]byte("\x89PNG\r\n\x1a\n"), 13)
	out = append(out, head...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(head))
}

// Without a model that sees, tesseract reads the letters where it is installed; else
// one sentence says what helps. Which of the two this machine has does not matter.
func TestNoModelSees(t *testing.T) {
	t.Parallel()
	b := open(t, llmtest.Options{})
	b.Client.Models = llm.Models{}
	got := b.read(t, org.Reading{Name: "a.png", Data: drawn(t, "TOTAL 4711")})[0]
	letters := strings.Contains(got[0], "Read from the picture by tesseract.") && strings.Contains(got[1], "letters alone")
	helps := got[0] == "" && strings.Contains(got[1], "install tesseract-ocr") && strings.Contains(got[1], "FRASIER_MODEL_T2")
	none := got[0] == "" && strings.Contains(got[1], "holds no letters")
	if !letters && !helps && !none {
		t.Errorf("%q", got)
	}
}

// While the provider is away the message is answered without the picture, which is
// read later.
func TestPictureWaitsForTheProvider(t *testing.T) {
	t.Parallel()
	b := open(t, llmtest.Options{Mode: llmtest.ModeDown})
	if kept := b.read(t, org.Reading{Name: "a.png", Data: drawn(t, receipt)}); len(kept) != 0 || b.desk.off != 1 {
		t.Errorf("kept %v, put off %d times", kept, b.desk.off)
	}
}

// A long screenshot is cut into parts that a model can read.
func TestLongScreenshots(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var raw bytes.Buffer
	if err := png.Encode(&raw, image.NewGray(image.Rect(0, 0, 600, 3000))); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "in"), raw.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	if code := senses.DecodeIn(dir, io.Discard); code != 0 {
		t.Fatalf("exit %d", code)
	}
	for n, want := range map[string]bool{"part1.png": true, "part3.png": true, "part4.png": false} {
		if _, err := os.Stat(filepath.Join(dir, n)); (err == nil) != want {
			t.Errorf("%s is there: %v", n, err == nil)
		}
	}
}

// Two readings of one figure.
func TestFiguresAreCompared(t *testing.T) {
	t.Parallel()
	fig := func(value string, printed bool) senses.Figure {
		return senses.Figure{Label: "Net total", Value: value, Printed: printed}
	}
	for _, c := range []struct {
		first, second string
		printed       bool
		line          string
		differs       bool
	}{
		{"€ 1,240.50", "1.240,50 €", true, "- Net total: € 1,240.50", false},
		{"1 240", "1,240", true, "- Net total: 1 240", false},
		{"4.2M", "42M", true, "- Net total: 4.2M, or 42M as two reads it", true},
		{"4.2M", "4.2k", true, "- Net total: 4.2M, or 4.2k as two reads it", true},
		{"-12 %", "12 %", true, "- Net total: -12 %, or 12 % as two reads it", true},
		{"12", "12 %", true, "- Net total: 12", false},
		{"80", "84", false, "- Net total: about 80 (off the chart)", false},
		{"80", "120", false, "- Net total: about 80 (off the chart), or about 120 as two reads it", true},
	} {
		text, note := senses.Told("chart", fig(c.first, c.printed), fig(c.second, c.printed))
		if !strings.HasSuffix(text, c.line) || (note != "") != c.differs {
			t.Errorf("%s and %s: %q, note %q", c.first, c.second, text, note)
		}
	}
	if text, _ := senses.Told("table", fig("12", true)); !strings.HasSuffix(text, "- Net total: 12 (read once)") {
		t.Errorf("nobody else: %q", text)
	}
}
