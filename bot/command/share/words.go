package share

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
)

// First asks before a project is shown to others, and names what they will see.
func First(p org.ProjectName, quotes int, cost, listed bool) wording.Message {
	price, who, how := "never its price", "Whoever has its link sees it; nobody finds it without.", ""
	if cost {
		price, how = "and its price", how+" cost"
	}
	if listed {
		who, how = "It is named on the first page of your public site, and search engines may find it.", how+" listed"
	}
	text := fmt.Sprintf("Share %s? Others will see its title, the document, %s with their sources, the picture of the plan and how it was made, %s. "+
		"They never see what you wrote to me, how the work was asked for, what I remember, your settings or another project. %s", wording.NameProject(p), wording.Count(quotes, "quote"), price, who)
	return wording.Message{Text: text, Buttons: []org.Button{{Label: "Yes, share " + string(p.ID), Command: "share " + org.SureMark + " " + string(p.ID) + how, Style: org.StylePrimary}}}
}

// Shared says where a shared project stands. site is where the public site is
// served, empty for nowhere.
func Shared(p org.ProjectName, path, site string) wording.Message {
	where := fmt.Sprintf("Its page will be `published/site/%s/index.html` in my folder "+whenMade+". Set `FRASIER_PUBLIC_LISTEN` and I serve it, or put `published/site` on any web server.", path)
	if site != "" {
		where = fmt.Sprintf("It will stand at %s/%s/ "+whenMade+".", strings.TrimRight(site, "/"), path)
	}
	return wording.Message{
		Text:    fmt.Sprintf("%s is shared. %s", prose.Capital(wording.NameProject(p)), where),
		Buttons: []org.Button{{Label: "Take it away", Command: "share " + string(p.ID) + " off"}},
	}
}

// Unshared confirms that nobody sees a project any more.
func Unshared(p org.ProjectName) string {
	return fmt.Sprintf("%s is private again. Its files go from the public site %s, and its old link stays dead.", prose.Capital(wording.NameProject(p)), whenMade)
}

// StillPublic says that a project was taken away and is public for now.
func StillPublic(p org.ProjectName) string {
	return fmt.Sprintf("%s isn't shared any more, but **it is still public**: its files couldn't be removed yet. I keep trying while I run. "+
		"To have it gone at once, delete `published/site` in my folder; `!doctor` says when it's done.", prose.Capital(wording.NameProject(p)))
}

// whenMade says when the public site is as it was ordered: a bot makes it, and the
// order may come from a terminal while none runs.
const whenMade = "in a moment, or when I start again if I don't run just now"

// How says what may stand behind the command.
func How(word string) string {
	return fmt.Sprintf("I don't know %s there. Write `cost` to show the price too, `listed` to name it on the first page, or `off` to take it away.", wording.Quote(word))
}

// None says that there is nothing to show.
func None(p org.ProjectName) string {
	return fmt.Sprintf("%s has no document yet, so there's nothing to share. Ask again when it's done.", prose.Capital(wording.NameProject(p)))
}

// NotShared says that there is nothing to take away.
func NotShared(p org.ProjectName) string {
	return fmt.Sprintf("%s isn't shared.", prose.Capital(wording.NameProject(p)))
}
