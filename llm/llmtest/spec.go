package llmtest

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"sync"

	"github.com/getkin/kin-openapi/openapi3"
)

// spec is the published schema of the bodies of completion requests.
type spec struct{ body *openapi3.Schema }

// descriptions are those that were read, by path: one takes a second to read and never changes
// while tests run.
var descriptions sync.Map //nolint:gochecknoglobals // a cache of read-only files

func loadSpec(path string) (*spec, error) {
	if v, ok := descriptions.Load(path); ok {
		if sp, ok := v.(*spec); ok {
			return sp, nil
		}
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read API description: %w", err)
	}
	doc, err := openapi3.NewLoader().LoadFromData(raw)
	if err != nil {
		return nil, fmt.Errorf("load API description %s: %w", path, err)
	}
	item := doc.Paths.Find("/chat/completions")
	if item == nil || item.Post == nil || item.Post.RequestBody == nil {
		return nil, fmt.Errorf("load API description %s: no POST /chat/completions", path)
	}
	media := item.Post.RequestBody.Value.Content.Get("application/json")
	if media == nil {
		return nil, fmt.Errorf("load API description %s: no JSON body for POST /chat/completions", path)
	}
	sp := &spec{body: media.Schema.Value}
	descriptions.Store(path, sp)
	return sp, nil
}

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
