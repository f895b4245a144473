package senses_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
)

// The same bytes are paid for once: in one message, and in a later one.
func TestTheSamePictureIsReadOnce(t *testing.T) {
	t.Parallel()
	b := open(t, llmtest.Options{})
	bill := drawn(t, receipt)
	kept := b.read(t, org.Reading{Name: "a.png", Data: bill}, org.Reading{Name: "b.png", Data: bill})
	once := len(b.server.Requests())
	if kept[0][0] == "" || kept[1][0] != kept[0][0] {
		t.Fatalf("kept %v", kept)
	}
	first := kept[0][0]
	kept = b.read(t, org.Reading{Name: "c.png", Data: bill, Words: "And the coffee?", Before: &org.Read{Name: "a.png", Text: first, Note: "In a.png two readers differ."}})
	if kept[0][0] != first || kept[0][1] != "In c.png two readers differ." {
		t.Errorf("kept %q of a picture that was read before", kept[0])
	}
	if n := len(b.server.Requests()); n != once {
		t.Errorf("%d calls for the same picture again", n-once)
	}
}

// What would say less than asking anew is not taken: a photo that other words come
// with, and letters alone where a model sees.
func TestAPictureIsLookedAtAnew(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		before, words string
		anew          bool
	}{
		"a photo, other words": {org.SeenText("acme/eyes", org.SeenWhat("photo", "A shop.")), "What stands in the window?", true},
		"a photo, no words":    {org.SeenText("acme/eyes", org.SeenWhat("photo", "A shop.")), "", false},
		"a photo, same words":  {org.SeenText("acme/eyes", org.SeenWhat("photo", "A shop.")), "Look.", false},
		"letters alone":        {org.SeenText("tesseract", "What stands in it:\n\nTotal"), "", true},
	} {
		b := open(t, llmtest.Options{})
		kept := b.read(t, org.Reading{Name: "a.png", ContentType: "image/png", Data: drawn(t, receipt), Words: c.words, Before: &org.Read{Name: "a.png", Text: c.before, Words: "Look."}})
		if anew := strings.Contains(kept[0][0], "Cafe Lumen"); anew != c.anew {
			t.Errorf("%s: looked at anew: %t, want %t", name, anew, c.anew)
		}
	}
}
