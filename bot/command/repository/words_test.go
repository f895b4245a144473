package repository_test

import (
	"slices"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/command/repository"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/nountest"
)

func TestWords(t *testing.T) {
	all := examples()
	nountest.Golden(t, all...)
	nountest.Marked(t, all...)
}

func examples() []nountest.Example {
	shop := coding.Repository{Name: "shop", Ref: "main", Kind: coding.RepositoryPath, Source: "/srv/shop", Checks: []string{"go vet ./...", "go test ./..."}}
	ready := coding.Environment{
		State: coding.EnvironmentTried,
		Setup: coding.Setup{
			Key: "k", Bytes: 214e6, Recipes: []coding.Recipe{{Ecosystem: "go"}, {Ecosystem: "npm", Unlocked: true}}, Packages: make([]coding.Package, 213),
			Toolchains: []coding.Toolchain{{Name: "go", Version: "1.26.8"}, {Name: "node", Version: "20.20.2"}},
		},
		Checks: []coding.CheckState{
			{Name: "go vet ./...", Good: true, MS: 3000}, {Name: "go test ./...", Passed: 212, Failing: []string{"shop/price.TestOats"}, MS: 41000},
		},
	}
	how := coding.Place(coding.PlaceFacts{Tier: org.T2, Model: true, Tip: "3f2c1ab90817", Order: coding.CodeOrder{Repository: shop, Branch: "frasier/p7-prices"}})
	how.Handle = "clever-otter"
	return slices.Concat(pushExamples(), isolationExamples(shop), []nountest.Example{
		{Name: "CodeAdded", Message: repository.CodeAdded(shop)},
		{Name: "CodeAdded: a folder without checks", Message: repository.CodeAdded(coding.Repository{Name: "shop", Ref: "main", Kind: coding.RepositoryFolder, Source: "/srv/shop"})},
		{Name: "CodeAdded: with what is left alone", Message: repository.CodeAdded(shop, repository.CodeUncommitted(2, "3f2c1ab"), repository.CodeSubmodules(1), repository.CodeLarge())},
		{Name: "CodeUncommitted", Message: repository.CodeUncommitted(1, "3f2c1ab")},
		{Name: "CodeSubmodules", Message: repository.CodeSubmodules(2)},
		{Name: "CodeLarge", Message: repository.CodeLarge()},
		{Name: "CodeRepositories", Message: repository.CodeRepositories([]coding.Repository{shop}, nil)},
		{Name: "CodeRepositories: none", Message: repository.CodeRepositories(nil, nil)},
		{Name: "ChatRepositories: one is asked for", Message: repository.ChatRepositories(nil, coding.Request{Source: "https://github.com/acme/shop", At: time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)})},
		{Name: "ChatRepositories", Message: repository.ChatRepositories([]coding.Repository{shop, {Name: "site", Ref: "main"}})},
		{Name: "ChatRepositories: none", Message: repository.ChatRepositories(nil)},
		{Name: "CodeSet", Message: repository.CodeSet(shop)},
		{Name: "CodeSet: with a long check", Message: repository.CodeSet(coding.Repository{Name: "site", Ref: "main", Source: "/srv/site", Policy: coding.CodePolicy{Minutes: 25}})},
		{Name: "CodeSetHow", Message: repository.CodeSetHow()},
		{Name: "CodeUnknown", Message: repository.CodeUnknown("shp", []string{"shop", "site"})},
		{Name: "CodeUnknown: none is known", Message: repository.CodeUnknown("shp", nil)},
		{Name: "CodeAdded: with how its checks end", Message: repository.CodeAdded(shop, repository.Tried(shop, ready)...)},
		{Name: "SetupCancelled", Message: repository.SetupCancelled("shop")},
		{Name: "Untried", Message: repository.Untried("code waits: bubblewrap is missing here; apt install bubblewrap")},
	})
}

func pushExamples() []nountest.Example {
	far := coding.Repository{Name: "shop", Kind: coding.RepositoryURL, Source: "https://host.example/acme/shop.git", Ref: "main", Checks: []string{"go test ./..."}}
	pushing := far
	pushing.Policy.Push = true
	onto := pushing
	onto.Policy.Onto = true
	return []nountest.Example{
		{Name: "CodeSet: pushes onto its branch", Message: repository.CodeSet(onto)},
		{Name: "OntoWithPulls", Message: repository.OntoWithPulls("shop")},
		{Name: "OntoInATerminal", Message: repository.OntoInATerminal(far)},
		{Name: "CodeAdded: by its address", Message: repository.CodeAdded(far)},
		{Name: "CodeAdded: by its address, with push", Message: repository.CodeAdded(pushing)},
		{Name: "CodeSet: pushes", Message: repository.CodeSet(pushing)},
		{Name: "CodeSet: pushes nothing", Message: repository.CodeSet(far)},
		{Name: "PushNowhere", Message: repository.PushNowhere("shop")},
		{Name: "ChatRepositoryHow", Message: repository.ChatRepositoryHow(far)},
		{Name: "ChatRepositoryUnknown", Message: repository.ChatRepositoryUnknown("shoq", []coding.Repository{far})},
		{Name: "ChatRepositoryUnknown: none was named", Message: repository.ChatRepositoryUnknown("", []coding.Repository{far})},
		{Name: "ChatRepositoryUnknown: the first", Message: repository.ChatRepositoryUnknown("shop", nil)},
		{Name: "RepositoryNeedsAddress", Message: repository.NeedsAddress([]string{"github.com"})},
		{Name: "RepositoryRefused", Message: repository.Refused(coding.AddressWhyNot("http://host.example/shop.git"))},
		{Name: "RepositoryForeign", Message: repository.Foreign("git.evil.example", []string{"github.com"})},
		{Name: "RepositoryForeign: none", Message: repository.Foreign("github.com", nil)},
		{Name: "RepositoryLooking", Message: repository.Looking(far.Source)},
		{Name: "RepositoryInUse", Message: repository.InUse("shop")},
		{Name: "RepositoryRemoved", Message: repository.Removed(far)},
	}
}

func isolationExamples(shop coding.Repository) []nountest.Example {
	only := shop
	only.Policy.Isolation = coding.Isolated
	shared := shop
	shared.Policy.Isolation = coding.NotIsolated
	return []nountest.Example{
		{Name: "CodeSet: comes into the folder", Message: repository.CodeSet(shared)},
		{Name: "CodeSet: stays out whatever a chat says", Message: repository.CodeSet(only)},
	}
}
