package lineartest

import (
	"fmt"
	"slices"
	"sort"
	"strings"
)

// FounderID is that of a founder's account.
const FounderID = "user-1"

func (l *Linear) issue(name string) object {
	for _, o := range l.list("issue") {
		if o["identifier"] == name || o["title"] == name || o["id"] == name {
			return o
		}
	}
	panic("there is no issue " + name)
}

func (l *Linear) project(name string) object {
	for _, o := range l.list("project") {
		if o["name"] == name || o["id"] == name {
			return o
		}
	}
	panic("there is no project " + name)
}

// SetState has somebody move an issue, by the name of a state.
func (l *Linear) SetState(key, issue, state string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	i := slices.IndexFunc(l.states, func(s object) bool { return s["name"] == state })
	l.must(l.setIssue(l.users[key], l.issue(issue), map[string]any{"stateId": l.states[i]["id"]}))
}

// SetTitle has somebody name an issue anew.
func (l *Linear) SetTitle(key, issue, title string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.must(l.setIssue(l.users[key], l.issue(issue), map[string]any{"title": title}))
}

// Describe has somebody write an issue's text: change is given what stands there.
func (l *Linear) Describe(key, issue string, change func(string) string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	o := l.issue(issue)
	was := as[string](o["description"])
	l.must(l.setIssue(l.users[key], o, map[string]any{"description": change(was)}))
}

// SetStatus has somebody move a project, by the type of a status.
func (l *Linear) SetStatus(project, kind string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.must(l.setProject(l.project(project), map[string]any{"statusId": "status-" + kind}))
}

// Comment has somebody say something below an issue.
func (l *Linear) Comment(key, issue, body string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	_, err := l.change(l.users[key], "commentCreate", map[string]any{"input": map[string]any{"issueId": l.issue(issue)["id"], "body": body}})
	l.must(err)
}

// Archive takes an issue away, and Delete takes it away for good.
func (l *Linear) Archive(issue string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	o := l.issue(issue)
	o["archivedAt"], o["updatedAt"] = l.now(), l.now()
}

// Delete takes an issue away for good. Others see nothing of it but that it is not there; here its project is changed, as there.
func (l *Linear) Delete(issue string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	o := l.issue(issue)
	delete(l.all["issue"], sure[string](o["id"]))
	if p, ok := l.ref("project", o["projectId"]).(object); ok {
		p["updatedAt"] = l.now()
	}
}

// Trash moves a project into the bin.
func (l *Linear) Trash(project string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	o := l.project(project)
	o["trashed"], o["archivedAt"], o["updatedAt"] = true, l.now(), l.now()
}

// NewProject has somebody make a project with issues, each with a title and the titles of those that block it, and a label on the project.
func (l *Linear) NewProject(key, name, label string, issues [][]string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	p, err := l.makeProject(l.users[key], map[string]any{"name": name, "teamIds": []any{l.team["id"]}})
	l.must(err)
	if label != "" {
		p["labels"] = list([]object{{"id": "project-label-" + label, "name": label}})
		p["updatedAt"] = l.now()
	}
	for _, i := range issues {
		_, err := l.makeIssue(l.users[key], map[string]any{"teamId": l.team["id"], "title": i[0], "projectId": p["id"]})
		l.must(err)
	}
	for _, i := range issues {
		for _, on := range i[1:] {
			_, err := l.changeSmall(l.users[key], "issueRelationCreate", map[string]any{"type": "blocks", "issueId": l.issue(on)["id"], "relatedIssueId": l.issue(i[0])["id"]}, nil)
			l.must(err)
		}
	}
}

// NewIssue has somebody make an issue without a project, with a label.
func (l *Linear) NewIssue(key, title, label string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	o, err := l.makeIssue(l.users[key], map[string]any{"teamId": l.team["id"], "title": title})
	l.must(err)
	l.put("label", object{"id": "label-" + label, "name": label, "team": l.team})
	l.must(l.setIssue(l.users[key], o, map[string]any{"addedLabelIds": []any{"label-" + label}}))
}

// SetContent has somebody write a project's text, who does not show.
func (l *Linear) SetContent(project, text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.must(l.setProject(l.project(project), map[string]any{"content": text}))
}

// Label has somebody set a label on an issue.
func (l *Linear) Label(key, issue, label string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.put("label", object{"id": "label-" + label, "name": label, "team": l.team})
	l.must(l.setIssue(l.users[key], l.issue(issue), map[string]any{"addedLabelIds": []any{"label-" + label}}))
}

// Unlabel has somebody take a label off an issue.
func (l *Linear) Unlabel(key, issue, label string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.must(l.setIssue(l.users[key], l.issue(issue), map[string]any{"removedLabelIds": []any{"label-" + label}}))
}

func (l *Linear) must(err error) {
	if err != nil {
		panic(err)
	}
}

// Dump shows all there is, one thing a line, without ids and times: what was made twice stands there twice.
func (l *Linear) Dump() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	var out []string
	add := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	name := func(kind string, id any) any {
		o := as[object](l.ref(kind, id))
		if o == nil {
			return ""
		}
		if o["title"] != nil {
			return o["title"]
		}
		return o["name"]
	}
	mark := func(o object) string {
		switch {
		case o["trashed"] == true:
			return " (bin)"
		case o["archivedAt"] != nil:
			return " (archived)"
		}
		return ""
	}
	of := func(kind string, id any) string { // what belongs to a thing in the bin is there with it
		if o := as[object](l.ref(kind, id)); o != nil && o["trashed"] == true {
			return " (bin)"
		}
		return ""
	}
	for _, o := range l.list("project") {
		add("project %s: %s%s", o["name"], sure[object](o["status"])["type"], mark(o))
	}
	for _, o := range l.list("milestone") {
		add("milestone %s of %s%s", o["name"], name("project", o["projectId"]), of("project", o["projectId"]))
	}
	for _, o := range l.list("label") {
		add("label %s", o["name"])
	}
	for _, o := range l.list("issue") {
		var labels []string
		for _, id := range sure[[]string](o["labelIds"]) {
			labels = append(labels, sure[string](l.all["label"][id]["name"]))
		}
		sort.Strings(labels)
		add("issue %s: %s, of %s, milestone %s, labels %s%s", o["title"], sure[object](o["state"])["name"], name("project", o["projectId"]), name("milestone", o["milestoneId"]), strings.Join(labels, "; "), mark(o))
	}
	for _, o := range l.list("relation") {
		add("relation %s %s %s%s", name("issue", o["issueId"]), o["type"], sure[object](o["relatedIssue"])["title"], of("issue", o["issueId"]))
	}
	for _, o := range l.list("comment") {
		add("comment on %s by %s: %s", sure[object](o["issue"])["title"], sure[object](o["user"])["name"], strings.ReplaceAll(sure[string](o["body"]), "\n", " / ")+of("issue", o["issueId"]))
	}
	for _, o := range l.list("attachment") {
		add("attachment of %s: %s%s", name("issue", o["issueId"]), o["url"], of("issue", o["issueId"]))
	}
	for _, o := range l.list("update") {
		add("update of %s, %s: %s", name("project", o["projectId"]), o["health"], strings.ReplaceAll(sure[string](o["body"]), "\n", " / ")+of("project", o["projectId"]))
	}
	return strings.Join(out, "\n")
}

// Text returns an issue's description.
func (l *Linear) Text(issue string) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return as[string](l.issue(issue)["description"])
}
