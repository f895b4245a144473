package botside

import (
	"context"
	"errors"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/command"
	"github.com/frasier-cos/frasier/bot/command/bundle"
	"github.com/frasier-cos/frasier/bot/command/doctor"
	"github.com/frasier-cos/frasier/bot/command/setting"
	"github.com/frasier-cos/frasier/bot/command/status"
	"github.com/frasier-cos/frasier/bot/command/team"
	"github.com/frasier-cos/frasier/bot/discord"
	"github.com/frasier-cos/frasier/bot/postbox"
	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/internal/calendar"
	"github.com/frasier-cos/frasier/internal/netguard"
	"github.com/frasier-cos/frasier/internal/oauth"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/sealed"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/prompt"
)

// Commands returns what carries out commands.
func Commands(a *app.App) *command.Handler {
	d := command.New(a.Store, a.Now)
	for _, r := range a.Settings.Rows {
		d.Settings = append(d.Settings, setting.Fixed{Name: r.Name, Value: r.Value, Source: r.Source})
	}
	d.NoModel, d.Bundle = a.Client.Offline(), a.Bundle
	d.Persona = func(title, category string) (string, error) {
		return a.Prompts.Hire(prompt.Hire{Title: title, Category: category})
	}
	d.Link = func(ctx context.Context, who, via string) (string, bool, error) {
		link, err := Link(ctx, a, who, via, "")
		return link, a.Settings.PublicURL != "", err
	}
	d.Meetings = newAgenda(a).Look
	d.Founders = func(ctx context.Context) []reports.Founder {
		if a.Founders == nil {
			return nil
		}
		return a.Founders(ctx)
	}
	d.Box = mailbox{Mailbox(a), &postbox.Writer{Client: a.Client, Prompts: a.Prompts, Secret: a.Secret, Now: a.Now}}
	d.Site, d.Forges = formatSiteAddress(a.Settings), a.Settings.Forges
	d.GiveBack = func(ctx context.Context, c outward.Connection) error { return giveBack(ctx, a, c) }
	d.StillPublic = func(ctx context.Context) bool { return isStillPublic(ctx, a) }
	d.Checks = func(ctx context.Context) []reports.CheckResult { return Checks(ctx, a) }
	if id := a.Client.Models.T3.ID; id != "" {
		d.Price = func(in, out int) (org.NanoUSD, bool) {
			return a.Client.Prices.Cost(id, llm.Usage{In: in, Out: out}, a.Now())
		}
	}
	return d
}

// giveBackMost bounds how long whoever disconnects waits for the service.
const giveBackMost = 20 * time.Second

// giveBack ends the access of a connection at its service.
func giveBack(ctx context.Context, a *app.App, c outward.Connection) error {
	ctx, stop := context.WithTimeout(ctx, giveBackMost)
	defer stop()
	key, err := sealed.Open(a.Settings.Home)
	if err != nil {
		return err
	}
	s, err := oauth.OpenSecret(key, c)
	if err != nil {
		return err
	}
	if c.Service == outward.ToolService { // at addresses that a server named
		ctx = oauth.WithClient(ctx, netguard.New(a.Settings.Allow).Client(giveBackMost))
	}
	return s.App.GiveBack(ctx, s.Grant)
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
	out = append(out, checkRoles(ctx, a)...)
	out = append(out, checkKey(ctx, a))
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
	if r, ok := doctor.Forges(connections, a.Settings.ForgePoll, a.Settings.PublicListen != ""); ok {
		out = append(out, r)
	}
	if r, ok := checkMirror(ctx, a, connections); ok {
		out = append(out, r)
	}
	hooks, err := a.Store.Webhooks(ctx)
	if err != nil {
		return append(out, reports.CheckResult{Name: "webhooks", Detail: "they can't be read: " + err.Error()})
	}
	for _, w := range hooks {
		out = append(out, doctor.Webhook(w))
	}
	orderers, err := a.Store.Hooks(ctx)
	if err != nil {
		return append(out, reports.CheckResult{Name: "hooks", Detail: "they can't be read: " + err.Error()})
	}
	for _, h := range orderers {
		out = append(out, doctor.Hook(h, a.Settings.PublicListen != ""))
	}
	calendars, err := a.Store.Calendars(ctx)
	if err != nil {
		return append(out, reports.CheckResult{Name: "calendars", Detail: "they can't be read: " + err.Error()})
	}
	for _, c := range calendars {
		out = append(out, doctor.Calendar(c))
	}
	servers, err := a.Store.ToolServers(ctx)
	if err != nil {
		return append(out, reports.CheckResult{Name: "tools", Detail: "they can't be read: " + err.Error()})
	}
	for _, s := range servers {
		out = append(out, doctor.Tools(s))
	}
	return out
}

func checkKey(ctx context.Context, a *app.App) reports.CheckResult {
	ring, err := a.Ring(ctx)
	if err != nil {
		return bundle.Key("", 0, err)
	}
	return bundle.Key(ring.Fingerprint(), len(ring.Keys)-1, nil)
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

// checkRoles says which roles files add to the team or propose; nothing where none does.
func checkRoles(ctx context.Context, a *app.App) []reports.CheckResult {
	all, err := a.Store.Roster(ctx)
	proposed, failed := a.Store.ProposedRoles(ctx)
	if err := errors.Join(err, failed); err != nil {
		return []reports.CheckResult{{Name: "roles", Detail: "they cannot be read: " + err.Error()}}
	}
	if c, some := team.Check(all, proposed); some {
		return []reports.CheckResult{c}
	}
	return nil
}
