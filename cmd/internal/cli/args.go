package cli

import (
	"context"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/cmd/internal/app/botside"
	"github.com/frasier-cos/frasier/cmd/internal/settings"
	"github.com/frasier-cos/frasier/internal/org"
)

// ordered puts flags that stand before the command behind it, and writes -out
// as --out: this program's flags may stand anywhere and begin with one dash or
// two. What follows "--" stays as it is.
func ordered(args []string) []string {
	known := pflag.NewFlagSet("", pflag.ContinueOnError)
	for _, name := range []string{"json", "all", "live", "yes", "out", "to", "replay", "check", "seal", "key", "prompts", "lines", "read", "repo", "base", "name", "ref", "push", "again", "cancel", "shell", "rotate", "app", "since", "project", "cap", "projects"} {
		new(flags).define(known, name)
	}
	var before, out []string
	for i := 0; i < len(args); i++ {
		a := args[i]
		if a == "--" {
			out = append(out, args[i:]...)
			break
		}
		if a == "-" || !strings.HasPrefix(a, "-") {
			out = append(out, a)
			continue
		}
		name, _, given := strings.Cut(strings.TrimLeft(a, "-"), "=")
		flag := known.Lookup(name)
		if name == "n" {
			flag = known.Lookup("lines")
		} else if len(name) > 1 {
			a = "--" + strings.TrimLeft(a, "-")
		}
		here := &out
		if len(out) == 0 {
			here = &before
		}
		*here = append(*here, a)
		if flag != nil && flag.NoOptDefVal == "" && !given && i+1 < len(args) {
			i++
			*here = append(*here, args[i])
		}
	}
	if len(out) == 0 || strings.HasPrefix(out[0], "-") {
		return append(before, out...)
	}
	return slices.Insert(out, 1, before...)
}

// complete suggests a command's first argument. Nothing is suggested where no
// database is yet, or it cannot be opened now.
func (c *call) complete(one command) func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return func(cmd *cobra.Command, args []string, prefix string) ([]string, cobra.ShellCompDirective) {
		switch {
		case len(args) == 0 && one.words != nil:
			return one.words, cobra.ShellCompDirectiveNoFileComp
		case len(args) == 0 && one.ids != "":
			return c.suggest(cmd.Context(), cmd.Name(), one.ids, prefix), cobra.ShellCompDirectiveNoFileComp
		case one.most == 0 || one.ids != "":
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return nil, cobra.ShellCompDirectiveDefault
	}
}

// suggest asks the chat's commands for what may stand there.
func (c *call) suggest(ctx context.Context, name, option, prefix string) []string {
	s, err := settings.Load(c.Env, c.Dir)
	if err != nil {
		return nil
	}
	if _, err := os.Stat(s.DB); err != nil && !strings.Contains(s.DB, "://") {
		return nil
	}
	var list []org.Choice
	c.settings = s
	if err := c.with(ctx, func(a *app.App) (err error) {
		list, err = botside.Commands(a).Complete(ctx, name, option, prefix)
		return err
	}); err != nil {
		return nil
	}
	var out []string
	for _, one := range list {
		out = append(out, one.Value+"\t"+strings.TrimPrefix(one.Label, one.Value+": "))
	}
	return out
}
