package cli

import (
	"context"
	"errors"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/cmd/internal/settings"
	"github.com/frasier-cos/frasier/internal/org"
)

// command is a subcommand. What it does with wrong arguments is up to run; only the number of them
// is checked before.
type command struct {
	use   string // as it is called, flags left out
	short string
	most  int      // arguments at most; any number when negative
	flags []string // names in flags.define
	ids   string   // what its first argument is, for completion: an option of a chat command
	words []string // what its first argument is, for completion: one of these
	run   func(context.Context, *call) error
}

type group struct {
	title string
	list  []command
}

// unlimited stands for any number of arguments.
const unlimited = -1

// groups lists all commands by their use. Those of nouns that are not named here stand last in
// their group. By hand stand only those that need this machine: its files, programs, models or database.
func groups() []group {
	out := listedGroups()
	for _, n := range knownCommands() {
		if n.Shell != nil {
			addCommand(out, n)
		}
	}
	return out
}

func listedGroups() []group {
	return []group{
		{"Hand work over", []command{
			{use: "run FILE|-", short: "hand over a roadmap or directive and work until it ends", most: 1, flags: []string{"out", "json", "repo", "base", "name", "ref", "checks"}, run: run},
			{use: "chat", short: "talk in the terminal", run: chat},
			{use: "init", short: "connect with Discord: pair yourself with a code and write .env", run: initialise},
			{use: "up", short: "start me: answer in Discord and do the work", run: up},
		}},
		{"See how it stands", []command{
			nounCommand("status"),
			nounCommand("projects"),
			nounCommand("inbox"),
			nounCommand("costs"),
			nounCommand("why").runBy(explainWork),
			{use: "watch [WORD...]", short: "follow everything that happens, narrowed by ids, agents, packages, events", most: unlimited, flags: []string{"lines", "json"}, run: watch},
			{use: "diff STEP|PROJECT", short: "what was changed in the code", most: unlimited, flags: []string{"json"}, ids: "step", run: diff},
			{use: "attach STEP", short: "follow one step as it is worked on; what you type goes to whoever works on it; with --shell a shell in its files", most: 1, flags: []string{"shell"}, ids: "step", run: attach},
			nounCommand("runs"),
			{use: "workspaces [open NAME|close NAME]", short: "work on code by its name; put the files of one into a folder to look at, or take that away", most: unlimited, flags: []string{"all", "json"}, words: []string{"open", "close"}, run: workspaces},
			{use: "checks STEP|PROJECT", short: "how each change of the code was tried, before and after", most: unlimited, flags: []string{"all", "json"}, ids: "step", run: checks},
			nounCommand("agents"),
		}},
		{"Steer it", []command{
			nounCommand(org.CommandDecide).runBy(answer),
			nounCommand("approve").runBy(answer),
			nounCommand("deny").runBy(answer),
			nounCommand("pause"),
			nounCommand("resume"),
			nounCommand("cancel"),
			nounCommand("steer"),
			nounCommand("isolate"),
			nounCommand(org.CommandRedo),
			nounCommand("changes"),
			nounCommand("drop"),
			nounCommand("delete"),
			nounCommand("share"),
			nounCommand("undelete"),
			nounCommand(org.CommandReplan),
			nounCommand("company"),
			{use: "stage STEP|PROJECT|MESSAGE NAME", short: "do one stage of work, plan or answer again from what is kept", most: unlimited, ids: "step", run: stage},
		}},
		{"What it knows", []command{
			nounCommand("recall"),
			nounCommand("rules"),
			nounCommand("forget"),
			nounCommand("memory").runBy(tidyLessons),
			{use: "skill add DIR|list|remove NAME", short: "skills from outside: check and add one, list them, take one away", most: unlimited, flags: []string{"json"}, words: []string{"add", "list", "remove"}, run: skill},
			{use: "prompts check", short: "render all prompts and say what is wrong with any", most: unlimited, flags: []string{"json"}, words: []string{"check"}, run: prompts},
		}},
		{"Look after it", append(signCommands(), []command{
			{use: "repo add FOLDER|ADDRESS|set NAME SETTING VALUE|setup NAME|remove NAME|list", short: "repositories whose code may be changed: add one, set how it is worked on, fetch what its checks need and try them, remove one, list them", most: unlimited, flags: []string{"name", "ref", "checks", "push", "again", "cancel", "json"}, words: []string{"add", "set", "setup", "remove", "list"}, run: repo},
			{use: "coders [try NAME]", short: "the coding agents of others that may write changes here, and how they did when I tried them; try one", most: unlimited, flags: []string{"json"}, words: []string{"try"}, run: coders},
			{use: "export PROJECT", short: "write a project's folder", most: unlimited, flags: []string{"out", "json"}, ids: "project", run: export},
			{use: "dashboard [PROJECT]", short: "a link that opens the dashboard in your browser, once", most: unlimited, ids: "project", run: openDashboard},
			{use: "token add NAME|limit NAME DOLLARS|list|remove NAME", short: "let a program ask the API of the dashboard, or with --repo make changes of that repository: make a token for it, say what it may order in a day, list them, take one away", most: unlimited, flags: []string{"read", "scope", "daily", "repo", "json"}, words: []string{"add", "limit", "list", "remove"}, run: token},
			{use: "mcp TOKEN", short: "let an agent on this machine use me by MCP, over its input and output, as far as that token goes", most: 1, run: serveTools},
			{use: "connect SERVICE [ADDRESS|PAGE|TEAM|FILE|HOST YOU [SMTP-HOST]]", short: "let me do things at github, gitea, notion, google, linear, a calendar or a mailbox: asks for a token, a password or a yes, checks it, and keeps it encrypted", most: unlimited, words: []string{"github", "gitea", "notion", "google", "linear", "calendar", "mail"}, flags: []string{"rotate", "app"}, run: connect},
			nounCommand("disconnect"),
			nounCommand("webhooks").runBy(runWebhooks), nounCommand("hooks").runBy(runHooks), nounCommand("tools").runBy(runTools).with("folder", "secret", "access", "client"),
			{use: "audit", short: "write the journal with its seals and who did what; --check FILE looks whether a written one is whole, on any machine", flags: []string{"out", "check", "seal", "since", "project"}, run: auditing},
			{use: "replay PROJECT", short: "do every kept stage of a project again and compare; --prompts DIR says what other prompts would ask otherwise; with --live --cap 2 that is asked and compared", most: unlimited, flags: []string{"prompts", "live", "cap", "all", "json"}, ids: "project", run: replayProject},
			{use: "doctor", short: "is everything well? if not, what to do", flags: []string{"all", "json"}, run: checkHealth},
			{use: "verify", short: "check every invariant of the database", flags: []string{"json"}, run: verify},
			{use: "backup [DIR]", short: "write a checked copy of the database", most: unlimited, run: backup},
			{use: "restore [FILE]", short: "put a backup in the place of the database", most: unlimited, run: restore},
			{use: "update", short: "bring the newest release in, checked, tried on a copy of the data and taken back when it does not come up; --to VERSION, --back", flags: []string{"release", "downgrade", "back", "saved", "unpack"}, run: updateProgram},
			{use: "migrate --to ADDRESS", short: "copy the database to a PostgreSQL server", flags: []string{"to"}, run: migrate},
			{use: "eval --live", short: "have ten tasks done by your models and say how well; names the cost and asks first; --replay FILE checks recorded replies instead; --projects N --prompts DIR --cap 5 does your own work anew with other prompts", flags: []string{"live", "yes", "json", "replay", "projects", "prompts", "cap"}, run: evaluate},
			{use: "version", short: "which build this is", run: version},
		}...)},
	}
}

// flags holds the values of all flags; a command takes only those that it names.
type flags struct {
	json, live, yes, all  bool
	read, push, shell     bool
	rotate                bool
	again, cancel         bool
	downgrade, back       bool
	saved                 bool
	unpack                string
	out, to, replay       string
	check, prompts        string
	repo, base, name, ref string
	since, project, cap   string
	app                   string
	seal, key             string
	scope, daily          string
	folder, secret        string
	access, client        string
	projects              int
	checks                []string
	tail                  int
}

func (f *flags) define(set *pflag.FlagSet, name string) {
	switch name {
	case "json":
		set.BoolVar(&f.json, name, false, "print JSON for programs")
	case "rotate":
		set.BoolVar(&f.rotate, name, false, "take a new token for a connection that there is")
	case "app":
		set.StringVar(&f.app, name, "", "connect to GitHub as your App of this `ID` (or ID/INSTALLATION), whose private key comes by a pipe")
	case "all":
		set.BoolVar(&f.all, name, false, "show everything, not only the first lines")
	case "replay":
		set.StringVar(&f.replay, name, "", "check the recorded replies of a `FILE` instead of asking models")
	case "live":
		set.BoolVar(&f.live, name, false, "ask the models that are configured")
	case "yes":
		set.BoolVar(&f.yes, name, false, "do not ask whether to go on")
	case "read":
		set.BoolVar(&f.read, name, false, "the token may look only, and give no command")
	case "out":
		set.StringVar(&f.out, name, "", "write the project's folder below `DIR`")
	case "check":
		set.StringVar(&f.check, name, "", "look whether the audit in `FILE` is whole")
	case "seal":
		set.StringVar(&f.seal, name, "", "with --check: the file must be the one that was written with this `SEAL`")
	case "key":
		set.StringVar(&f.key, name, "", "the signer must be the one with the key of this `FINGERPRINT`, or one that it vouches for")
	case "prompts":
		set.StringVar(&f.prompts, name, "", "take the prompts of `DIR`, as FRASIER_PROMPTS does")
	case "cap":
		set.StringVar(&f.cap, name, "", "spend so many `DOLLARS` at the most")
	case "projects":
		set.IntVar(&f.projects, name, 0, "do the last `N` projects anew whose documents you accepted, with the prompts of --prompts")
	case "since":
		set.StringVar(&f.since, name, "", "only what was done from `TIME` on: 2026-03-01 (in UTC), or 2026-03-01T09:00:00Z")
	case "project":
		set.StringVar(&f.project, name, "", "only what belongs to `PROJECT`")
	case "repo":
		set.StringVar(&f.repo, name, "", "the `REPOSITORY` that the order changes: a name that I know, a folder or an address")
	case "base":
		set.StringVar(&f.base, name, "", "what the order starts on: main, or the `PROJECT` whose branch is not in it yet, such as p12")
	case "name":
		set.StringVar(&f.name, name, "", "`NAME` of the repository; its folder's when left out")
	case "ref":
		set.StringVar(&f.ref, name, "", "`BRANCH` that work starts from; the one it is on when left out")
	case "again":
		set.BoolVar(&f.again, name, false, "fetch and build anew what is there")
	case "cancel":
		set.BoolVar(&f.cancel, name, false, "call off what is under way")
	case "shell":
		set.BoolVar(&f.shell, name, false, "a shell in the step's files, behind the walls that its checks have")
	case "push":
		set.BoolVar(&f.push, name, false, "push each project's branch to the repository's address when it has ended")
	case "checks":
		set.StringArrayVar(&f.checks, "check", nil, "`COMMAND` that must end well; may be given more than once")
	case "to":
		set.StringVar(&f.to, name, "", "`ADDRESS` of an empty database: postgres://user:password@host/name")
	case "release":
		set.StringVar(&f.to, "to", "", "this `VERSION`, such as v0.2.0, instead of the newest")
	case "downgrade":
		set.BoolVar(&f.downgrade, name, false, "an older version too")
	case "back":
		set.BoolVar(&f.back, name, false, "take the last update back: the version and the data from before it")
	case "saved":
		set.BoolVar(&f.saved, name, false, "with PostgreSQL: bot and workers are stopped everywhere, and you have made a dump")
	case "unpack":
		set.StringVar(&f.unpack, name, "", "check the release and unpack it into a new folder `DIR`, and change nothing else")
	case "lines":
		set.IntVarP(&f.tail, name, "n", 0, "print the last `N` lines and end")
	default:
		f.defineForPrograms(set, name)
	}
}

// defineForPrograms defines the flags of what other programs may do here, and of those that are used here.
func (f *flags) defineForPrograms(set *pflag.FlagSet, name string) {
	switch name {
	case "folder":
		set.StringVar(&f.folder, name, "", "the program sees all that is in `DIR`, and cannot write to it")
	case "secret":
		set.StringVar(&f.secret, name, "", "asks for a secret: with an address its token, with a program what it is to find in the `VARIABLE`")
	case "access":
		set.StringVar(&f.access, name, "", "with an address where you say yes in a browser: ask for these `SCOPES` too, as its server names them")
	case "client":
		set.StringVar(&f.client, name, "", "with such an address: the `ID` of a program that you made known there yourself; asks for its secret")
	case "scope":
		set.StringVar(&f.scope, name, "", "what the token may: `SCOPE` is read, order (also order projects) or act (all that you may; without it)")
	case "daily":
		set.StringVar(&f.daily, name, "", "with --scope order: it may order projects for so many `DOLLARS` a day; none when left out")
	default:
		panic("no flag " + name)
	}
}

func (c *call) root() *cobra.Command {
	root := &cobra.Command{
		Use: "frasier", SilenceErrors: true, SilenceUsage: true, SuggestionsMinimumDistance: 2,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			near := ""
			if list := cmd.SuggestionsFor(args[0]); len(list) > 0 {
				near = list[0]
			}
			return &usage{messages.TerminalNoCommand(args[0], near)}
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetIn(c.In)
	root.SetOut(c.Out)
	root.SetErr(c.Err)
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) { c.help(cmd) })
	root.SetFlagErrorFunc(wrongFlag)
	for _, g := range groups() {
		for _, one := range g.list {
			root.AddCommand(c.cobra(one))
		}
	}
	root.SetHelpCommand(helpCommand(root))
	root.AddCommand(completion(root))
	return root
}

func (c *call) cobra(one command) *cobra.Command {
	cmd := &cobra.Command{Use: one.use, Short: one.short, DisableFlagsInUseLine: true, ValidArgsFunction: c.complete(one)}
	for _, name := range one.flags {
		c.flags.define(cmd.Flags(), name)
	}
	cmd.Flags().BoolP("help", "h", false, "what the command takes, instead of the command")
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if one.most >= 0 && len(args) > one.most {
			return &usage{messages.TerminalTakesNo(cmd.Name(), args[one.most], one.use)}
		}
		return nil
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c.name, c.rest = cmd.Name(), args
		var err error
		if c.settings, err = settings.Load(c.Env, c.Dir); err != nil {
			return err
		}
		return one.run(cmd.Context(), c)
	}
	return cmd
}

func wrongFlag(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var empty *pflag.ValueRequiredError
	var bad *pflag.InvalidValueError
	called := strings.TrimSpace("frasier " + strings.TrimPrefix(cmd.Use, "frasier"))
	switch {
	case errors.As(err, &unknown):
		return &usage{messages.TerminalNoFlag(called, dashed(unknown.GetSpecifiedName()), cmd.Name())}
	case errors.As(err, &empty):
		return &usage{messages.TerminalNeedsValue(dashed(empty.GetSpecifiedName()))}
	case errors.As(err, &bad) && bad.GetFlag().Name == "lines":
		return &usage{messages.TerminalNeedsNumber()}
	}
	return &usage{err.Error()}
}

func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// help prints how a command is called and what it takes, or for the program
// itself the list of commands.
func (c *call) help(cmd *cobra.Command) {
	if !cmd.HasParent() {
		if len(c.Args) == 0 {
			c.printf("%s", messages.TerminalStart())
			return
		}
		c.printf("%s", helpText())
		return
	}
	c.printf("frasier %s\n    %s\n", cmd.Use, cmd.Short)
	if text := cmd.LocalFlags().FlagUsages(); text != "" {
		c.printf("\n%s", text)
	}
	if cmd.Long != "" {
		c.printf("\n%s\n", cmd.Long)
	}
}

func helpText() string {
	var out []messages.HelpGroup
	for _, g := range groups() {
		part := messages.HelpGroup{Title: g.title}
		for _, one := range g.list {
			part.Commands = append(part.Commands, [2]string{one.use, one.short})
		}
		out = append(out, part)
	}
	return messages.TerminalHelp(out)
}

func helpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use: "help [COMMAND]", Short: "what a command takes",
		ValidArgsFunction: func(_ *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
			var names []string
			for _, cmd := range root.Commands() {
				names = append(names, cmd.Name()+"\t"+cmd.Short)
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return root.Help()
			}
			cmd, _, err := root.Find(args)
			if err != nil || cmd == root {
				return root.Args(root, args)
			}
			return cmd.Help()
		},
	}
}

// completion prints what a shell needs to complete this program's commands.
func completion(root *cobra.Command) *cobra.Command {
	shells := map[string]func(io.Writer) error{
		"bash": func(w io.Writer) error { return root.GenBashCompletionV2(w, true) },
		"zsh":  root.GenZshCompletion,
		"fish": func(w io.Writer) error { return root.GenFishCompletion(w, true) },
	}
	return &cobra.Command{
		Use: "completion bash|zsh|fish", Short: "complete commands, flags and ids in your shell", DisableFlagsInUseLine: true,
		ValidArgs: []string{"bash", "zsh", "fish"},
		Long: "For this shell:   source <(frasier completion bash)\n" +
			"For all of them:  frasier completion bash > /etc/bash_completion.d/frasier\n" +
			"                  frasier completion zsh > \"${fpath[1]}/_frasier\"\n" +
			"                  frasier completion fish > ~/.config/fish/completions/frasier.fish",
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 || shells[args[0]] == nil {
				return &usage{"name your shell: frasier completion bash, zsh or fish"}
			}
			return shells[args[0]](root.OutOrStdout())
		},
	}
}
