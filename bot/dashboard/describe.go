package dashboard

import (
	"cmp"
	"encoding"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/command/noun"
)

// describeAPI adds to the description of the API the answers of nouns that describe themselves.
func describeAPI(written []byte, nouns []noun.Noun) ([]byte, error) {
	var doc map[string]any
	for _, n := range nouns {
		for _, a := range n.Answers {
			if a.Gives == nil || len(written) == 0 { // a dashboard of tests may have no description
				continue
			}
			if doc == nil {
				if err := json.Unmarshal(written, &doc); err != nil {
					return nil, fmt.Errorf("read the description of the API: %w", err)
				}
			}
			paths, is := doc["paths"].(map[string]any)
			if !is {
				return nil, fmt.Errorf("the description of the API has no paths")
			}
			if _, there := paths["/"+a.Path]; there {
				return nil, fmt.Errorf("the description of the API has /%s already", a.Path)
			}
			paths["/"+a.Path] = map[string]any{strings.ToLower(cmp.Or(a.Method, http.MethodGet)): describeAnswer(a)}
		}
	}
	if doc == nil {
		return written, nil
	}
	out, err := json.Marshal(doc)
	if err != nil {
		return nil, fmt.Errorf("write the description of the API: %w", err)
	}
	return out, nil
}

// describeAnswer describes one path as an operation of OpenAPI. Each may be refused for the same reasons.
func describeAnswer(a noun.Answer) map[string]any {
	responses := map[string]any{"200": map[string]any{
		"description": a.Says, "content": map[string]any{"application/json": map[string]any{"schema": describeType(reflect.TypeOf(a.Gives))}},
	}}
	for status, name := range map[string]string{"400": "BadRequest", "401": "Unauthorized", "429": "TooMany", "500": "Ours"} {
		responses[status] = map[string]any{"$ref": "#/components/responses/" + name}
	}
	return map[string]any{"operationId": strings.ReplaceAll(a.Path, "/", "-"), "summary": a.Says, "responses": responses}
}

// describeType is the JSON schema of a type: what encoding/json writes of it.
func describeType(t reflect.Type) map[string]any {
	switch {
	case t == reflect.TypeFor[time.Time]():
		return map[string]any{"type": "string", "format": "date-time"}
	case t == reflect.TypeFor[json.RawMessage]():
		return map[string]any{}
	case t.Implements(reflect.TypeFor[encoding.TextMarshaler]()):
		return map[string]any{"type": "string"}
	}
	switch t.Kind() { //nolint:exhaustive // JSON has no other
	case reflect.Pointer:
		return describeType(t.Elem())
	case reflect.Bool:
		return map[string]any{"type": "boolean"}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return map[string]any{"type": "integer"}
	case reflect.Float32, reflect.Float64:
		return map[string]any{"type": "number"}
	case reflect.String:
		return map[string]any{"type": "string"}
	case reflect.Slice, reflect.Array:
		return map[string]any{"type": "array", "items": describeType(t.Elem())}
	case reflect.Map:
		return map[string]any{"type": "object", "additionalProperties": describeType(t.Elem())}
	case reflect.Struct:
		return describeFields(t)
	}
	return map[string]any{} // anything
}

// describeFields is the schema of a struct: all of its fields but those that may be left out are always there, and no others are.
func describeFields(t reflect.Type) map[string]any {
	properties, required := map[string]any{}, []string{}
	for _, f := range reflect.VisibleFields(t) {
		name, rest, _ := strings.Cut(f.Tag.Get("json"), ",")
		if !f.IsExported() || name == "-" || f.Anonymous && name == "" || len(f.Index) > 1 && !embeds(t, f.Index) {
			continue
		}
		name = cmp.Or(name, f.Name)
		schema := describeType(f.Type)
		if text := f.Tag.Get("doc"); text != "" {
			schema["description"] = text
		}
		properties[name] = schema
		if !strings.Contains(rest, "omit") {
			required = append(required, name)
		}
	}
	return map[string]any{"type": "object", "required": required, "additionalProperties": false, "properties": properties}
}

// embeds reports whether a promoted field stands among those of the struct itself: what embeds it has no name in JSON.
func embeds(t reflect.Type, index []int) bool {
	for n := 1; n < len(index); n++ {
		if name, _, _ := strings.Cut(t.FieldByIndex(index[:n]).Tag.Get("json"), ","); name != "" {
			return false
		}
	}
	return true
}
