package cli

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
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
		for _, r := range a.CheckStorage(ctx) {
			found = append(found, finding{r.Name, r.OK, r.Detail})
		}
		found = append(found, c.examine(ctx)...)
		found = append(found, models(ctx, a)...)
		found = append(found, inDiscord(ctx, a)...)
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

func (c *call) examine(ctx context.Context) []finding {
	s := c.settings
	out := []finding{{"data", true, s.Place + " opens"}}
	if s.LLM == "extractive" {
		out = append(out, finding{"model", true, "none: offline mode, which only quotes your documents. Set OPENROUTER_API_KEY for models"})
	} else {
		out = append(out, reach(ctx, s.ModelURL+"/models", s.ModelKey.Reveal()))
	}
	if s.Corpus != "" {
		if info, err := os.Stat(s.Corpus); err != nil || !info.IsDir() {
			out = append(out, finding{"corpus", false, s.Corpus + " is no folder that can be read; set FRASIER_CORPUS to one or leave it out"})
		} else {
			out = append(out, finding{"corpus", true, s.Corpus})
		}
	}
	switch {
	case s.BraveKey.Reveal() != "" || s.BraveURL != "":
		out = append(out, finding{"search", true, "Brave"})
	case s.SearXNG != "":
		out = append(out, finding{"search", true, "SearXNG at " + s.SearXNG})
	default:
		out = append(out, finding{"search", true, "none: research has your documents and links only. Set BRAVE_API_KEY or FRASIER_SEARXNG_URL"})
	}
	for _, p := range s.Allow {
		out = append(out, finding{"fetching", true, "may reach " + p.String() + " (FRASIER_FETCH_ALLOW)"})
	}
	return out
}

// models says which configured models are withdrawn, by the endpoint's own
// list where it has one.
func models(ctx context.Context, a *app.App) []finding {
	const patience = 10 * time.Second
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	var out []finding
	if _, err := a.Client.RefreshPrices(ctx); err != nil {
		out = append(out, finding{"prices", true, fmt.Sprintf("of %s, since the endpoint's list cannot be read: %v", a.Client.Prices.AsOf(), err)})
	}
	measured, err := a.Store.Calibrations(ctx)
	if err != nil {
		return append(out, finding{"critic", false, err.Error()})
	}
	for _, c := range measured {
		out = append(out, finding{"critic", true, c.String()})
	}
	for _, s := range a.Client.Notices() {
		out = append(out, finding{"model", true, s + " Set another with FRASIER_MODEL_T1 to _X"})
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
		return finding{"model", false, fmt.Sprintf("%s is no address: %v; mend FRASIER_LLM_URL", url, err)}
	}
	if key != "" {
		req.Header.Set("Authorization", "Bearer "+key)
	}
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse } // the key is for this address alone
	res, err := (&http.Client{CheckRedirect: stay}).Do(req)
	if err != nil {
		return finding{"model", false, fmt.Sprintf("%s does not answer: %v; check FRASIER_LLM_URL and the network", url, errors.Unwrap(err))}
	}
	err = res.Body.Close()
	switch {
	case err != nil:
		return finding{"model", false, fmt.Sprintf("%s broke off: %v", url, err)}
	case res.StatusCode == http.StatusUnauthorized || res.StatusCode == http.StatusForbidden:
		return finding{"model", false, "the key is not accepted; mend OPENROUTER_API_KEY"}
	case res.StatusCode >= http.StatusInternalServerError:
		return finding{"model", false, fmt.Sprintf("%s answers %s: the endpoint itself is in trouble, and work would wait; try again later, or check FRASIER_LLM_URL", url, res.Status)}
	case res.StatusCode != http.StatusOK:
		return finding{"model", false, fmt.Sprintf("%s answers %s; check FRASIER_LLM_URL", url, res.Status)}
	}
	return finding{"model", true, url + " answers"}
}

// inDiscord looks at what is needed in Discord, when a token is set.
func inDiscord(ctx context.Context, a *app.App) []finding {
	const patience = 30 * time.Second
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	session, err := botside.Discord(a)
	if err != nil {
		return []finding{{"discord", false, err.Error()}}
	}
	if session == nil {
		return []finding{{"discord", true, "none: you talk in the terminal. \"frasier init\" connects a bot"}}
	}
	var out []finding
	for _, r := range session.Check(ctx) {
		out = append(out, finding{r.Name, r.OK, r.Detail})
	}
	return out
}
