package llm

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	openai "github.com/sashabaranov/go-openai"
)

// Endpoint is a Provider that speaks the chat completions protocol, with the
// fields that OpenRouter adds to it. It is safe for use by many goroutines.
type Endpoint struct {
	Base string       // of the API, "https://openrouter.ai/api/v1"
	Key  string       // empty for an endpoint that asks for none
	HTTP *http.Client // nil means one without a time limit of its own
	// Stall bounds how long a stream may be without data; zero means 45 s.
	Stall time.Duration
	// Referer and Title tell OpenRouter which program calls.
	Referer, Title string
	Now            func() time.Time
}

// No redirect is followed: key and prompt are for this endpoint alone.
func (e *Endpoint) buildClient() *http.Client {
	var c http.Client
	if e.HTTP != nil {
		c = *e.HTTP
	}
	c.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &c
}

const (
	stallAfter = 45 * time.Second
	// No answer needs more; a longer body is none.
	bodyLimit = 8 << 20
)

var (
	errStall    = errors.New("no data for too long")
	errTryLimit = errors.New("the time for this try is up")
	errTooLong  = errors.New("the body is too long")
)

// Complete makes one call.
func (e *Endpoint) Complete(ctx context.Context, w Wire) (Raw, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	w.Stream = w.Stream && !w.hasTrait(TraitNoStream)
	w = e.describeForm(w)
	d := &doer{endpoint: e, wire: w, cancel: cancel}
	conf := openai.DefaultConfig("") // the doer alone knows the key
	conf.BaseURL = strings.TrimRight(e.Base, "/")
	conf.HTTPClient = d
	conf.EmptyMessagesLimit = 1_000_000
	err := sendRequest(ctx, openai.NewClientWithConfig(conf), chatRequest(w))
	return d.readOutcome(ctx, err)
}

// The prompt shows the form of its reply where the endpoint may not take it as a parameter:
// OpenRouter is told to use only upstreams that do, others may pass over it in silence.
func (e *Endpoint) describeForm(w Wire) Wire {
	if w.Schema == nil || strings.Contains(e.Base, "openrouter.ai") && !w.Loose && w.takesExtras() && !w.hasTrait(TraitFormat) {
		return w
	}
	var form bytes.Buffer
	if err := json.Compact(&form, w.Schema.Local); err != nil {
		form.Write(w.Schema.Local) // as it was written
	}
	last := len(w.Messages) - 1
	if last < 0 {
		return w
	}
	w.Messages = slices.Clone(w.Messages)
	m := &w.Messages[last]
	m.Parts = append(slices.Clip(m.Parts), Part{Text: "The form of the reply, as a JSON schema:\n" + form.String()})
	return w
}

// What the library makes of the answer is not used, since it drops what a ledger needs; an error
// of it matters only when no response came.
func sendRequest(ctx context.Context, client *openai.Client, r openai.ChatCompletionRequest) error {
	if !r.Stream {
		_, err := client.CreateChatCompletion(ctx, r)
		return err
	}
	stream, err := client.CreateChatCompletionStream(ctx, r)
	if err != nil {
		return err
	}
	return stream.Close()
}

func chatRequest(w Wire) openai.ChatCompletionRequest {
	r := openai.ChatCompletionRequest{Model: w.Model, Stream: w.Stream}
	if w.hasTrait(TraitCompletionTokens) {
		r.MaxCompletionTokens = w.MaxTokens
	} else {
		r.MaxTokens = w.MaxTokens //nolint:staticcheck // many compatible endpoints know only the older name
	}
	if r.Stream && !w.hasTrait(TraitNoStreamOptions) && !w.hasTrait(TraitBare) {
		// OpenRouter always counts; others want to be asked.
		r.StreamOptions = &openai.StreamOptions{IncludeUsage: true}
	}
	for _, m := range w.mergeMessages() {
		r.Messages = append(r.Messages, m.toWire())
	}
	r.Tools = wireTools(w.Tools)
	if w.Schema != nil && w.Traits[TraitFormat] == formatObject {
		r.ResponseFormat = &openai.ChatCompletionResponseFormat{Type: openai.ChatCompletionResponseFormatTypeJSONObject}
	}
	if w.Schema != nil && !w.hasTrait(TraitFormat) && !w.hasTrait(TraitBare) {
		r.ResponseFormat = &openai.ChatCompletionResponseFormat{
			Type: openai.ChatCompletionResponseFormatTypeJSONSchema,
			JSONSchema: &openai.ChatCompletionResponseFormatJSONSchema{
				Name: w.Schema.Name, Schema: w.Schema.Wire, Strict: true,
			},
		}
	}
	return r
}

// One message of the user is made where a model takes none of the system, or no two of one side in
// a row.
func (w Wire) mergeMessages() []Message {
	if !w.hasTrait(TraitNoSystem) {
		return w.Messages
	}
	all := Message{Role: roleUser}
	for _, m := range w.Messages {
		all.Parts = append(all.Parts, m.Parts...)
	}
	return []Message{all}
}

const partGap = "\n\n"

func (m Message) joinText() string {
	var all []string
	for _, p := range m.Parts {
		if p.Picture == nil {
			all = append(all, p.Text)
		}
	}
	return strings.Join(all, partGap)
}

// Words alone are a string, which every endpoint knows; pictures come in parts.
func (m Message) toWire() openai.ChatCompletionMessage {
	var parts []openai.ChatMessagePart
	for _, p := range m.Parts {
		if p.Picture != nil {
			parts = append(parts, openai.ChatMessagePart{Type: openai.ChatMessagePartTypeImageURL, ImageURL: &openai.ChatMessageImageURL{URL: p.Picture.buildAddress()}})
		}
	}
	if len(parts) == 0 {
		return openai.ChatCompletionMessage{Role: m.Role, Content: m.joinText()}
	}
	return openai.ChatCompletionMessage{Role: m.Role, MultiContent: append(parts, openai.ChatMessagePart{Type: openai.ChatMessagePartTypeText, Text: m.joinText()})}
}

func (d *doer) readOutcome(ctx context.Context, err error) (Raw, error) {
	if !d.answered {
		return Raw{}, d.explainSilence(ctx, err)
	}
	raw, fault := d.got.readAnswer()
	if broken := d.explainBreak(ctx); broken != nil && (fault == nil || fault.Place != PlaceStatus) {
		if fault == nil && (raw.Finish != "" || raw.ended) {
			return raw, nil // the end came before the connection broke
		}
		broken.Status, broken.Generation = d.got.status, raw.Generation
		fault = broken
	}
	if isCancelled(ctx) && !d.hitOurLimit(ctx) {
		return raw, fmt.Errorf("%w: %w", context.Canceled, context.Cause(ctx))
	}
	if fault != nil {
		return raw, fault
	}
	return raw, nil
}

func (d *doer) hitOurLimit(ctx context.Context) bool {
	cause := context.Cause(ctx)
	return errors.Is(cause, errStall) || errors.Is(cause, errTryLimit)
}

func (d *doer) explainSilence(ctx context.Context, err error) error {
	if err == nil {
		err = errors.New("no response")
	}
	switch {
	case d.hitOurLimit(ctx), errors.Is(ctx.Err(), context.DeadlineExceeded):
		return &Fault{Place: PlaceSilence, Err: errTryLimit}
	case ctx.Err() != nil:
		return fmt.Errorf("%w: %w", context.Canceled, context.Cause(ctx))
	case !d.sent:
		return &Fault{Place: PlaceStatus, Status: http.StatusBadRequest, Kind: "invalid_request", Message: err.Error(), Err: err}
	}
	return &Fault{Place: PlaceNetwork, Written: d.written.Load(), Err: err}
}

// It returns nil when a response came whole.
func (d *doer) explainBreak(ctx context.Context) *Fault {
	cause := context.Cause(ctx)
	switch {
	case d.readErr == nil:
		return nil
	case errors.Is(d.readErr, errTooLong):
		return &Fault{Place: PlaceProtocol, Err: errTooLong}
	case errors.Is(cause, errStall):
		return &Fault{Place: PlaceStall, Err: errStall}
	case errors.Is(cause, errTryLimit), errors.Is(ctx.Err(), context.DeadlineExceeded):
		return &Fault{Place: PlaceDeadline, Err: errTryLimit}
	}
	return &Fault{Place: PlaceCut, Err: d.readErr}
}
