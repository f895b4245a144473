package discordtest

import "net/http"

// apiError is an answer of Discord that says no.
type apiError struct {
	status int
	code   int
	text   string
	tree   map[string]any // of 50035: where in the request
}

func unauthorized() *apiError {
	return &apiError{http.StatusUnauthorized, 0, "401: Unauthorized", nil}
}

func notFound() *apiError { return &apiError{http.StatusNotFound, 0, "404: Not Found", nil} }

func unknown(what string, code int) *apiError {
	return &apiError{http.StatusNotFound, code, "Unknown " + what, nil}
}

func forbidden(code int, text string) *apiError {
	return &apiError{http.StatusForbidden, code, text, nil}
}

func refused(code int, text string) *apiError {
	return &apiError{http.StatusBadRequest, code, text, nil}
}

// invalid is 50035 with the errors tree of one field.
func invalid(field, code, text string) *apiError {
	leaf := map[string]any{"_errors": []any{map[string]any{"code": code, "message": text}}}
	return &apiError{http.StatusBadRequest, 50035, "Invalid Form Body", map[string]any{field: leaf}}
}

func (e *apiError) body() map[string]any {
	out := map[string]any{"message": e.text, "code": e.code}
	if e.tree != nil {
		out["errors"] = e.tree
	}
	if e.status == http.StatusTooManyRequests { // as the description has every 429
		out["retry_after"], out["global"] = 60.0, false
	}
	return out
}
