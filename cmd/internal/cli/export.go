package cli

import (
	"context"
	"errors"
	"path/filepath"
	"slices"

	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/internal/attest"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/roadmap"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/deliver"
)

func export(ctx context.Context, c *call) error {
	if len(c.rest) != 1 {
		return &usage{"export needs a project: frasier export p1 -out out"}
	}
	return c.with(ctx, func(a *app.App) error {
		p, err := a.Store.Project(ctx, c.rest[0])
		if err != nil {
			return err
		}
		out := c.flags.out
		if out == "" {
			out = "out"
		}
		dir, err := c.export(ctx, a, p, out)
		if err != nil {
			return err
		}
		if c.flags.json {
			return c.writeJSON(map[string]string{"project": string(p.ID), "folder": dir})
		}
		c.printf("%s\n", dir)
		return nil
	})
}

func (c *call) export(ctx context.Context, a *app.App, p org.Project, out string) (string, error) {
	if !filepath.IsAbs(out) {
		out = filepath.Join(c.Dir, out)
	}
	b := deliver.Bundle{Project: p, Zone: a.Zone()} //nolint:contextcheck // it has a term of its own
	var err error
	if b.Steps, err = a.Store.Steps(ctx, p.ID); err != nil {
		return "", err
	}
	if b.Citations, err = a.Store.Citations(ctx, p.ID); err != nil {
		return "", err
	}
	if b.Documents, err = a.Store.DocumentsCited(ctx, p.ID); err != nil {
		return "", err
	}
	if b.Deliverable, err = a.Store.Deliverable(ctx, p.ID); err != nil && !notFound(err) {
		return "", err
	}
	if b.Receipt, err = a.Store.Receipt(ctx, p.ID); err != nil {
		return "", err
	}
	if b.Roadmap, _, err = a.Store.RoadmapSource(ctx, p.ID); err != nil {
		return "", err
	}
	if b.Signed, err = signExport(ctx, a, p.ID); err != nil {
		return "", err
	}
	b.Results = append(results(b), unbegun(b)...)
	if b.Code, err = codeFiles(ctx, a, p.ID); err != nil {
		return "", err
	}
	return deliver.Write(out, b)
}

// signExport returns nil for a project without a document, and where the key is not on this machine: there the folder goes without.
func signExport(ctx context.Context, a *app.App, id org.ProjectID) ([]byte, error) {
	raw, err := a.Bundle(ctx, attest.Want{Project: id})
	if lost := new(attest.LostError); errors.As(err, &lost) {
		a.Log.WarnContext(ctx, "no signed bundle goes with the document", "err", err)
		return nil, nil
	}
	if notFound(err) {
		return nil, nil
	}
	return raw, err
}

// unbegun lists the roadmap's items that no step was made of, because the
// project ended before their phase began.
func unbegun(b deliver.Bundle) []work.Upstream {
	if b.Roadmap == "" || !b.Project.State.Ended() {
		return nil
	}
	r, err := roadmap.Parse(b.Project.Title, b.Roadmap)
	if err != nil {
		return nil // it was read before it was stored; without it the steps alone are told
	}
	var out []work.Upstream
	for _, i := range r.Items {
		begun := slices.ContainsFunc(b.Steps, func(s org.Step) bool { return s.Item == i.Key || s.Key == i.Key })
		if !i.Done && !begun {
			out = append(out, work.Upstream{
				Key: i.Key, Title: i.Title, Phase: i.Phase, Kind: org.KindResearch, State: org.StepCancelled, Cause: "the project ended before its phase began",
			})
		}
	}
	return out
}

// results turns the steps and their citations into what a document is
// composed of, for a project that ended before its document was made.
func results(b deliver.Bundle) []work.Upstream {
	cited := map[org.StepID][]work.Citation{}
	for _, c := range b.Citations {
		cited[c.Step] = append(cited[c.Step], c.Citation)
	}
	out := make([]work.Upstream, 0, len(b.Steps))
	for _, s := range b.Steps {
		out = append(out, work.Upstream{
			ID: s.ID, Key: s.Key, Title: s.Title, Phase: s.Phase, Kind: s.Kind, State: s.State, Result: s.Result, Digest: s.Digest,
			Cause: s.Cause, Sources: cited[s.ID], Tier: s.Tier, Served: s.Served, Item: s.Item,
		})
	}
	return out
}
