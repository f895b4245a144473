package llmtest

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"github.com/getkin/kin-openapi/openapi3"
)

// spec is the published schema of the bodies of completion requests.
type spec struct{ body *openapi3.Schema }

// What OpenRouter's description of its API says of the body of a
// completion request, as published on 22 August 2026.
//
//go:embed openrouter.json.gz
var described []byte

// loadSpec reads the description once.
//
//nolint:gochecknoglobals // made once, never changed
var loadSpec = sync.OnceValues(func() (*spec, error) {
	z, err := gzip.NewReader(bytes.NewReader(described))
	if err != nil {
		return nil, fmt.Errorf("read API description: %w", err)
	}
	doc, err := openapi3.NewLoader().LoadFromIoReader(z)
	if err != nil {
		return nil, fmt.Errorf("load API description: %w", err)
	}
	return &spec{body: doc.Paths.Find("/chat/completions").Post.RequestBody.Value.Content.Get("application/json").Schema.Value}, nil
})

// check validates a body; it names the top-level fields that the description
// does not declare, whether or not the body is valid.
func (s *spec) check(body []byte) (undeclared []string, err error) {
	var v any
	if err := json.Unmarshal(body, &v); err != nil {
		return nil, fmt.Errorf("read request: %w", err)
	}
	if m, ok := v.(map[string]any); ok {
		for k := range m {
			if s.body.Properties[k] == nil {
				undeclared = append(undeclared, k)
			}
		}
		slices.Sort(undeclared)
	}
	if err := s.body.VisitJSON(v, openapi3.VisitAsRequest(), openapi3.MultiErrors()); err != nil {
		return undeclared, fmt.Errorf("body breaks the API description: %w", err)
	}
	return undeclared, nil
}
