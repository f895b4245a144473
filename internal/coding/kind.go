package coding

import (
	"path"
	"slices"
	"strings"
)

// ChangeKind names what a change is for. It decides what must be shown of it before it counts as done.
type ChangeKind string

// The kinds. A step that an older version planned has none.
const (
	KindFix        ChangeKind = "fix"
	KindFeature    ChangeKind = "feature"
	KindRefactor   ChangeKind = "refactor"
	KindSettings   ChangeKind = "settings"
	KindDependency ChangeKind = "dependency"
	KindRemoval    ChangeKind = "removal"
	KindTests      ChangeKind = "tests"
	KindDocs       ChangeKind = "docs"
)

// ListChangeKinds returns all kinds, as a roadmap marks them.
func ListChangeKinds() []ChangeKind {
	return []ChangeKind{KindFix, KindFeature, KindRefactor, KindSettings, KindDependency, KindRemoval, KindTests, KindDocs}
}

// IsKnown reports whether it is one of the kinds.
func (k ChangeKind) IsKnown() bool { return slices.Contains(ListChangeKinds(), k) }

// String names it in a sentence.
func (k ChangeKind) String() string {
	switch k {
	case KindFix:
		return "a fix"
	case KindFeature:
		return "a feature"
	case KindRefactor:
		return "a refactoring"
	case KindDependency:
		return "a change of dependencies"
	case KindSettings, KindTests:
		return "a change of " + string(k)
	case KindRemoval:
		return "a removal"
	case KindDocs:
		return "a change of words for people"
	}
	return ""
}

// Shown says in a few words what must be shown of a change of that kind.
func (k ChangeKind) Shown() string {
	switch k {
	case KindFix, KindFeature:
		return "a test that fails without it"
	case KindRefactor:
		return "the tests that are there, which pass as they are"
	case KindSettings, KindDependency:
		return "the checks, which pass as they did"
	case KindRemoval:
		return "that it only takes away, and the tests that stay"
	case KindTests:
		return "a new test that passes"
	case KindDocs:
		return "that only words for people change"
	}
	return ""
}

// NeedsRed reports whether a change of that kind must bring a test which fails without it.
func (k ChangeKind) NeedsRed() bool { return k == KindFix || k == KindFeature || !k.IsKnown() }

// ClassifyFiles says what a change is by the paths of its files alone; empty where they do not say it: code
// may be any kind.
func ClassifyFiles(files []FileChange) ChangeKind {
	all := func(is func(FileChange) bool) bool {
		return len(files) > 0 && !slices.ContainsFunc(files, func(f FileChange) bool { return !is(f) && !IsProse(f.Path) })
	}
	switch {
	case all(func(f FileChange) bool { return IsProse(f.Path) }):
		return KindDocs
	case all(FileChange.IsTest):
		return KindTests
	case all(func(f FileChange) bool { return IsDependencyFile(f.Path) }):
		return KindDependency
	case all(func(f FileChange) bool { return IsSettings(f.Path) || IsDependencyFile(f.Path) }):
		return KindSettings
	}
	return ""
}

// DecideKind returns the kind by which a change is judged: the named one as far as its files bear it out, and a
// feature in doubt. What nobody named is what its files say.
func DecideKind(named Sourced[ChangeKind], files []FileChange) ChangeKind {
	found := ClassifyFiles(files)
	switch {
	case found == KindDocs: // no behaviour is claimed
		return KindDocs
	case named.From == FromDoubt && found != "":
		return found
	case named.Value == KindSettings && found == KindDependency, named.Value == found:
		return found
	case named.Value == KindRefactor, named.Value == KindRemoval:
		if found == "" {
			return named.Value
		}
	case named.Value == KindFix:
		return KindFix
	}
	return KindFeature
}

// IsDependencyFile reports whether a path is one of a file that says what a repository needs, and nothing else.
func IsDependencyFile(name string) bool {
	base := strings.ToLower(path.Base(name))
	switch base {
	case "go.mod", "go.sum", "go.work", "go.work.sum", "package.json", "package-lock.json", "npm-shrinkwrap.json", "pnpm-lock.yaml", "pnpm-workspace.yaml", "yarn.lock",
		"bun.lock", "bun.lockb", "deno.lock", "pipfile", "pipfile.lock", "poetry.lock", "uv.lock", "pdm.lock", "pyproject.toml", "constraints.txt", "environment.yml",
		"cargo.toml", "cargo.lock", "gemfile", "gemfile.lock", "composer.json", "composer.lock", "pom.xml", "gradle.lockfile", "libs.versions.toml", "packages.lock.json",
		"directory.packages.props", "package.swift", "package.resolved", "podfile", "podfile.lock", "pubspec.yaml", "pubspec.lock", "mix.lock", "vcpkg.json", "conanfile.txt", "renovate.json", "dependabot.yml":
		return true
	}
	ext := path.Ext(base)
	return strings.HasPrefix(base, "requirements") && (ext == ".txt" || ext == ".in") || path.Base(path.Dir(name)) == "requirements" && ext == ".txt" || ext == ".gemspec" || ext == ".csproj"
}

// IsSettings reports whether a path is one of a file that tools read and no test runs: what builds and checks the code, how
// it looks, how it is set up, and its words in other languages.
func IsSettings(name string) bool {
	base, dirs := strings.ToLower(path.Base(name)), strings.Split(strings.ToLower(path.Dir(name)), "/")
	in := func(folders ...string) bool {
		return slices.ContainsFunc(dirs, func(d string) bool { return slices.Contains(folders, d) })
	}
	switch base {
	case "dockerfile", "containerfile", ".dockerignore", "jenkinsfile", "procfile", "vagrantfile", "caddyfile", "codeowners", ".editorconfig", ".gitignore", ".gitattributes",
		".npmrc", ".nvmrc", ".node-version", ".python-version", ".ruby-version", ".tool-versions", "rust-toolchain", "rust-toolchain.toml", ".prettierrc", ".prettierignore",
		".eslintrc", ".eslintignore", ".stylelintrc", ".browserslistrc", ".babelrc", ".flake8", ".pylintrc", ".rubocop.yml", ".clang-format", ".clang-tidy", ".coveragerc",
		"tox.ini", "pytest.ini", "mypy.ini", "setup.cfg", "ruff.toml", ".ruff.toml", "rustfmt.toml", "clippy.toml", "deny.toml", "netlify.toml", "fly.toml", "vercel.json",
		"license", "makefile", "robots.txt", "nginx.conf":
		return true
	}
	switch ext := path.Ext(base); ext {
	case ".yml", ".yaml", ".toml", ".ini", ".properties", ".env", ".service", ".timer", ".socket", ".tf", ".tfvars", ".hcl":
		return true
	case ".css", ".scss", ".sass", ".less", ".po", ".pot", ".strings", ".xliff", ".xlf", ".ftl", ".svg", ".png", ".jpg", ".jpeg", ".webp", ".ico", ".woff2":
		return true
	case ".json", ".json5", ".jsonc":
		return strings.HasPrefix(base, ".") || strings.Contains(base, "tsconfig") || in("locales", "locale", "i18n", "lang", "translations", ".vscode", ".github")
	case ".conf", ".cfg":
		return in("etc", "config", "conf", "deploy", "nginx", "ops")
	case ".html", ".tmpl", ".gohtml", ".hbs", ".ejs", ".jinja", ".j2", ".mustache":
		return in("templates", "template", "views", "layouts", "partials")
	}
	return strings.HasPrefix(base, "dockerfile.") || strings.HasSuffix(base, ".dockerfile") || strings.HasPrefix(base, ".env.") || strings.HasPrefix(base, ".golangci")
}

// NamedKind is the kind of a step as it is stored: who named it is "order", "plan", or empty for nobody.
func NamedKind(kind ChangeKind, by string) Sourced[ChangeKind] {
	switch {
	case kind == "":
		return Sourced[ChangeKind]{}
	case by == "order":
		return Sourced[ChangeKind]{kind, FromOrder}
	case by == "plan":
		return Sourced[ChangeKind]{kind, FromPlan}
	}
	return Sourced[ChangeKind]{kind, FromDoubt}
}
