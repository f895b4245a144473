package senses_test

import (
	"encoding/binary"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
	"github.com/frasier-cos/frasier/worker/senses"
)

// speech is an endpoint for speech as OpenAI documents it: a form with a file of a
// form that it knows, a model, and the key. It answers with what was said.
type speech struct {
	mu    sync.Mutex
	files []string
	said  string
	fail  int
}

func (s *speech) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	refuse := func(status int, text string) {
		w.WriteHeader(status)
		fmt.Fprintf(w, `{"error":{"message":%q,"type":"invalid_request_error","param":null,"code":null}}`, text)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case r.URL.Path != "/v1/audio/transcriptions" || r.Method != http.MethodPost:
		refuse(http.StatusNotFound, "Invalid URL ("+r.Method+" "+r.URL.Path+")")
		return
	case r.Header.Get("Authorization") != "Bearer sk-speech":
		refuse(http.StatusUnauthorized, "Incorrect API key provided: sk-speech.")
		return
	case s.fail > 0:
		refuse(s.fail, "The server had an error while processing your request.")
		return
	}
	file, head, err := r.FormFile("file")
	if err != nil || r.FormValue("model") != "whisper-1" {
		refuse(http.StatusBadRequest, "you must provide a model parameter")
		return
	}
	raw, err := io.ReadAll(file)
	known := []string{".flac", ".m4a", ".mp3", ".mp4", ".mpeg", ".mpga", ".oga", ".ogg", ".wav", ".webm"}
	if err != nil || len(raw) < 100 || !strings.Contains(strings.Join(known, " ")+" ", filepath.Ext(head.Filename)+" ") {
		refuse(http.StatusBadRequest, "Invalid file format. Supported formats: ['flac', 'm4a', 'mp3', 'mp4', 'mpeg', 'mpga', 'oga', 'ogg', 'wav', 'webm']")
		return
	}
	s.files = append(s.files, head.Filename)
	fmt.Fprintf(w, `{"text":%q,"usage":{"type":"duration","seconds":3}}`, s.said)
}

// listening is a reader with an ear.
func listening(t *testing.T, s *speech) *bench {
	t.Helper()
	srv := httptest.NewServer(s)
	t.Cleanup(srv.Close)
	b := open(t, llmtest.Options{})
	b.Ear = &senses.Ear{URL: srv.URL + "/v1", Key: "sk-speech", Model: "whisper-1", Minute: 6 * org.Dollar / 1000, HTTP: srv.Client(), Ledger: b.books, Now: time.Now}
	return b
}

// notes are the recordings of testdata, the same words in each form.
func notes(t *testing.T) (out []org.Reading) {
	t.Helper()
	for _, name := range []string{"note.ogg", "note.m4a", "note.mp3", "note.wav", "note.flac"} {
		raw, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, org.Reading{Name: name, Sense: org.SenseSound, Data: raw})
	}
	return out
}

// Recordings of five forms come back as words, each paid for once and by its length.
func TestRecordingsAreHeard(t *testing.T) {
	t.Parallel()
	s := &speech{said: "Compare the three payroll tools. "}
	b := listening(t, s)
	for range 2 {
		for n, got := range b.read(t, notes(t)...) {
			if got != [2]string{"Compare the three payroll tools.", ""} {
				t.Errorf("file %d: %q", n, got)
			}
		}
	}
	if len(s.files) != 5 || len(b.books.begun) != 5 {
		t.Errorf("%d recordings were sent and %d calls begun, want 5 of each: %v", len(s.files), len(b.books.begun), s.files)
	}
	if strings.Contains(strings.Join(s.files, " "), "note") {
		t.Errorf("the names of the founder's files went out: %v", s.files)
	}
	for key, e := range b.books.ended {
		if key == "hear:m1:4" {
			continue // FLAC says its length where nobody looks yet
		}
		if e.CostSource != org.CostComputed || e.Cost < org.Dollar/10_000 || e.Cost > org.Dollar/1000 {
			t.Errorf("%s cost %v (%s)", key, e.Cost, e.CostSource)
		}
	}
	if e := b.books.ended["hear:m1:4"]; e.CostSource != org.CostUnknown {
		t.Errorf("a recording of unknown length cost %v (%s)", e.Cost, e.CostSource)
	}
}

// A recording whose words came is not sent again because the disk was full when they
// were to be written down.
func TestWordsThatArePaidForAreKept(t *testing.T) {
	t.Parallel()
	s := &speech{said: "Compare the three payroll tools."}
	b := listening(t, s)
	b.books.full = 2
	for range 2 {
		b.read(t, notes(t)[0])
	}
	if got := b.desk.kept[0]; len(s.files) != 1 || got[0] != s.said || b.desk.off > 0 {
		t.Errorf("sent %d times, put off %d times, kept %q", len(s.files), b.desk.off, got)
	}
}

// A key that somebody reads out is not written down, neither in his words nor in the
// ledger, and he is told of it, also when the words come from there.
func TestSpokenSecretsAreNotWrittenDown(t *testing.T) {
	t.Parallel()
	const key = "sk-or-v1-0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
	b := listening(t, &speech{said: "The key is " + key})
	for range 2 {
		got := b.read(t, notes(t)[0])[0]
		if strings.Contains(got[0], key[9:30]) || !strings.HasPrefix(got[0], "The key is [secret removed") || !strings.Contains(got[1], "kept it out") {
			t.Errorf("text %q, note %q", got[0], got[1])
		}
	}
	b.books.hold(t, key[9:30])
}

// What a recording cannot be turned into words for is said, with what helps.
func TestRecordingsThatCannotBeHeard(t *testing.T) {
	t.Parallel()
	b := open(t, llmtest.Options{})
	long := notes(t)[3]
	long.Data = append([]byte(nil), long.Data...)
	binary.LittleEndian.PutUint32(long.Data[28:], uint32(len(long.Data)/1300)) // so few bytes a second make it long
	if got := b.read(t, notes(t)[0])[0]; !strings.Contains(got[1], "FRASIER_TRANSCRIBE_URL") {
		t.Errorf("without a service: %q", got)
	}
	s := &speech{}
	b = listening(t, s)
	kept := b.read(t, notes(t)[0], long, org.Reading{Name: "large.wav", Sense: org.SenseSound, Data: make([]byte, 26<<20)}, org.Reading{Name: "odd.aac", Sense: org.SenseSound, Data: make([]byte, 200)})
	for n, want := range []string{"I heard no words in note.ogg", "note.wav takes 22 minutes, and I listen to 20", "large.wav has 26 MB", "did not take odd.aac (it says: Invalid file format."} {
		if !strings.Contains(kept[n][1], want) || kept[n][0] != "" {
			t.Errorf("%q, want %q", kept[n], want)
		}
	}
	for _, status := range []int{http.StatusTooManyRequests, http.StatusInternalServerError} {
		s.fail = status
		before := b.desk.off
		clear(b.desk.kept)
		b.books.ended = map[string]org.CallEnd{}
		if kept := b.read(t, notes(t)[0]); len(kept) != 0 || b.desk.off != before+1 {
			t.Errorf("%d: kept %v, put off %d times", status, kept, b.desk.off-before)
		}
	}
	b.Ear.Key = "sk-wrong"
	if kept := b.read(t, notes(t)[0]); len(kept) != 0 {
		t.Errorf("a refused key: %v", kept)
	}
}

// How long recordings take, against what ffprobe says of the files.
func TestDuration(t *testing.T) {
	t.Parallel()
	for i, one := range notes(t)[:4] {
		got, ok := senses.Duration(one.Data)
		if want := 4330 * time.Millisecond; !ok || (got-want).Abs() > 150*time.Millisecond {
			t.Errorf("%d %s: %v, want about %v", i, one.Name, got, want)
		}
	}
	if got, ok := senses.Duration([]byte("OggS")); ok {
		t.Errorf("a cut one takes %v", got)
	}
}

func TestPricesOfSpeech(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]org.NanoUSD{"https://api.openai.com/v1": 6 * org.Dollar / 1000, "http://10.0.0.3:8000/v1": 0, "://": 0} {
		if got := senses.MinuteOf(address, "whisper-1"); got != want {
			t.Errorf("%s: %v, want %v", address, got, want)
		}
	}
}
