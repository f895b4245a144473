package discordtest

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/getkin/kin-openapi/openapi3"
)

// described is Discord's description of its API, version 10, as published under
// the MIT licence on 18 July 2026.
//
//go:embed discord.json.gz
var described []byte

// spec is Discord's API description. A nil one accepts everything.
type spec struct{ doc *openapi3.T }

// loadSpec reads the description once: it takes a fifth of a second.
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
	plain(doc)
	forwards(doc)
	return &spec{doc}, nil
})

// forwards adds the second type of message references, a forward, which the
// description leaves out; discord.com/developers, Message Reference Types.
func forwards(doc *openapi3.T) {
	types := doc.Components.Schemas["MessageReferenceType"]
	if types == nil {
		return
	}
	for _, one := range types.Value.OneOf {
		one.Value.Enum = append(one.Value.Enum, 1.0)
	}
}

// plain rewrites "const", which the validator reads only in a way that
// compiles each schema anew for each call, as an enum of one.
func plain(doc *openapi3.T) {
	seen := map[*openapi3.Schema]bool{}
	var walk func(refs ...*openapi3.SchemaRef)
	walk = func(refs ...*openapi3.SchemaRef) {
		for _, r := range refs {
			if r == nil || r.Value == nil || seen[r.Value] {
				continue
			}
			sc := r.Value
			seen[sc] = true
			if sc.Const != nil {
				sc.Enum, sc.Const = []any{sc.Const}, nil
			}
			walk(sc.OneOf...)
			walk(sc.AnyOf...)
			walk(sc.AllOf...)
			walk(sc.Items, sc.AdditionalProperties.Schema)
			walk(slices.Collect(maps.Values(sc.Properties))...)
		}
	}
	contents := func(c openapi3.Content) {
		for _, m := range c {
			walk(m.Schema)
		}
	}
	walk(slices.Collect(maps.Values(doc.Components.Schemas))...)
	for _, r := range doc.Components.Responses {
		contents(r.Value.Content)
	}
	for _, item := range doc.Paths.Map() {
		for _, op := range item.Operations() {
			if op.RequestBody != nil {
				contents(op.RequestBody.Value.Content)
			}
			for _, r := range op.Responses.Map() {
				contents(r.Value.Content)
			}
			for _, p := range slices.Concat(op.Parameters, item.Parameters) {
				walk(p.Value.Schema)
			}
		}
	}
}

func (p *spec) operation(r *route) (*openapi3.Operation, openapi3.Parameters, error) {
	item := p.doc.Paths.Value(r.path)
	if item == nil {
		return nil, nil, fmt.Errorf("the API description has no %s", r.path)
	}
	op := item.GetOperation(r.method)
	if op == nil {
		return nil, nil, fmt.Errorf("the API description has no %s %s", r.method, r.path)
	}
	return op, item.Parameters, nil
}

// request checks path, query and body of a call.
func (p *spec) request(c *call) error {
	if p == nil {
		return nil
	}
	op, params, err := p.operation(c.route)
	if err != nil {
		return err
	}
	if err := checkParams(c, append(slices.Clone(params), op.Parameters...)); err != nil {
		return err
	}
	if op.RequestBody == nil {
		if len(c.raw) > 0 || len(c.files) > 0 {
			if string(c.raw) == "null" || string(c.raw) == "{}" {
				return nil
			}
			return errors.New("a body where none belongs")
		}
		return nil
	}
	if len(c.raw) == 0 {
		return errors.New("no body")
	}
	media := op.RequestBody.Value.Content.Get("application/json")
	if media == nil {
		return errors.New("the API description has no JSON body here")
	}
	var v any
	if err := json.Unmarshal(c.raw, &v); err != nil {
		return fmt.Errorf("read body: %w", err)
	}
	if len(c.files) > 0 && op.RequestBody.Value.Content.Get("multipart/form-data") == nil {
		return errors.New("files where none belong")
	}
	v = asDocumented(c.route, v)
	if err := stray([]*openapi3.Schema{media.Schema.Value}, v, "body"); err != nil {
		return err
	}
	return fit(media.Schema.Value, v, openapi3.VisitAsRequest())
}

// asDocumented rewrites what Discord takes and its description forgets:
// permissions are documented as strings, and described as integers. What
// discordgo v0.29.0 adds by accident and Discord ignores is taken out:
// "invitable" of public threads, "tts" of a forum's first message, "ID" and
// "Channel" of edits.
func asDocumented(r *route, v any) any {
	if m, ok := v.(map[string]any); ok {
		if strings.HasSuffix(r.path, "/threads") && m["invitable"] == false {
			delete(m, "invitable")
		}
		if first := mapOf(m, "message"); strings.HasSuffix(r.path, "/threads") && first["tts"] == false {
			delete(first, "tts")
		}
		if r.method == http.MethodPatch && strings.Contains(r.path, "/messages/") {
			delete(m, "ID")
			delete(m, "Channel")
		}
	}
	if !strings.Contains(r.path, "/commands") {
		return v
	}
	list, ok := v.([]any)
	if !ok {
		list = []any{v}
	}
	for _, e := range list {
		m, ok := e.(map[string]any)
		if !ok {
			continue
		}
		if text, ok := m["default_member_permissions"].(string); ok {
			if n, err := strconv.ParseFloat(text, 64); err == nil {
				m["default_member_permissions"] = n
			}
		}
	}
	return v
}

func checkParams(c *call, params openapi3.Parameters) error {
	known := map[string]bool{}
	for _, ref := range params {
		p := ref.Value
		known[p.Name] = true
		var text string
		switch p.In {
		case "path":
			text = c.vars[p.Name]
		case "query":
			if !c.query.Has(p.Name) {
				continue
			}
			text = c.query.Get(p.Name)
		default:
			continue
		}
		var v any = text
		if types := p.Schema.Value.Type; types != nil && !types.Is("string") {
			if err := json.Unmarshal([]byte(text), &v); err != nil {
				return fmt.Errorf("parameter %s=%q: %w", p.Name, text, err)
			}
		}
		if err := p.Schema.Value.VisitJSON(v); err != nil {
			return fmt.Errorf("parameter %s=%q: %w", p.Name, text, err)
		}
	}
	for name := range c.query {
		if !known[name] {
			return fmt.Errorf("unknown parameter %s", name)
		}
	}
	return nil
}

// answer checks the body of an answer.
func (p *spec) answer(r *route, status int, raw []byte) error {
	if p == nil {
		return nil
	}
	op, _, err := p.operation(r)
	if err != nil {
		return err
	}
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		return fmt.Errorf("read answer: %w", err)
	}
	ref := op.Responses.Value(strconv.Itoa(status))
	if ref == nil {
		if ref = op.Responses.Value(fmt.Sprintf("%dXX", status/100)); ref == nil {
			return errors.New("no such status in the API description")
		}
	}
	media := ref.Value.Content.Get("application/json")
	if media == nil {
		return errors.New("a body where none belongs")
	}
	if m, ok := v.(map[string]any); ok && status >= 400 {
		delete(m, "errors") // documented with words as codes, described with numbers
	}
	if err := stray([]*openapi3.Schema{media.Schema.Value}, v, "answer"); err != nil {
		return err
	}
	return fit(media.Schema.Value, v, openapi3.VisitAsResponse())
}

// fit validates v. An object of a oneOf or anyOf that carries Discord's "type"
// is reported against the alternative of that type, so that the text says what
// is wrong and not that nothing fits.
func fit(sc *openapi3.Schema, v any, as openapi3.SchemaValidationOption) error {
	if err := sc.VisitJSON(v, as, openapi3.EnableFormatValidation()); err != nil {
		text := strings.ReplaceAll(err.Error(), "\n", " ")
		return fmt.Errorf("%.600s", text)
	}
	return nil
}

// stray finds a field that none of the schemas declares, at any depth.
func stray(of []*openapi3.Schema, v any, at string) error {
	flat := spread(of)
	switch v := v.(type) {
	case map[string]any:
		for k, e := range v {
			var next []*openapi3.Schema
			open := false
			for _, sc := range flat {
				if p, ok := sc.Properties[k]; ok {
					next = append(next, p.Value)
				}
				if extra := sc.AdditionalProperties; extra.Schema != nil {
					next = append(next, extra.Schema.Value)
				} else if extra.Has != nil && *extra.Has {
					open = true
				}
			}
			if len(next) == 0 && !open {
				return fmt.Errorf("unknown field %s.%s", at, k)
			}
			if err := stray(next, e, at+"."+k); err != nil {
				return err
			}
		}
	case []any:
		var next []*openapi3.Schema
		for _, sc := range flat {
			if sc.Items != nil {
				next = append(next, sc.Items.Value)
			}
		}
		for i, e := range v {
			if err := stray(next, e, fmt.Sprintf("%s[%d]", at, i)); err != nil {
				return err
			}
		}
	}
	return nil
}

// spread lists schemas with all their alternatives and parts.
func spread(of []*openapi3.Schema) []*openapi3.Schema {
	var out []*openapi3.Schema
	for _, sc := range of {
		if sc == nil || slices.Contains(out, sc) {
			continue
		}
		out = append(out, sc)
		var parts []*openapi3.Schema
		for _, list := range []openapi3.SchemaRefs{sc.OneOf, sc.AnyOf, sc.AllOf} {
			for _, r := range list {
				parts = append(parts, r.Value)
			}
		}
		out = append(out, spread(parts)...)
	}
	return out
}
