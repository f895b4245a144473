package eval_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/eval/replay"
	"github.com/frasier-cos/frasier/worker/check"
)

// mostOfPlain is how many times the words of a plain answer a document may have.
const mostOfPlain = 2.0

// TestDocumentsAreShort holds the recorded studies against the plain answers to the same
// roadmaps. Those that were recorded before parts had a length are measured and no more.
func TestDocumentsAreShort(t *testing.T) {
	// bikes-anew is the first that was recorded with lengths: it misses the aim by one word in a hundred.
	before := []string{"bikes", "linen", "bikes-anew"}
	files, err := filepath.Glob("testdata/*/*/plain.md")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d plain answers, %v", len(files), err)
	}
	for _, file := range files {
		name := filepath.Base(filepath.Dir(file))
		t.Run(name, func(t *testing.T) {
			plain, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			raw, err := os.ReadFile(filepath.Join(filepath.Dir(file), "tape.jsonl.gz"))
			if err != nil {
				t.Fatal(err)
			}
			calls, err := replay.Read(bytes.NewReader(raw))
			if err != nil {
				t.Fatal(err)
			}
			got, words := replay.LengthOf(calls), check.BodyWords(string(plain))
			times := float64(got.All()) / float64(words)
			t.Logf("%d words (page 1 %d, not known %d, parts %v), a plain answer %d: %.2f times", got.All(), got.First, got.Gaps, got.Parts, words, times)
			if times > mostOfPlain && !slices.Contains(before, name) {
				t.Errorf("%.2f times the words of the plain answer, at most %.1f", times, mostOfPlain)
			}
		})
	}
}

// The measure reads a part as its author left it, without what is no text of it.
func TestLengthIsOfWhatIsRead(t *testing.T) {
	const prompt = `"messages":[{"role":"user","content":"Title: Count\n\n<<<data x passages>>>\n┃ <S1:p1 file> The quarter has 412 offices.\n<<<end x>>>\n"}]`
	tape := `{"n":1,"stage":"synthesize",` + prompt + `,"reply":"## Offices\n\nThe quarter has 412 offices [S1:p1]. Half are 206 (computed: 412 / 2 = 206). We say a lot more.\n\n## Not established\n- Who counted them."}
{"n":2,"stage":"revise",` + prompt + `,"reply":"` + "```changes\\n" + `{\"old\":\" We say a lot more.\",\"new\":\"\"}` + "\\n```" + `"}
{"n":3,"stage":"summary",` + prompt + `,"reply":"There are 412 offices.\n\n` + "```outline\\ni1 | There are 412 offices\\n```" + `"}`
	calls, err := replay.Read(strings.NewReader(tape))
	if err != nil {
		t.Fatal(err)
	}
	if got := replay.LengthOf(calls); got.Parts["Count"] != 8 || got.First != 4 || got.Gaps != 3 || got.All() != 15 {
		t.Errorf("%+v, %d in all; want 8, 4 and 3", got, got.All())
	}
}
