package review

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/outward"
)

// List shows pull requests of others that were read.
func List(all []outward.Reading) wording.Message {
	if len(all) == 0 {
		return wording.Message{Text: "I read no pull request of others yet. `!review acme/shop#34` has me read one."}
	}
	const shown = 6
	var lines []string
	for _, o := range all {
		lines = append(lines, "- "+describe(o))
	}
	return wording.Message{Text: strings.Join(lines[:min(shown, len(lines))], "\n"), More: strings.Join(lines[min(shown, len(lines)):], "\n")}
}

func describe(o outward.Reading) string {
	name := "**" + o.Name() + "**"
	if o.Title != "" {
		name += " " + wording.Quote(o.Title)
	}
	switch o.State {
	case outward.ReadingBegun:
		return fmt.Sprintf("%s: I'm reading it (%s)", name, o.Project)
	case outward.ReadingFound, outward.ReadingShown:
		if o.Found == nil || len(o.Found.Findings) == 0 {
			return fmt.Sprintf("%s: read, nothing found (%s)", name, o.Project)
		}
		return fmt.Sprintf("%s: read, %s (%s)%s", name, wording.CountOf(len(o.Found.Findings), "finding", "findings"), o.Project, listPlaces(*o.Found))
	case outward.ReadingRefused:
		return name + " wasn't read: " + wording.Plain(o.Why)
	case outward.ReadingAsked:
	}
	return name + ": I look at it next"
}

func listPlaces(f coding.Found) string {
	var out strings.Builder
	for _, x := range f.Findings {
		shows := "no test shows it"
		if x.Test != nil {
			shows = "a test fails there: " + strings.Join(x.Test.Failing, ", ")
		}
		fmt.Fprintf(&out, "\n  - %s (%s)", wording.Plain(wording.ShortenLine(x.String(), 200)), wording.Plain(shows))
	}
	return out.String()
}

// Asked confirms that a pull request is read.
func Asked(o outward.Reading) string {
	if o.State == outward.ReadingBegun || o.State == outward.ReadingFound {
		return fmt.Sprintf("I'm reading %s already: project %s.", o.Name(), o.Project)
	}
	return fmt.Sprintf("I look at %s as it stands there now, and say here what I find before anything is said there.", o.Name())
}

// How refuses what names no pull request.
func How(which string) string {
	return fmt.Sprintf("I don't know which pull request %s is. Write it as `acme/shop#34`, or paste its address; `send` behind it says there what I found.", wording.Quote(which))
}

// NoRepository refuses a pull request of a repository that is not here.
func NoRepository(p outward.Place) string {
	host := p.Host
	if host == "" {
		host = "github.com"
	}
	return fmt.Sprintf("I don't have %s/%s, so I can't run its checks on anything. To add it: `!repo add %s/%s/%s`.", p.Owner, p.Name, host, p.Owner, p.Name)
}

// Enough refuses more than a day may have.
func Enough(name string) string {
	return fmt.Sprintf("I read pull requests of %[2]s %[1]d times in the last 24 hours, and stop there. Say it again tomorrow.", outward.IssuesADay, wording.Plain(name))
}

// NotRead refuses to send what was not found yet.
func NotRead(o outward.Reading) string {
	return fmt.Sprintf("I didn't read %s yet. `!review %s` has me read it.", o.Name(), o.Name())
}

// NothingWaits refuses to send where nothing waits for a yes.
func NothingWaits(o outward.Reading) string {
	return fmt.Sprintf("Nothing that I found in %s waits for your yes. `!actions %s` says what became of each.", o.Name(), o.Project)
}

// Sending confirms that findings are said.
func Sending(o outward.Reading, n int) string {
	return fmt.Sprintf("I say %s at %s now, one comment each, and say here when they're there.", wording.CountOf(n, "finding", "findings"), o.Name())
}
