package llmtest

import (
	"net/http"
	"strconv"
)

// What GET /generation knows of an answer.
type generation struct {
	id, story, model, provider, finish string
	usage                              usage
	stream                             bool
}

func catalog() []map[string]any {
	var out []map[string]any
	for _, m := range models() {
		out = append(out, map[string]any{
			"id": m.id, "canonical_slug": m.served, "name": m.id, "created": 1_760_000_000,
			"context_length": m.context,
			"architecture": map[string]any{
				"modality": "text->text", "input_modalities": []string{"text"},
				"output_modalities": []string{"text"}, "tokenizer": "Other", "instruct_type": nil,
			},
			"pricing": map[string]any{
				"prompt": perToken(m.in), "completion": perToken(m.out), "request": "0", "image": "0",
				"input_cache_read": perToken(m.read),
			},
			"top_provider": map[string]any{
				"context_length": m.context, "max_completion_tokens": m.maxOut, "is_moderated": false,
			},
			"per_request_limits": nil,
			"supported_parameters": []string{
				"max_tokens", "reasoning", "response_format", "structured_outputs", "temperature",
			},
			"default_parameters": map[string]any{}, "expiration_date": nil,
		})
	}
	return out
}

// perToken writes nano-USD as the decimal string of USD that the API uses.
func perToken(nano int64) string { return strconv.FormatFloat(float64(nano)/1e9, 'f', -1, 64) }

func (s *Server) key(w http.ResponseWriter, r *http.Request, st *story) {
	if e, ok := st.authorised(r); !ok {
		writeError(w, e)
		return
	}
	var nano int64
	s.mu.Lock()
	for _, g := range s.gens {
		if g.story == st.name {
			nano += g.usage.nano
		}
	}
	s.mu.Unlock()
	spent := float64(nano) / 1e9
	const limit = 100.0
	writeJSON(w, http.StatusOK, map[string]any{"data": map[string]any{
		"label": "sk-or-v1-tes...key", "limit": limit, "limit_remaining": limit - spent, "limit_reset": nil,
		"usage": spent, "usage_daily": spent, "usage_weekly": spent, "usage_monthly": spent,
		"byok_usage": 0, "byok_usage_daily": 0, "byok_usage_weekly": 0, "byok_usage_monthly": 0,
		"include_byok_in_limit": false, "is_free_tier": false, "is_management_key": false,
		"is_provisioning_key": false, "creator_user_id": nil, "expires_at": nil,
		"rate_limit": map[string]any{"requests": -1, "interval": "10s", "note": "This field is deprecated and safe to ignore."},
	}})
}

func (s *Server) generation(w http.ResponseWriter, r *http.Request, st *story) {
	if e, ok := st.authorised(r); !ok {
		writeError(w, e)
		return
	}
	id := r.URL.Query().Get("id")
	s.mu.Lock()
	g, ok := s.gens[id]
	s.mu.Unlock()
	if !ok {
		writeError(w, apiError{status: http.StatusNotFound, kind: "not_found", message: "Generation " + id + " not found"})
		return
	}
	writeJSON(w, http.StatusOK, map[string]any{"data": map[string]any{
		"id": g.id, "model": g.model, "provider_name": g.provider, "streamed": g.stream, "api_type": "completions",
		"total_cost": g.usage.usd(), "usage": g.usage.usd(), "upstream_inference_cost": nil, "cache_discount": nil,
		"tokens_prompt": g.usage.prompt, "tokens_completion": g.usage.completion,
		"native_tokens_prompt": g.usage.prompt, "native_tokens_completion": g.usage.completion,
		"native_tokens_cached": g.usage.cached, "native_tokens_reasoning": g.usage.reasoning,
		"finish_reason": g.finish, "native_finish_reason": g.finish, "cancelled": false, "is_byok": false,
		"created_at": "2026-11-21T00:00:00.000000+00:00", "latency": 100, "generation_time": 200,
		"origin": "", "session_id": nil, "upstream_id": nil,
	}})
}
