package issue

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/outward"
)

// List shows the issues that were ordered.
func List(all []outward.IssueOrder) wording.Message {
	if len(all) == 0 {
		return wording.Message{Text: "No issue was ordered yet. `!issue acme/shop#12` orders one."}
	}
	const shown = 6
	var lines []string
	for _, o := range all {
		lines = append(lines, "- "+describe(o))
	}
	return wording.Message{Text: strings.Join(lines[:min(shown, len(lines))], "\n"), More: strings.Join(lines[min(shown, len(lines)):], "\n")}
}

func describe(o outward.IssueOrder) string {
	name := "**" + o.Name() + "**"
	if o.Title != "" {
		name += " " + wording.Quote(o.Title)
	}
	switch o.State {
	case outward.IssueOrdered:
		return fmt.Sprintf("%s is project %s", name, o.Project)
	case outward.IssueRefused:
		return name + " ordered nothing: " + wording.Plain(o.Why)
	case outward.IssueAsked:
	}
	return name + ": I read it next"
}

// Asked confirms that an issue is read.
func Asked(o outward.IssueOrder) string {
	if o.State == outward.IssueOrdered {
		return fmt.Sprintf("%s is ordered already: project %s.", o.Name(), o.Project)
	}
	return fmt.Sprintf("I read %s as it stands there now, and say here what comes of it.", o.Name())
}

// How refuses what names no issue.
func How(which string) string {
	return fmt.Sprintf("I don't know which issue %s is. Write it as `acme/shop#12`, or paste its address.", wording.Quote(which))
}

// NoRepository refuses an issue of a repository that is not here.
func NoRepository(p outward.Place) string {
	host := p.Host
	if host == "" {
		host = "github.com"
	}
	return fmt.Sprintf("I don't have %s/%s, so I can't work on its issues. To add it: `!repo add %s/%s/%s`.", p.Owner, p.Name, host, p.Owner, p.Name)
}

// ReadOnly refuses an issue where nothing may be changed.
func ReadOnly(name string) string {
	return fmt.Sprintf("Nothing may be changed in %s. To allow it: `!repo %s level edit`.", name, name)
}

// Enough refuses more issues of a repository than a day may have.
func Enough(place string) string {
	return fmt.Sprintf("%s ordered %d issues in the last 24 hours, and I take no more in a day. Give me this one tomorrow, or tell me in your own words what is to be done.", place, outward.IssuesADay)
}

// Taken confirms that a remark is an order now.
func Taken(k outward.KeptRemark) string {
	if k.State == outward.RemarkTaken {
		return fmt.Sprintf("That's taken already: project %s.", k.Project)
	}
	return fmt.Sprintf("I take it: %s. I say here when I begin.", wording.Quote(k.Spoken.Title))
}

// NoRemark refuses an id that no remark has.
func NoRemark(id string) string {
	return fmt.Sprintf("There's no %s. What may be taken is shown with a button where it was said.", wording.Quote(id))
}

// Past refuses a remark that nothing comes of any more.
func Past(k outward.KeptRemark) string {
	return fmt.Sprintf("Nothing comes of %s any more: the branch went on since. Tell me in your own words what is to be done.", wording.Quote(k.Spoken.Title))
}
