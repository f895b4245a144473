package cli

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/frasier-cos/frasier/bot/command/doctor"
	"github.com/frasier-cos/frasier/bot/command/repository"
	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/cmd/internal/app/botside"
	"github.com/frasier-cos/frasier/cmd/internal/app/workerside"
	"github.com/frasier-cos/frasier/cmd/internal/vet"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/typeface"
)

// finding is a line of doctor.
type finding struct {
	Name string `json:"name"`
	OK   bool   `json:"ok"`
	Text string `json:"text"`
	hint bool   // it is told although all is well
	// passing marks what no setting mends.
	passing bool
}

// checkHealth checks the settings and what they lead to, and says what is wrong; with
// -all every check and every setting with its source. It exits 78 when something
// is wrong, and 5 when that is only what waits.
func checkHealth(ctx context.Context, c *call) error {
	var found []finding
	var storage []org.StorageLine
	var traffic [3][]reports.Traffic
	err := c.with(ctx, func(a *app.App) (err error) {
		found = c.examine(ctx, a)
		if storage, err = a.Store.Storage(ctx); err != nil {
			return err
		}
		spans, err := a.Store.Costs(ctx, 1, 7, 30)
		if err != nil {
			return err
		}
		traffic = [3][]reports.Traffic{spans[0].Traffic, spans[1].Traffic, spans[2].Traffic}
		return nil
	})
	if err != nil {
		found = append(found, finding{Name: "data", Text: err.Error()})
	}
	if c.flags.json {
		if err := c.writeJSON(map[string]any{"settings": c.settings.Rows, "checks": found}); err != nil {
			return err
		}
	} else {
		c.sayDoctor(found, storage, traffic)
	}
	code := Done
	for _, f := range found {
		switch {
		case f.OK:
		case !f.passing:
			return &exit{Config}
		default:
			code = Waits
		}
	}
	if code != Done {
		return &exit{code}
	}
	return nil
}

// sayDoctor says what was found, as the chat's doctor does.
func (c *call) sayDoctor(found []finding, storage []org.StorageLine, traffic [3][]reports.Traffic) {
	checks := make([]reports.CheckResult, 0, len(found))
	for _, f := range found {
		checks = append(checks, reports.CheckResult{Name: f.Name, OK: f.OK, Detail: f.Text, Hint: f.hint})
	}
	m := doctor.Doctor(checks, storage, traffic)
	c.say(m.Text)
	if !c.flags.all {
		c.say(messages.TerminalMore("doctor"))
		return
	}
	c.say("\n" + m.More)
	c.printf("\n")
	for _, r := range c.settings.Rows {
		c.printf("%-22s %-40s (%s) %s\n", r.Name, r.Value, r.Source, r.Meaning)
	}
}

// examine asks what the chat's doctor asks, and what only matters to whoever
// sets a server up. What makes work worse and stops none of it is told and is
// not wrong: an upgrade must not fail for it.
func (c *call) examine(ctx context.Context, a *app.App) []finding {
	const patience = 40 * time.Second
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	s := c.settings
	out := []finding{{Name: "data", OK: true, Text: doctor.Place(s.Place)}}
	if s.LLM != "extractive" {
		out = append(out, reach(ctx, s.ModelURL+"/models", s.ModelKey.Reveal()))
		if _, err := a.Client.RefreshPrices(ctx); err != nil {
			out = append(out, finding{Name: "prices", OK: true, hint: true, Text: doctor.Prices(fmt.Sprint(a.Client.Prices.AsOf()), err.Error())})
		}
	}
	if err := workerside.LookAtDocuments(ctx, a); err != nil {
		a.Log.WarnContext(ctx, "look at the folder of documents", "err", err) // the check of that name says what is wrong
	}
	for _, r := range botside.Checks(ctx, a) {
		out = append(out, finding{Name: r.Name, OK: r.OK, Text: r.Detail, hint: r.Hint, passing: r.Passing})
	}
	if on, err := s.Discord(); err == nil && !on {
		out = append(out, finding{Name: "discord", OK: true, Text: doctor.NoDiscord()})
	}
	out = append(out, examineUpdate(s.Releases)...)
	out = append(out, examineCode(ctx, a)...)
	no, reads := workerside.ReadyForPictures(ctx)
	pictures := doctor.Pictures(no, reads)
	out = append(out, finding{Name: pictures.Name, OK: pictures.OK, Text: pictures.Detail, hint: pictures.Hint})
	letters := lettersOf(typeface.Absent())
	out = append(out, finding{Name: letters.Name, OK: letters.OK, Text: letters.Detail, hint: letters.Hint})
	if s.SkillScanners > 0 {
		skills := doctor.Skills(vet.Installed(vet.Scanners(c.Env)), s.SkillScanners)
		out = append(out, finding{Name: skills.Name, OK: skills.OK, Text: skills.Detail, hint: skills.Hint})
	}
	for _, p := range s.Allow {
		out = append(out, finding{Name: "fetching", OK: true, Text: doctor.Fetch(p.String())})
	}
	return out
}

// lettersOf says which scripts PDFs and pictures lack, and which packages bring them.
func lettersOf(absent []typeface.Script) reports.CheckResult {
	var names, packages []string
	for _, s := range absent {
		names = append(names, s.Name)
		if !slices.Contains(packages, s.Package) {
			packages = append(packages, s.Package)
		}
	}
	return doctor.Letters(names, packages)
}

// examineCode tries the fence, once there is a repository whose code may be changed.
func examineCode(ctx context.Context, a *app.App) []finding {
	all, err := a.Store.Repositories(ctx)
	if err != nil {
		return []finding{{Name: "code", Text: err.Error()}}
	}
	if len(all) == 0 {
		return nil
	}
	if err := workerside.ReadyForCode(ctx); err != nil {
		return []finding{{Name: "code", OK: true, Text: doctor.Code(err.Error()), hint: true}}
	}
	return append([]finding{{Name: "code", OK: true, Text: doctor.Code("")}}, examineRepositories(ctx, a, all)...)
}

// examineRepositories says of each repository how its checks ended when they were tried.
func examineRepositories(ctx context.Context, a *app.App, all []coding.Repository) (out []finding) {
	tried, err := a.Store.Environments(ctx)
	if err != nil {
		return []finding{{Name: "code", Text: err.Error()}}
	}
	shown, err := a.Store.Shown(ctx)
	if err != nil {
		return []finding{{Name: "code", Text: err.Error()}}
	}
	proposed, err := a.Store.Proposals(ctx)
	if err != nil {
		return []finding{{Name: "code", Text: err.Error()}}
	}
	for _, r := range all {
		text, well := doctor.Settings(r)
		out = append(out, finding{Name: "repository", OK: true, Text: text, hint: !well})
		if text, well := doctor.Services(r, shown, proposed[r.ID]); text != "" {
			out = append(out, finding{Name: "repository", OK: true, Text: text, hint: !well})
		}
		if len(r.Checks) == 0 {
			continue
		}
		e, is := tried[r.ID]
		if !is {
			out = append(out, finding{Name: "repository", OK: true, Text: doctor.Repository(r, nil), hint: true})
			continue
		}
		well = e.State != coding.EnvironmentTried && e.State != coding.EnvironmentFailed || e.Why == "" && !coding.NothingPasses(e.Checks)
		out = append(out, finding{Name: "repository", OK: true, Text: doctor.Repository(r, &e), hint: !well})
	}
	agents, err := workerside.FindAgents(ctx, a)
	if err != nil {
		return append(out, finding{Name: "agents", Text: err.Error()})
	}
	for _, f := range agents {
		chosen := slices.ContainsFunc(all, func(r coding.Repository) bool { return r.Policy.Coder == f.Kind })
		if chosen || f.Missing == "" { // nobody misses one that nobody chose
			out = append(out, finding{Name: "agent", OK: true, Text: repository.AgentLine(f), hint: chosen && (f.Missing != "" || f.Rehearsal != nil && !f.Rehearsal.Passed())})
		}
	}
	if bytes, err := workerside.LayerBytes(a); err != nil {
		out = append(out, finding{Name: "packages", Text: err.Error()})
	} else if bytes > 0 {
		out = append(out, finding{Name: "packages", OK: true, Text: doctor.Layers(bytes, workerside.MostLayerBytes)})
	}
	return out
}

func reach(ctx context.Context, url, key string) finding {
	const patience = 10 * time.Second
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return finding{Name: "endpoint", Text: messages.EndpointNoAddress(url, err.Error())}
	}
	if key != "" {
		req.Header.Set("Authorization", "Bearer "+key)
	}
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse } // the key is for this address alone
	res, err := (&http.Client{CheckRedirect: stay}).Do(req)
	if err != nil {
		return finding{Name: "endpoint", Text: messages.EndpointSilent(url, fmt.Sprint(errors.Unwrap(err)))}
	}
	err = res.Body.Close()
	switch {
	case err != nil:
		return finding{Name: "endpoint", Text: messages.EndpointBrokeOff(url, err.Error())}
	case res.StatusCode == http.StatusUnauthorized || res.StatusCode == http.StatusForbidden:
		return finding{Name: "endpoint", Text: messages.EndpointKey()}
	case res.StatusCode >= http.StatusInternalServerError:
		return finding{Name: "endpoint", Text: messages.EndpointTrouble(url, res.Status)}
	case res.StatusCode != http.StatusOK:
		return finding{Name: "endpoint", Text: messages.EndpointOdd(url, res.Status)}
	}
	return finding{Name: "endpoint", OK: true, Text: messages.EndpointFine(url)}
}
