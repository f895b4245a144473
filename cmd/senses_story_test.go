package cmd_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/frasier-cos/frasier/internal/testing/llmtest"
)

// drawPicture makes a picture of words that the fake model can read from its pixels: draw shot.png 'a line' 'a line'...
func drawPicture(ts *testscript.TestScript, neg bool, args []string) {
	raw, err := llmtest.DrawText(strings.Join(args[1:], "\n"), 2)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), raw, 0o600))
}

// record makes a voice message: record voice.ogg.
func record(ts *testscript.TestScript, neg bool, args []string) {
	raw, err := os.ReadFile(filepath.Join("..", "worker", "senses", "testdata", "note.ogg"))
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), raw, 0o600))
}

// founderFiles are files as a founder sends them, by other people's programs.
const founderFiles = "testdata/founder"

// takeFiles puts a founder's files of a kind into the story's folder: files pictures.
func takeFiles(ts *testscript.TestScript, neg bool, args []string) {
	list, err := filepath.Glob(filepath.Join(founderFiles, args[0], "*"))
	ts.Check(err)
	if len(list) == 0 {
		ts.Fatalf("there are no %s", args[0])
	}
	for _, name := range list {
		raw, err := os.ReadFile(name)
		ts.Check(err)
		ts.Check(os.WriteFile(ts.MkAbs(filepath.Base(name)), raw, 0o600))
	}
}

// hears says what a recording says: the same words in everything, or, of a founder's
// notes, what stands beside the one with these bytes.
func hears(ts *testscript.TestScript, words string) func(raw []byte) (string, bool) {
	if words != "notes" {
		return func([]byte) (string, bool) { return words, true }
	}
	said := map[string]string{}
	list, err := filepath.Glob(filepath.Join(founderFiles, "notes", "*.txt"))
	ts.Check(err)
	for _, name := range list {
		text, err := os.ReadFile(name)
		ts.Check(err)
		raw, err := os.ReadFile(strings.TrimSuffix(name, ".txt"))
		ts.Check(err)
		said[string(raw)] = string(text)
	}
	return func(raw []byte) (string, bool) { text, known := said[string(raw)]; return text, known }
}

// serveSpeech starts a service for speech that hears the same words in everything, speech 'the words', or
// knows a founder's notes by their bytes, speech notes.
func serveSpeech(ts *testscript.TestScript, neg bool, args []string) {
	heard := hears(ts, args[0])
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		file, head, err := r.FormFile("file")
		if err != nil || r.URL.Path != "/v1/audio/transcriptions" || r.Header.Get("Authorization") != "Bearer sk-speech" || !slices.Contains(strings.Fields(".ogg .oga .m4a .mp3 .wav"), filepath.Ext(head.Filename)) {
			w.WriteHeader(http.StatusBadRequest)
			fmt.Fprint(w, `{"error":{"message":"no such request is documented"}}`)
			return
		}
		raw, err := io.ReadAll(file)
		words, known := heard(raw)
		if err != nil || !known {
			w.WriteHeader(http.StatusBadRequest)
			fmt.Fprint(w, `{"error":{"message":"these bytes are no recording that was sent"}}`)
			return
		}
		fmt.Fprintf(w, `{"text":%q}`, words)
	}))
	atEnd(ts, srv.Close)
	ts.Setenv("FRASIER_TRANSCRIBE_URL", srv.URL+"/v1")
	ts.Setenv("TRANSCRIBE_API_KEY", "sk-speech")
}
