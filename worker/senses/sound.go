package senses

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"mime/multipart"
	"net/http"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/redact"
	"github.com/frasier-cos/frasier/internal/retry"
	"github.com/frasier-cos/frasier/llm"
)

// Ear is an endpoint that turns speech into text by OpenAI's protocol.
type Ear struct {
	URL    string // base, "https://api.openai.com/v1"
	Key    string // empty for an endpoint that asks for none
	Model  string
	Minute org.NanoUSD // what a minute costs; 0 when it is not known
	HTTP   *http.Client
	Ledger llm.Records
	Now    func() time.Time
	Log    *slog.Logger // may be nil
}

const (
	hearLimit  = 5 * time.Minute // of one call
	wordsBytes = 1 << 20         // of an answer
)

// No further try changes a refusal.
type refusedError struct{ said string }

func (e *refusedError) Error() string { return e.said }

// An error means that the recording may be tried later.
func (r *Reader) listenTo(ctx context.Context, one org.Reading) (fileText, error) {
	if r.Ear == nil {
		return fileText{note: fmt.Sprintf("I can't listen to %s: set FRASIER_TRANSCRIBE_URL to a service that turns speech into text (docs/deploy.md). It is kept; please type it.", one.Name)}, nil
	}
	lasts, known := readDuration(one.Data)
	switch {
	case len(one.Data) > soundBytes:
		return fileText{note: fmt.Sprintf("%s has %d MB, and I listen to %d MB at the most. Send it in parts.", one.Name, len(one.Data)>>20, soundBytes>>20)}, nil
	case known && lasts > soundLasts:
		return fileText{note: fmt.Sprintf("%s takes %d minutes, and I listen to %d at the most. Send it in parts.", one.Name, int(lasts.Minutes()), int(soundLasts.Minutes()))}, nil
	}
	words, err := r.Ear.hearRecording(ctx, one, lasts)
	if refused := new(refusedError); errors.As(err, &refused) {
		return fileText{note: fmt.Sprintf("The service for speech did not take %s (%s). It is kept; please type it.", one.Name, refused.said)}, nil
	}
	if err != nil {
		return fileText{}, err
	}
	if words = cleanWords(words); words == "" {
		return fileText{note: "I heard no words in " + one.Name + "."}, nil
	}
	if kinds, _ := redact.Marked(words); len(kinds) > 0 {
		return fileText{text: words, note: "What you said holds " + strings.Join(kinds, " and ") + "; I kept it out of what I wrote down."}, nil
	}
	return fileText{text: words}, nil
}

// The call is written down with its price, the words without secrets. The same recording of the
// same message is paid for once.
func (e *Ear) hearRecording(ctx context.Context, one org.Reading, lasts time.Duration) (string, error) {
	cost := e.Minute * org.NanoUSD(lasts.Milliseconds()) / org.NanoUSD(time.Minute.Milliseconds())
	now := e.Now()
	call := org.ModelCall{
		Key: "hear:" + string(one.Message) + ":" + strconv.Itoa(one.N), Try: 1, Purpose: org.StageHear, TierAsked: org.T1, Tier: org.T1, Model: e.Model,
		Deadline: now.Add(hearLimit), At: now, Reserve: cost,
	}
	begun, there, err := e.Ledger.BeginCall(ctx, call)
	if errors.Is(err, org.ErrBudget) {
		return "", retry.After(err, 5*time.Minute)
	}
	if err != nil {
		return "", err
	}
	if there {
		return begun.Reply, nil
	}
	words, failed := e.postRecording(ctx, one)
	words, _ = redact.Secrets(words)
	end := org.CallEnd{Key: call.Key, Try: max(1, begun.Try), State: org.CallUsable, Reply: words, Model: e.Model, At: e.Now(), Cost: cost, CostSource: org.CostComputed}
	if e.Minute == 0 || lasts == 0 {
		end.Cost, end.CostSource = 0, org.CostUnknown
	}
	if failed != nil {
		end.State, end.Cost, end.CostSource, end.ErrorClass, end.Waits = org.CallFailed, 0, org.CostFree, "speech", true
	}
	_, err = llm.EndCall(ctx, e.Ledger, end, retry.Clock{}, cmp.Or(e.Log, slog.New(slog.DiscardHandler)))
	return words, errors.Join(failed, err)
}

func (e *Ear) postRecording(ctx context.Context, one org.Reading) (string, error) {
	ctx, stop := context.WithTimeout(ctx, hearLimit)
	defer stop()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	file, err := form.CreateFormFile("file", "recording"+soundEnding(one)) // the name that its sender gave stays here
	if err == nil {
		_, err = file.Write(one.Data)
	}
	for _, field := range [][2]string{{"model", e.Model}, {"response_format", "json"}} {
		if err == nil {
			err = form.WriteField(field[0], field[1])
		}
	}
	if err = errors.Join(err, form.Close()); err != nil {
		return "", fmt.Errorf("write a recording down: %w", err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, strings.TrimRight(e.URL, "/")+"/audio/transcriptions", &body)
	if err != nil {
		return "", fmt.Errorf("ask for the words of a recording: %w", err)
	}
	req.Header.Set("Content-Type", form.FormDataContentType())
	if e.Key != "" {
		req.Header.Set("Authorization", "Bearer "+e.Key)
	}
	client := http.Client{Transport: e.HTTP.Transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	res, err := client.Do(req)
	if err != nil {
		return "", fmt.Errorf("ask for the words of a recording: %w", err)
	}
	raw, err := io.ReadAll(io.LimitReader(res.Body, wordsBytes))
	if err = errors.Join(err, res.Body.Close()); err != nil {
		return "", fmt.Errorf("read the words of a recording: %w", err)
	}
	return e.understandReply(res, redact.Cut(raw, e.Key))
}

func (e *Ear) understandReply(res *http.Response, raw []byte) (string, error) {
	var said struct {
		Text  *string `json:"text"`
		Error any     `json:"error"`
	}
	err := json.Unmarshal(raw, &said)
	if res.StatusCode == http.StatusOK {
		if err != nil || said.Text == nil {
			return "", errors.New("the service for speech answers with something else than words")
		}
		return *said.Text, nil
	}
	words := strings.TrimSpace(string(raw))
	if m, ok := said.Error.(map[string]any); ok {
		if text, ok := m["message"].(string); ok {
			words = text
		}
	}
	words = strings.Join(strings.Fields(cleanWords(words)), " ")
	failed := fmt.Errorf("the service for speech answers %s: %.200s", res.Status, words)
	switch res.StatusCode {
	case http.StatusBadRequest, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity:
		return "", &refusedError{fmt.Sprintf("it says: %.160s", words)}
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusPaymentRequired, http.StatusNotFound:
		const rest = 5 * time.Minute // until somebody has put it right
		return "", retry.After(failed, rest)
	}
	if n, err := strconv.Atoi(res.Header.Get("Retry-After")); err == nil {
		return "", retry.After(failed, time.Duration(n)*time.Second)
	}
	return "", failed
}

// Endpoints know the form of a recording by its ending.
func soundEnding(one org.Reading) string {
	raw := one.Data
	switch {
	case bytes.HasPrefix(raw, []byte("OggS")):
		return ".ogg"
	case bytes.HasPrefix(raw, []byte("RIFF")):
		return ".wav"
	case bytes.HasPrefix(raw, []byte("fLaC")):
		return ".flac"
	case bytes.HasPrefix(raw, []byte("\x1aE\xdf\xa3")):
		return ".webm"
	case len(raw) >= 8 && string(raw[4:8]) == "ftyp":
		return ".m4a"
	case strings.EqualFold(path.Ext(one.Name), ".aac"):
		return ".aac"
	}
	return ".mp3"
}
