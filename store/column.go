package store

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"time"
)

// nullable stores the empty value as NULL, for columns that refer to a row.
func nullable[T ~string](v T) sql.NullString {
	return sql.NullString{String: string(v), Valid: v != ""}
}

// micros is how a time is stored.
func micros(at time.Time) int64 { return at.UTC().UnixMicro() }

// nullMicros stores the zero time as NULL.
func nullMicros(at time.Time) sql.NullInt64 {
	if at.IsZero() {
		return sql.NullInt64{}
	}
	return sql.NullInt64{Int64: micros(at), Valid: true}
}

// moment is the time that a stored number means.
func moment(us int64) time.Time { return time.UnixMicro(us).UTC() }

// nullMoment is the zero time for NULL.
func nullMoment(us sql.NullInt64) time.Time {
	if !us.Valid {
		return time.Time{}
	}
	return moment(us.Int64)
}

// jsonText is v as the text of a JSON column.
func jsonText(v any) (string, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return "", fmt.Errorf("encode column: %w", err)
	}
	return string(b), nil
}

// listed reads a JSON column that holds a list; most are empty.
func listed[T any](text string) ([]T, error) {
	if text == "[]" {
		return []T{}, nil
	}
	var list []T
	err := fromJSON(text, &list)
	return list, err
}

// fromJSON reads a JSON column into v. An empty column leaves v as it is.
func fromJSON(text string, v any) error {
	if text == "" {
		return nil
	}
	if err := json.Unmarshal([]byte(text), v); err != nil {
		return fmt.Errorf("decode column: %w", err)
	}
	return nil
}
