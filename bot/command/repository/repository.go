// Package repository is where code may be changed: which repositories are known, and
// how work is done in each.
package repository

import (
	"context"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
)

// Records is all that this noun reads and changes. *store.DB is one.
type Records interface {
	Repositories(ctx context.Context) ([]coding.Repository, error)
	RepositoriesAsked(ctx context.Context) ([]coding.Request, error)
	AskRepository(ctx context.Context, r coding.Request) error
	SetRepository(ctx context.Context, r coding.Repository) error
	RemoveRepository(ctx context.Context, name string) error
	AskEnvironment(ctx context.Context, e coding.Environment) error
	CancelEnvironment(ctx context.Context, repository string) error
	Workspaces(ctx context.Context) ([]coding.CodeRun, error)
}

type records struct {
	Records
	forges []string // hosts whose repositories may be added from a chat
}

// New returns the noun: the command repo.
func New(r Records, forges []string) noun.Noun {
	return noun.Noun{Commands: []noun.Command{{
		Name: "repo", Summary: "the repositories whose code may be changed: list, show, add by address, set up, remove", Example: "repo add github.com/acme/shop", Aliases: []string{"repos", "repositories"},
		Options: []syntax.Option{
			noun.WordOption("do", "add, remove, or a repository; all are listed when left out"),
			noun.WordOption("text", "an address; or a setting such as check, push, pr, level or tests with its value; or setup"),
		},
		Acts: true, Changes: func(args map[string]string) bool { return args["text"] != "" }, Run: records{r, forges}.run,
	}}}
}

// run lists the repositories, shows one, adds one by its address, removes one or changes a setting of it.
func (s records) run(ctx context.Context, in noun.Input) (noun.View, error) {
	all, err := s.Repositories(ctx)
	if err != nil {
		return noun.View{}, err
	}
	name, words := strings.ToLower(in.Args["do"]), strings.TrimSpace(in.Args["text"])
	remove := name == "remove"
	switch {
	case name == "" || name == "list":
		asked, err := s.RepositoriesAsked(ctx)
		return noun.View{Reply: org.Reply{Text: ChatRepositories(all, asked...)}}, err
	case name == "add":
		return s.add(ctx, in.Channel, all, words)
	case remove:
		name = strings.ToLower(words)
	}
	i := slices.IndexFunc(all, func(r coding.Repository) bool { return r.Name == name })
	switch {
	case i < 0:
		return noun.View{}, noun.Refuse(ChatRepositoryUnknown(name, all))
	case remove:
		err := noun.Explain(s.RemoveRepository(ctx, name), org.ErrConflict, InUse(name))
		return noun.View{Reply: org.Reply{Text: Removed(all[i])}}, err
	case words == "":
		return noun.Say(wording.ChatRepository(all[i]))
	}
	r := all[i]
	setting, value, _ := strings.Cut(words, " ")
	setting, value = strings.ToLower(setting), strings.Trim(strings.TrimSpace(value), "\"'")
	switch known := []string{coding.SettingCheck, coding.SettingMinutes, coding.SettingPush, coding.SettingService, coding.SettingSmoke, coding.SettingRed, coding.SettingHook, coding.SettingLevel, coding.SettingPull, coding.SettingCleanup, coding.SettingTests, coding.SettingOrderers, coding.SettingIssueCap, coding.SettingLabel}; {
	case setting == coding.SettingSetup && value == "cancel":
		err := noun.Explain(s.CancelEnvironment(ctx, r.ID), org.ErrConflict, SetupIdle(r.Name))
		return noun.View{Reply: org.Reply{Text: ChatSetupStopped(r)}}, err
	case setting == coding.SettingSetup && (value == "" || value == "again"):
		return noun.View{Reply: org.Reply{Text: ChatSetup(r)}}, s.AskEnvironment(ctx, coding.Environment{Repository: r.ID, Asked: in.Channel, Again: value == "again"})
	case !slices.Contains(known, setting) || !r.Set(setting, []string{value}):
		return noun.View{}, noun.Refuse(ChatRepositoryHow(r))
	case (setting == coding.SettingPush || setting == coding.SettingPull && r.Policy.Pull != "") && !r.CanPush():
		return noun.View{}, noun.Refuse(PushNowhere(r.Name))
	case setting == coding.SettingPush && r.Policy.Onto:
		return noun.View{}, noun.Refuse(OntoInATerminal(r))
	case r.PushesOnto() && r.Policy.Pull != "":
		return noun.View{}, noun.Refuse(OntoWithPulls(r.Name))
	}
	if err := s.SetRepository(ctx, r); err != nil || setting != coding.SettingCheck {
		return noun.View{Reply: org.Reply{Text: wording.ChatRepository(r)}}, err
	}
	if err := s.AskEnvironment(ctx, coding.Environment{Repository: r.ID, Asked: in.Channel}); err != nil {
		return noun.View{}, err
	}
	begun, err := s.Workspaces(ctx)
	reply := ChatChecksCount(r, begun)
	reply.Text = wording.ChatRepository(r) + reply.Text
	return noun.View{Reply: reply}, err
}

// add keeps an address for a worker to look at; this process reaches no repository. Only hosts that the operator
// named are taken from a chat.
func (s records) add(ctx context.Context, from org.Channel, all []coding.Repository, words string) (noun.View, error) {
	address, name, _ := strings.Cut(strings.Trim(words, "<>"), " ")
	address = strings.Trim(address, "<>") // as one writes a link that is not to be shown large
	if host, rest, ok := strings.Cut(address, "/"); ok && rest != "" && strings.Contains(strings.Trim(host, "."), ".") && !coding.IsAddress(address) {
		address = "https://" + address
	}
	switch {
	case !coding.IsAddress(address):
		return noun.View{}, noun.Refuse(NeedsAddress(s.forges))
	case coding.AddressWhyNot(address) != "":
		return noun.View{}, noun.Refuse(Refused(coding.AddressWhyNot(address)))
	case !slices.Contains(s.forges, strings.ToLower(coding.AddressHost(address))):
		return noun.View{}, noun.Refuse(Foreign(coding.AddressHost(address), s.forges))
	}
	if i := slices.IndexFunc(all, func(r coding.Repository) bool { return r.Source == address }); i >= 0 {
		return noun.Say(wording.ChatRepository(all[i]))
	}
	err := s.AskRepository(ctx, coding.Request{Source: address, Name: strings.ToLower(strings.TrimSpace(name)), Channel: from})
	return noun.View{Reply: org.Reply{Text: Looking(address)}}, err
}
