package cmd_test

import (
	"fmt"
	"net/http"
	"strings"
)

// orders has a token begin a project within its day, and another refused.
func (p *program) orders(looks string) {
	p.t.Helper()
	orders := p.token("agent", "--scope", "order", "--daily", "5")
	send := func(token, kind, body string, want int) string {
		p.t.Helper()
		return p.ask(question{token: token, method: http.MethodPost, path: "/orders", kind: kind, body: body}, want)
	}
	const order = `{"goal": "Compare the prices of rye and oats.", "key": "monday", "cap_usd": 2}`
	send(looks, "application/json", order, http.StatusForbidden)
	send(orders, "text/plain", order, http.StatusUnsupportedMediaType)
	for _, body := range []string{`{}`, `{"goal": "Compare rye."}`, `{"key": "k"}`, `{"goal": "  ", "key": "k"}`, `{"goal": "Compare rye.", "key": "k", "cap_usd": -1}`, `{"goal": "Compare rye.", "key": "k", "as": "ana"}`, `[]`} {
		send(orders, "application/json", body, http.StatusBadRequest)
	}
	send(orders, "application/json", fmt.Sprintf(`{"key": "k", "goal": %q}`, strings.Repeat("x", 70_000)), http.StatusRequestEntityTooLarge)
	first := send(orders, "application/json", order, http.StatusOK)
	if again := send(orders, "application/json", order, http.StatusOK); again != strings.Replace(first, `"again":false`, `"again":true`, 1) {
		p.t.Errorf("the same key: %s, want %s", again, first)
	}
	send(orders, "application/json", strings.Replace(order, "rye", "wheat", 1), http.StatusConflict)
	send(orders, "application/json", `{"goal": "Compare wheat and spelt.", "key": "tuesday", "cap_usd": 3.5}`, http.StatusForbidden)
}
