package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/frasier-cos/frasier/bot/command/bundle"
	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/internal/attest"
	"github.com/frasier-cos/frasier/internal/org"
)

// mostCompared limits a file that is compared with a bundle.
const mostCompared = 64 << 20

// signCommands are those about signed bundles.
func signCommands() []command {
	return []command{
		nounCommand("bundle").runBy(giveBundle).with("out"),
		{use: "verify-bundle FILE [DOCUMENT]", short: "check a signed bundle and the document beside it, on any machine; --key says who must have signed", most: unlimited, flags: []string{"key"}, run: verifyBundle},
		{use: "key [change|replace]", short: "the key that documents are signed with; change it for a new one that the old one signs, or replace one that is lost", most: 1, words: []string{"change", "replace"}, run: changeKey},
	}
}

// giveBundle prints a signed bundle, or writes it where it is told to.
func giveBundle(ctx context.Context, c *call) error {
	if c.flags.json || c.flags.out == "" && len(c.rest) == 0 {
		return runNoun(ctx, c)
	}
	if len(c.rest) == 0 {
		return &usage{"bundle needs a project: frasier bundle p1 -out signed-bundle.txt"}
	}
	return c.with(ctx, func(a *app.App) error {
		p, err := a.Store.Project(ctx, c.rest[0])
		if err != nil {
			return err
		}
		want := attest.Want{Project: p.ID}
		for _, word := range c.rest[1:] {
			switch word {
			case "cost":
				want.Cost = true
			case "order":
				want.Order = true
			default:
				return &usage{bundle.How(word)}
			}
		}
		raw, err := a.Bundle(ctx, want)
		if notFound(err) {
			return &usage{bundle.None(org.ProjectName{ID: p.ID, Title: p.Title, State: p.State})}
		}
		if err != nil {
			return err
		}
		if c.flags.out == "" {
			_, err := c.Out.Write(raw)
			return err
		}
		path := c.path(c.flags.out)
		if err := writeNew(path, raw); err != nil {
			return err
		}
		c.printf("%s\n", path)
		return nil
	})
}

func writeNew(path string, raw []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600) // the founder names it
	if err != nil {
		return fmt.Errorf("%w: %w", errInput, err)
	}
	_, err = f.Write(raw)
	return errors.Join(err, f.Sync(), f.Close())
}

// verifyBundle checks a signed bundle and the files that lie beside it, without a database and without a network.
func verifyBundle(_ context.Context, c *call) error {
	if len(c.rest) == 0 {
		return &usage{"verify-bundle needs a file: frasier verify-bundle signed-bundle.txt"}
	}
	path := c.path(c.rest[0])
	raw, err := readMost(path, attest.Most)
	if err != nil {
		return fmt.Errorf("%w: %w", errInput, err)
	}
	b, err := attest.Read(raw)
	if wrong := new(attest.WrongError); errors.As(err, &wrong) {
		c.printf("%s\n", bundle.Wrong(wrong.What))
		return &exit{Failed}
	}
	if err != nil {
		return err
	}
	files, err := readBeside(filepath.Dir(path), b.Names())
	if err != nil {
		return err
	}
	var foreign []string
	for _, name := range c.rest[1:] { // under another name than it was signed with
		data, err := readMost(c.path(name), mostCompared)
		if err != nil {
			return fmt.Errorf("%w: %w", errInput, err)
		}
		if !b.IsSigned(data) { // also where the next one takes its place below
			foreign = append(foreign, filepath.Base(name)+" is not what was signed")
		}
		files[b.NameOf(filepath.Base(name), data)] = data
	}
	got := b.Compare(files, c.flags.key)
	for _, text := range foreign {
		if !slices.Contains(got.Wrong, text) {
			got.Wrong = append(got.Wrong, text)
		}
	}
	c.printf("%s\n", bundle.Checked(b, got))
	if len(got.Wrong) > 0 {
		return &exit{Failed}
	}
	return nil
}

// readBeside reads those of some files that lie in a folder, and follows no link out of it.
func readBeside(dir string, names []string) (_ map[string][]byte, err error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errInput, err)
	}
	defer func() { err = errors.Join(err, root.Close()) }()
	out := map[string][]byte{}
	for _, name := range names {
		f, err := root.Open(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("%w: %w", errInput, err)
		}
		data, err := io.ReadAll(io.LimitReader(f, mostCompared))
		if err := errors.Join(err, f.Close()); err != nil {
			return nil, fmt.Errorf("%w: %w", errInput, err)
		}
		out[name] = data
	}
	return out, nil
}

func readMost(path string, most int64) (_ []byte, err error) {
	f, err := os.Open(path) // the founder names it
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	return io.ReadAll(io.LimitReader(f, most+1))
}

// changeKey shows the key that documents are signed with, or begins with a new one.
func changeKey(ctx context.Context, c *call) error {
	const how = "usage: frasier key, frasier key change, or where the old one is lost frasier key replace"
	if len(c.rest) > 1 {
		return &usage{how}
	}
	return c.with(ctx, func(a *app.App) error {
		var ring attest.Ring
		var err error
		switch {
		case len(c.rest) == 0:
			ring, err = a.Ring(ctx)
		case c.rest[0] == "change":
			ring, err = attest.Change(ctx, a.Store, a.Settings.Home, a.Now())
		case c.rest[0] == "replace":
			ring, err = attest.Replace(ctx, a.Store, a.Settings.Home, a.Now())
		default:
			return &usage{how}
		}
		if errors.Is(err, attest.ErrThere) {
			return &usage{"the key is there, so nothing was changed. To sign with a new one, for which this one vouches: frasier key change"}
		}
		if err != nil {
			return err
		}
		c.printf("%s\n", bundle.Keys(ring.Keys))
		return nil
	})
}
