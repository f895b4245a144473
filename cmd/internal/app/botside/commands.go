package botside

import (
	"context"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/command"
	"github.com/frasier-cos/frasier/bot/command/doctor"
	"github.com/frasier-cos/frasier/bot/command/setting"
	"github.com/frasier-cos/frasier/bot/command/status"
	"github.com/frasier-cos/frasier/bot/discord"
	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/internal/calendar"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/llm"
)

// Commands returns what carries out commands.
func Commands(a *app.App) *command.Handler {
	d := command.New(a.Store, a.Now)
	for _, r := range a.Settings.Rows {
		d.Settings = append(d.Settings, setting.Fixed{Name: r.Name, Value: r.Value, Source: r.Source})
	}
	d.NoModel = a.Client.Offline()
	d.Link = func(ctx context.Context, who, via string) (string, bool, error) {
		link, err := Link(ctx, a, who, via, "")
		return link, a.Settings.PublicURL != "", err
	}
	d.Site, d.Forges = formatSiteAddress(a.Settings), a.Settings.Forges
	d.StillPublic = func(ctx context.Context) bool { return isStillPublic(ctx, a) }
	d.Checks = func(ctx context.Context) []reports.CheckResult { return Checks(ctx, a) }
	if id := a.Client.Models.T3.ID; id != "" {
		d.Price = func(in, out int) (org.NanoUSD, bool) {
			return a.Client.Prices.Cost(id, llm.Usage{In: in, Out: out}, a.Now())
		}
	}
	return d
}

func checkSize(ctx context.Context, a *app.App) reports.CheckResult {
	h, err := a.Store.Health(ctx)
	if err != nil {
		return reports.CheckResult{Name: "database", Detail: "its size can't be read: " + err.Error()}
	}
	before, err := a.Store.SizeBefore(ctx, a.Now().AddDate(0, 0, -30))
	if err != nil {
		return reports.CheckResult{Name: "database", Detail: "its growth can't be read: " + err.Error()}
	}
	return doctor.Size(h.Bytes, before, a.Settings.KeepDays)
}

func checkZone(ctx context.Context, a *app.App) reports.CheckResult {
	clock, err := a.Store.FounderClock(ctx)
	if err != nil {
		return reports.CheckResult{Name: "time", Detail: "your time zone can't be read: " + err.Error()}
	}
	at, err := calendar.Zone(clock.Zone)
	if err != nil {
		return reports.CheckResult{Name: "time", Detail: prose.Capital(err.Error())}
	}
	return doctor.Zone(clock.Zone, clock.Chosen, a.Now().In(at))
}

// checkWork goes by what the database knows, whichever process asks.
func checkWork(ctx context.Context, a *app.App) []reports.CheckResult {
	now := a.Now()
	r, _, err := a.Store.Board(ctx, now, reports.BoardQuery{Bare: true})
	if err != nil {
		return []reports.CheckResult{{Name: "work", Detail: "how it stands can't be read: " + err.Error()}}
	}
	line, ok := status.WorkLine(r.Workers, now)
	out := []reports.CheckResult{doctor.Work(line, ok, r.Queue+r.Working), doctor.Deliveries(r, now)}
	if line := status.CodeLine(r.Workers, now); line != "" {
		out = append(out, reports.CheckResult{Name: "code", Detail: line})
	}
	on, err := a.Settings.Discord()
	bot := slices.ContainsFunc(r.Workers, func(w reports.WorkerAge) bool {
		return strings.HasPrefix(w.Owner, "bot-") && now.Sub(w.Seen) <= org.LeaseTerm
	})
	for _, w := range r.Waits {
		out = append(out, doctor.Wait(w, now))
	}
	switch {
	case on && !bot && err == nil:
		out = append(out, doctor.Absent(r))
	case on && err == nil:
		gone, err := discord.Gone(ctx, a.Store, now)
		if err != nil {
			return append(out, reports.CheckResult{Name: "connection", Detail: "how it stands can't be read: " + err.Error()})
		}
		out = append(out, doctor.Connection(gone))
	}
	asked, err := a.Store.RepositoriesAsked(ctx)
	if err != nil {
		return append(out, reports.CheckResult{Name: "repositories", Detail: "what waits can't be read: " + err.Error()})
	}
	var failing []string
	for _, q := range asked {
		named := slices.ContainsFunc(r.Waits, func(w reports.Wait) bool { return w.Kind == reports.WaitRepository && w.About == q.Source })
		if now.Sub(q.At) > time.Minute && !named {
			failing = append(failing, q.Source)
		}
	}
	return append(out, doctor.Requests(failing))
}

// Checks looks at what this process needs: what the doctor of the chat and of
// the command line say.
func Checks(ctx context.Context, a *app.App) []reports.CheckResult {
	s := a.Settings
	out := a.CheckStorage(ctx)
	model := doctor.Model([3]string{s.Models.T1.ID, s.Models.T2.ID, s.Models.T3.ID}, s.ChiefTier, a.Client.Offline())
	out = append(out, model)
	for _, n := range a.Client.Notices() { // it makes work worse and stops none of it
		out = append(out, reports.CheckResult{Name: "model", OK: true, Hint: true, Detail: n + " Set another with FRASIER_MODEL_T1 to _X"})
	}
	out = append(out, checkModels(ctx, a)...)
	critics, err := a.Store.Calibrations(ctx)
	if err != nil {
		out = append(out, reports.CheckResult{Name: "critic", Detail: "its measurements cannot be read: " + err.Error()})
	}
	for _, c := range critics {
		out = append(out, doctor.Critic(c))
	}
	out = append(out, checkSize(ctx, a), checkZone(ctx, a))
	out = append(out, doctor.Search(s.BraveKey.Reveal() != "" || s.BraveURL != "" || s.SearXNG != ""))
	out = append(out, doctor.Speech(s.SpeechURL, s.SpeechModel))
	out = append(out, checkWork(ctx, a)...)
	if s.Corpus != "" {
		left := a.CorpusLeftOut()
		c := reports.CheckResult{Name: "documents", OK: true, Detail: doctor.Documents(s.Corpus, left), Hint: left != ""}
		if info, err := os.Stat(s.Corpus); err != nil || !info.IsDir() {
			c.OK, c.Hint, c.Detail = false, false, s.Corpus+" is no folder that can be read; set FRASIER_CORPUS to one or leave it out"
		}
		out = append(out, c)
	}
	out = append(out, checkOutward(ctx, a)...)
	if left, err := listStillPublic(ctx, a); err != nil || len(left) > 0 {
		out = append(out, doctor.Site(left, err))
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

// checkOutward looks at what is done at others; where nothing is connected it says nothing.
func checkOutward(ctx context.Context, a *app.App) []reports.CheckResult {
	connections, err := a.Store.Connections(ctx)
	if err != nil {
		return []reports.CheckResult{{Name: "connections", Detail: "they can't be read: " + err.Error()}}
	}
	var out []reports.CheckResult
	for _, c := range connections {
		out = append(out, doctor.Connected(c, a.Now()))
	}
	hooks, err := a.Store.Webhooks(ctx)
	if err != nil {
		return append(out, reports.CheckResult{Name: "webhooks", Detail: "they can't be read: " + err.Error()})
	}
	for _, w := range hooks {
		out = append(out, doctor.Webhook(w))
	}
	return out
}

func checkModels(ctx context.Context, a *app.App) []reports.CheckResult {
	known, limits, err := a.Client.Learnt(ctx)
	if err != nil {
		return []reports.CheckResult{{Name: "model", Detail: err.Error()}}
	}
	var out []reports.CheckResult
	if e := a.Client.Refused(); e != nil && e.Until.IsZero() {
		out = append(out, reports.CheckResult{Name: "model", Detail: e.Sentence})
	}
	for _, id := range slices.Sorted(maps.Keys(limits)) {
		out = append(out, reports.CheckResult{Name: "model", Detail: limits[id]})
	}
	for _, id := range slices.Sorted(maps.Keys(known)) {
		out = append(out, reports.CheckResult{Name: "model", OK: true, Detail: doctor.Learnt(id, known[id])})
	}
	return out
}
