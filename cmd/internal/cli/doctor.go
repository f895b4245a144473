package cli

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/cmd/internal/app/botside"
)

// finding is one line of doctor.
type finding struct {
	Name string `json:"name"`
	OK   bool   `json:"ok"`
	Text string `json:"text"`
}

// doctor prints every setting with its source and checks what they lead to.
// It exits 78 when something is wrong.
func doctor(ctx context.Context, c *call) error {
	var found []finding
	err := c.with(ctx, func(a *app.App) error {
		found = c.examine(ctx, a)
		return nil
	})
	if err != nil {
		found = append(found, finding{"data", false, err.Error()})
	}
	if c.flags.json {
		if err := c.writeJSON(map[string]any{"settings": c.settings.Rows, "checks": found}); err != nil {
			return err
		}
	} else {
		for _, r := range c.settings.Rows {
			c.printf("%-22s %-40s (%s) %s\n", r.Name, r.Value, r.Source, r.Meaning)
		}
		c.printf("\n")
		for _, f := range found {
			mark := "ok   "
			if !f.OK {
				mark = "WRONG"
			}
			c.printf("%s %s: %s\n", mark, f.Name, f.Text)
		}
	}
	for _, f := range found {
		if !f.OK {
			return &exit{Config}
		}
	}
	return nil
}

// examine asks what the chat's doctor asks, and what only matters to whoever
// sets a server up. What makes work worse and stops none of it is told and is
// not wrong: an upgrade must not fail for it.
func (c *call) examine(ctx context.Context, a *app.App) []finding {
	const patience = 40 * time.Second
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	s := c.settings
	out := []finding{{"data", true, s.Place + " opens"}}
	if s.LLM != "extractive" {
		out = append(out, reach(ctx, s.ModelURL+"/models", s.ModelKey.Reveal()))
		if _, err := a.Client.RefreshPrices(ctx); err != nil {
			out = append(out, finding{"prices", true, fmt.Sprintf("of %s, since the endpoint's list cannot be read: %v", a.Client.Prices.AsOf(), err)})
		}
	}
	for _, r := range botside.Checks(ctx, a) {
		out = append(out, finding{r.Name, r.OK || r.Name == "model" || r.Name == "critic", r.Detail})
	}
	if on, err := s.Discord(); err == nil && !on {
		out = append(out, finding{"discord", true, "none: you talk in the terminal. \"frasier init\" connects a bot"})
	}
	for _, p := range s.Allow {
		out = append(out, finding{"fetching", true, "may reach " + p.String() + " (FRASIER_FETCH_ALLOW)"})
	}
	return out
}

// reach asks the endpoint for its list of models.
func reach(ctx context.Context, url, key string) finding {
	const patience = 10 * time.Second
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return finding{"endpoint", false, fmt.Sprintf("%s is no address: %v; mend FRASIER_LLM_URL", url, err)}
	}
	if key != "" {
		req.Header.Set("Authorization", "Bearer "+key)
	}
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse } // the key is for this address alone
	res, err := (&http.Client{CheckRedirect: stay}).Do(req)
	if err != nil {
		return finding{"endpoint", false, fmt.Sprintf("%s does not answer: %v; check FRASIER_LLM_URL and the network", url, errors.Unwrap(err))}
	}
	err = res.Body.Close()
	switch {
	case err != nil:
		return finding{"endpoint", false, fmt.Sprintf("%s broke off: %v", url, err)}
	case res.StatusCode == http.StatusUnauthorized || res.StatusCode == http.StatusForbidden:
		return finding{"endpoint", false, "the key is not accepted; mend OPENROUTER_API_KEY"}
	case res.StatusCode >= http.StatusInternalServerError:
		return finding{"endpoint", false, fmt.Sprintf("%s answers %s: the endpoint itself is in trouble, and work would wait; try again later, or check FRASIER_LLM_URL", url, res.Status)}
	case res.StatusCode != http.StatusOK:
		return finding{"endpoint", false, fmt.Sprintf("%s answers %s; check FRASIER_LLM_URL", url, res.Status)}
	}
	return finding{"endpoint", true, url + " answers"}
}
