package cmd_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/frasier-cos/frasier/llm/llmtest"
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

// serveSpeech starts a service for speech that hears the same words in everything: speech 'the words'.
func serveSpeech(ts *testscript.TestScript, neg bool, args []string) {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, head, err := r.FormFile("file")
		if err != nil || r.URL.Path != "/v1/audio/transcriptions" || r.Header.Get("Authorization") != "Bearer sk-speech" || !strings.HasSuffix(head.Filename, ".ogg") {
			w.WriteHeader(http.StatusBadRequest)
			fmt.Fprint(w, `{"error":{"message":"no such request is documented"}}`)
			return
		}
		fmt.Fprintf(w, `{"text":%q}`, args[0])
	}))
	atEnd(ts, srv.Close)
	ts.Setenv("FRASIER_TRANSCRIBE_URL", srv.URL+"/v1")
	ts.Setenv("TRANSCRIBE_API_KEY", "sk-speech")
}
