package llm

import "encoding/json"

// Faults says what is wrong with an object by a schema, at most ten sentences.
func Faults(s *Schema, obj json.RawMessage) ([]string, error) {
	return new(validators).checkSchema(s, obj)
}
