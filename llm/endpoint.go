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
	return d.readOutcome(ctx, d.send(ctx))
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

// chatBody is a request as it goes out: what the library knows of the protocol, and what only OpenRouter
// or a test's endpoint understands.
type chatBody struct {
	openai.ChatCompletionRequest

	Messages  []wireMessage     `json:"messages"` // in place of the library's, whose parts carry no cache marks
	Facts     json.RawMessage   `json:"facts,omitempty"`
	Provider  map[string]any    `json:"provider,omitempty"`
	Reasoning map[string]string `json:"reasoning,omitempty"`
	Session   string            `json:"session_id,omitempty"`
}

func chatRequest(w Wire) chatBody {
	r := chatBody{ChatCompletionRequest: openai.ChatCompletionRequest{Model: w.Model, Stream: w.Stream}}
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
		r.Messages = append(r.Messages, wireMessage{Role: m.Role, Content: m.wireContent(w.takesExtras())})
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
	r.addExtras(w)
	return r
}

// What the model was learnt to want and a test's facts come too.
func (r *chatBody) addExtras(w Wire) {
	for _, b := range w.Blocks {
		if b.Facts != nil {
			r.Facts = b.Facts
		}
	}
	if w.hasTrait(TraitBare) {
		return
	}
	if w.hasTrait(TraitTemperature) {
		r.Temperature = 1
	}
	if w.hasTrait(TraitTopP) {
		r.TopP = 1
	}
	if w.Effort != "" && w.Traits[TraitReasoning] == effortPlain {
		r.ReasoningEffort = w.Effort
	}
	if !w.takesExtras() {
		return
	}
	r.Provider = map[string]any{}
	if w.Schema != nil && !w.Loose {
		r.Provider["require_parameters"] = true
	}
	if len(w.Ignore) > 0 {
		r.Provider["ignore"] = w.Ignore
	}
	if w.Effort != "" {
		r.Reasoning = map[string]string{"effort": w.Effort}
	}
	r.Session = w.Session
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

type wireMessage struct {
	Role    string `json:"role"`
	Content any    `json:"content"` // string, or []wirePart
}

type wirePart struct {
	Type  string                      `json:"type"`
	Text  string                      `json:"text,omitempty"`
	Image *openai.ChatMessageImageURL `json:"image_url,omitempty"`
	Cache map[string]string           `json:"cache_control,omitempty"`
}

// Words alone are a string, which every endpoint knows; pictures and cache marks come in parts.
func (m Message) wireContent(marks bool) any {
	if marks && slices.ContainsFunc(m.Parts, func(p Part) bool { return p.Cache }) {
		return wireParts(m.Parts)
	}
	var parts []wirePart
	for _, p := range m.Parts {
		if p.Picture != nil {
			parts = append(parts, wirePart{Type: "image_url", Image: &openai.ChatMessageImageURL{URL: p.Picture.buildAddress()}})
		}
	}
	if len(parts) == 0 {
		return m.joinText()
	}
	return append(parts, wirePart{Type: "text", Text: m.joinText()})
}

// A cache knows a prompt by its parts, so they are the same whether one has a mark or not.
func wireParts(parts []Part) []wirePart {
	out := make([]wirePart, 0, len(parts))
	for i, p := range parts {
		w := wirePart{Type: "text", Text: p.Text}
		if i < len(parts)-1 {
			w.Text += partGap
		}
		if p.Cache {
			w.Cache = map[string]string{"type": "ephemeral"}
		}
		out = append(out, w)
	}
	return out
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
