package botside

import (
	"context"
	"os"

	"github.com/frasier-cos/frasier/bot/command"
	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/llm"
)

// Commands returns what carries out commands.
func Commands(a *app.App) *command.Handler {
	d := command.New(a.Store, a.Now)
	for _, r := range a.Settings.Rows {
		d.Settings = append(d.Settings, command.Setting{Name: r.Name, Value: r.Value, Source: r.Source})
	}
	d.NoModel = a.Client.Offline()
	d.Link = func(ctx context.Context, who, via string) (string, bool, error) {
		link, err := Link(ctx, a, who, via, "")
		return link, a.Settings.PublicURL != "", err
	}
	d.Site, d.Forges = site(a.Settings), a.Settings.Forges
	d.Checks = func(ctx context.Context) []reports.CheckResult { return Checks(ctx, a) }
	if id := a.Client.Models.T3.ID; id != "" {
		d.Price = func(in, out int) (org.NanoUSD, bool) {
			return a.Client.Prices.Cost(id, llm.Usage{In: in, Out: out}, a.Now())
		}
	}
	return d
}

// size says how large the database is and how it grew.
func size(ctx context.Context, a *app.App) reports.CheckResult {
	h, err := a.Store.Health(ctx)
	if err != nil {
		return reports.CheckResult{Name: "database", Detail: "its size can't be read: " + err.Error()}
	}
	before, err := a.Store.SizeBefore(ctx, a.Now().AddDate(0, 0, -30))
	if err != nil {
		return reports.CheckResult{Name: "database", Detail: "its growth can't be read: " + err.Error()}
	}
	return messages.DoctorSize(h.Bytes, before, a.Settings.KeepDays)
}

// Checks looks at what this process needs: what the doctor of the chat and of
// the command line say.
func Checks(ctx context.Context, a *app.App) []reports.CheckResult {
	s := a.Settings
	out := a.CheckStorage(ctx)
	model := messages.DoctorModel([3]string{s.Models.T1.ID, s.Models.T2.ID, s.Models.T3.ID}, s.ChiefTier, a.Client.Offline())
	out = append(out, model)
	for _, n := range a.Client.Notices() {
		out = append(out, reports.CheckResult{Name: "model", Detail: n + " Set another with FRASIER_MODEL_T1 to _X"})
	}
	critics, err := a.Store.Calibrations(ctx)
	if err != nil {
		out = append(out, reports.CheckResult{Name: "critic", Detail: "its measurements cannot be read: " + err.Error()})
	}
	for _, c := range critics {
		out = append(out, reports.CheckResult{Name: "critic", OK: c.Sound, Detail: c.String()})
	}
	out = append(out, size(ctx, a))
	search := reports.CheckResult{Name: "search", OK: true, Detail: "set"}
	if s.BraveKey.Reveal() == "" && s.BraveURL == "" && s.SearXNG == "" {
		search.Detail = "none: research has your documents and links only. Set BRAVE_API_KEY or FRASIER_SEARXNG_URL"
	}
	out = append(out, search)
	if s.Corpus != "" {
		left := a.CorpusLeftOut()
		c := reports.CheckResult{Name: "documents", OK: true, Detail: messages.DoctorDocuments(s.Corpus, left), Hint: left != ""}
		if info, err := os.Stat(s.Corpus); err != nil || !info.IsDir() {
			c.OK, c.Hint, c.Detail = false, false, s.Corpus+" is no folder that can be read; set FRASIER_CORPUS to one or leave it out"
		}
		out = append(out, c)
	}
	session, err := Discord(a)
	switch {
	case err != nil:
		out = append(out, reports.CheckResult{Name: "discord", Detail: err.Error()})
	case session != nil:
		out = append(out, session.Check(ctx)...)
	}
	return out
}
