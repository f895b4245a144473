package llm

import (
	"encoding/json"
	"strings"

	"github.com/frasier-cos/frasier/internal/redact"
)

// Of an object each text is looked at by itself: written as JSON, a key at the beginning of a line
// follows a letter.
func withoutSecrets(reply string) string {
	in := json.NewDecoder(strings.NewReader(reply))
	in.UseNumber()
	var object map[string]any
	if in.Decode(&object) == nil && !in.More() {
		if raw, err := json.Marshal(cleanValue(object)); err == nil {
			return string(raw)
		}
	}
	text, _ := redact.Secrets(reply)
	return text
}

func cleanValue(v any) any {
	switch v := v.(type) {
	case string:
		text, _ := redact.Secrets(v)
		return text
	case []any:
		for i := range v {
			v[i] = cleanValue(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = cleanValue(v[k])
		}
	}
	return v
}
