package testreport

import (
	"strings"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
)

// Commands of more than one program are left as they are.
var plainCommand = lazyregexp.New("^[^;&|<>`$()\n]*$")

var folderFirst = lazyregexp.New(`^go (?:-C \S+ )?test( -C(?: |=)\S+)?( .*)?$`)

// AddReporting returns a command that does the same and names its tests, where it is known how.
func AddReporting(command string) string {
	if !plainCommand.MatchString(command) {
		return command
	}
	if m := folderFirst.FindStringSubmatch(command); m != nil {
		if strings.Contains(command+" ", " -json ") {
			return command
		}
		head := strings.TrimSuffix(command, m[2]) // go takes -C before all else
		return head + " -json -count=1" + m[2]
	}
	for _, a := range additions {
		if a.to.MatchString(command) && !a.unless.MatchString(command) {
			return command + a.words
		}
	}
	return command
}

// addition holds words that a program is given besides, so that it names each test.
type addition struct {
	to, unless *lazyregexp.Regexp
	words      string
}

// throughRunner matches the ways to start a program of a repository's packages.
const throughRunner = `(?:(?:npx|bunx|yarn|yarn run|yarn exec|pnpm|pnpm exec|npm exec --) )?`

var additions = []addition{ //nolint:gochecknoglobals // a constant list
	{lazyregexp.New(`^(?:(?:uv|poetry|pipenv) run )?(?:python[\d.]* -m )?pytest(?: |$)`), lazyregexp.New(` -r| -- `), " -rA"},
	{lazyregexp.New(`^` + throughRunner + `jest(?: |$)`), lazyregexp.New(` --(?:verbose|json|reporters?)\b| -- `), " --verbose"},
	{lazyregexp.New(`^` + throughRunner + `vitest (?:--)?run(?: |$)`), lazyregexp.New(` --reporter\b| -- `), " --reporter=verbose"},
	{lazyregexp.New(`^(?:bundle exec )?rspec(?: |$)`), lazyregexp.New(` (?:-f|--format)\b`), " --format documentation"},
	{lazyregexp.New(`^dotnet test(?: |$)`), lazyregexp.New(` (?:-l|--logger|-v|--verbosity)\b| -- `), ` --logger "console;verbosity=normal"`},
	{lazyregexp.New(`^python[\d.]* -m unittest(?: |$)`), lazyregexp.New(` (?:-v|--verbose|-q|--quiet)\b`), " -v"},
}
