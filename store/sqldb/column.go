package sqldb

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"time"
)

// Nullable stores the empty value as NULL, for columns that refer to a row.
func Nullable[T ~string](v T) sql.NullString {
	return sql.NullString{String: string(v), Valid: v != ""}
}

// Micros returns a time as it is stored, in microseconds since 1970 in UTC.
func Micros(at time.Time) int64 { return at.UTC().UnixMicro() }

// NullMicros stores the zero time as NULL.
func NullMicros(at time.Time) sql.NullInt64 {
	if at.IsZero() {
		return sql.NullInt64{}
	}
	return sql.NullInt64{Int64: Micros(at), Valid: true}
}

// Moment returns the time of stored microseconds.
func Moment(us int64) time.Time { return time.UnixMicro(us).UTC() }

// NullMoment returns the zero time for NULL.
func NullMoment(us sql.NullInt64) time.Time {
	if !us.Valid {
		return time.Time{}
	}
	return Moment(us.Int64)
}

// JSONText encodes v for a JSON column.
func JSONText(v any) (string, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return "", fmt.Errorf("encode column: %w", err)
	}
	return string(b), nil
}

// Listed reads a JSON column that holds a list; most are empty.
func Listed[T any](text string) ([]T, error) {
	if text == "[]" {
		return []T{}, nil
	}
	var list []T
	err := FromJSON(text, &list)
	return list, err
}

// FromJSON reads a JSON column into v. An empty column leaves v as it is.
func FromJSON(text string, v any) error {
	if text == "" {
		return nil
	}
	if err := json.Unmarshal([]byte(text), v); err != nil {
		return fmt.Errorf("decode column: %w", err)
	}
	return nil
}
