package lineartest

import (
	"fmt"
	"slices"
	"strings"
)

// read answers a field of Query.
func (l *Linear) read(user object, field string, args map[string]any) (any, error) {
	one := func(kind string) (any, error) {
		if o, ok := l.all[kind][sure[string](args["id"])]; ok {
			return o, nil
		}
		return nil, missing(kind)
	}
	switch field {
	case "viewer":
		return user, nil
	case "organization":
		return object{"id": "org-1", "name": "Acme", "urlKey": "acme", "projectStatuses": l.list("status")}, nil
	case "teams":
		return page([]object{l.team}, args), nil
	case "team":
		if args["id"] != l.team["id"] && args["id"] != l.team["key"] {
			return nil, missing("Team")
		}
		return l.team, nil
	case "rateLimitStatus":
		return object{"limits": []object{}}, nil
	case "issueLabels":
		return page(l.list("label"), args), nil
	case "issues":
		return page(l.filterIssues(args), args), nil
	case "comments":
		project := at(args, "filter", "issue", "project", "id", "eq")
		return page(filter(l.list("comment"), func(o object) bool {
			return isAfter(o, at(args, "filter", "updatedAt", "gt")) && (project == nil || sure[object](o["issue"])["projectId"] == project)
		}), args), nil
	case "projects":
		return page(filter(l.list("project"), func(o object) bool {
			return (args["includeArchived"] == true || o["archivedAt"] == nil) && isAfter(o, at(args, "filter", "updatedAt", "gt"))
		}), args), nil
	case "issue":
		for _, o := range l.list("issue") {
			if o["identifier"] == args["id"] {
				return o, nil
			}
		}
		return one("issue")
	case "project", "comment", "attachment":
		return one(field)
	case "projectMilestone":
		return one("milestone")
	case "issueRelation":
		return one("relation")
	case "issueLabel":
		return one("label")
	case "projectUpdate":
		return one("update")
	}
	return nil, fmt.Errorf("the stand-in does not read %s", field)
}

func filter(all []object, keep func(object) bool) []object {
	return slices.DeleteFunc(all, func(o object) bool { return !keep(o) })
}

// at is a value below others; nil where there is none.
func at(v any, path ...string) any {
	for _, p := range path {
		m, ok := v.(map[string]any)
		if !ok {
			return nil
		}
		v = m[p]
	}
	return v
}

func isAfter(o object, since any) bool {
	s, ok := since.(string)
	if !ok {
		return true
	}
	s = strings.TrimSuffix(s, "Z")
	return strings.TrimSuffix(sure[string](o["updatedAt"]), "Z") > s
}

func (l *Linear) filterIssues(args map[string]any) []object {
	project, ids, label := at(args, "filter", "project", "id", "eq"), at(args, "filter", "id", "in"), at(args, "filter", "labels", "some", "id", "eq")
	return filter(l.list("issue"), func(o object) bool {
		if args["includeArchived"] != true && o["archivedAt"] != nil || !isAfter(o, at(args, "filter", "updatedAt", "gt")) {
			return false
		}
		if some, ok := ids.([]any); ok && !slices.Contains(some, o["id"]) {
			return false
		}
		if name, ok := label.(string); ok && !slices.Contains(sure[[]string](o["labelIds"]), name) {
			return false
		}
		return project == nil || o["projectId"] == project
	})
}

// as is a value as a T, and T's zero where it is none: what was not given.
func as[T any](v any) T {
	if t, ok := v.(T); ok {
		return t
	}
	var zero T
	return zero
}

// sure is a value that has to be a T. Where it is none, the stand-in is at fault, and fails loudly.
func sure[T any](v any) T {
	t, ok := v.(T)
	if !ok {
		panic(fmt.Sprintf("the stand-in has %T for %T", v, t))
	}
	return t
}

func str(in map[string]any, key string) string {
	return as[string](in[key])
}

// change answers a field of Mutation.
func (l *Linear) change(user object, field string, args map[string]any) (any, error) {
	in := as[map[string]any](args["input"])
	id := as[string](args["id"])
	switch field {
	case "projectCreate":
		o, err := l.makeProject(user, in)
		return object{"success": true, "project": o}, err
	case "projectUpdate":
		o, ok := l.all["project"][id]
		if !ok {
			return nil, missing("Project")
		}
		return object{"success": true, "project": o}, l.setProject(o, in)
	case "projectDelete":
		o, ok := l.all["project"][id]
		if !ok {
			return nil, missing("Project")
		}
		o["trashed"], o["archivedAt"], o["updatedAt"] = true, l.now(), l.now()
		return object{"success": true}, nil
	case "issueCreate":
		o, err := l.makeIssue(user, in)
		return object{"success": true, "issue": o}, err
	case "issueBatchCreate":
		return l.makeIssues(user, in)
	case "issueUpdate":
		o, ok := l.all["issue"][id]
		if !ok {
			return nil, missing("Issue")
		}
		return object{"success": true, "issue": o}, l.setIssue(user, o, in)
	case "issueArchive", "issueUnarchive", "issueDelete":
		o, ok := l.all["issue"][id]
		if !ok {
			return nil, missing("Issue")
		}
		o["archivedAt"], o["trashed"], o["updatedAt"] = l.now(), nil, l.now()
		switch field {
		case "issueUnarchive":
			o["archivedAt"] = nil
		case "issueDelete":
			o["trashed"] = true
		}
		l.tell("Issue", "update", o)
		return object{"success": true}, nil
	case "issueLabelDelete":
		if l.all["label"][id] == nil {
			return nil, missing("IssueLabel")
		}
		delete(l.all["label"], id)
		for _, o := range l.list("issue") {
			o["labelIds"] = slices.DeleteFunc(sure[[]string](o["labelIds"]), func(x string) bool { return x == id })
		}
		return object{"success": true}, nil
	case "issueRelationDelete":
		if l.all["relation"][id] == nil {
			return nil, missing("IssueRelation")
		}
		delete(l.all["relation"], id)
		return object{"success": true}, nil
	}
	return l.changeSmall(user, field, in, args)
}

// changeSmall makes what has no fields that change later.
func (l *Linear) changeSmall(user object, field string, in, args map[string]any) (any, error) {
	switch field {
	case "projectMilestoneCreate":
		if l.all["project"][str(in, "projectId")] == nil {
			return nil, missing("Project")
		}
		o, err := l.mint("milestone", in, object{"name": in["name"], "projectId": in["projectId"]})
		return object{"success": true, "projectMilestone": o}, err
	case "projectMilestoneUpdate":
		o := l.all["milestone"][sure[string](args["id"])]
		if o == nil {
			return nil, missing("ProjectMilestone")
		}
		if name := str(in, "name"); name != "" {
			o["name"] = name
		}
		return object{"success": true, "projectMilestone": o}, nil
	case "issueRelationCreate":
		from, to := l.all["issue"][str(in, "issueId")], l.all["issue"][str(in, "relatedIssueId")]
		if from == nil || to == nil {
			return nil, missing("Issue")
		}
		o, err := l.mint("relation", in, object{"type": in["type"], "issueId": from["id"], "relatedIssue": to})
		return object{"success": true, "issueRelation": o}, err
	case "issueLabelCreate":
		for _, o := range l.list("label") {
			if strings.EqualFold(sure[string](o["name"]), str(in, "name")) {
				return nil, failure{"Duplicate label name", "invalid input"}
			}
		}
		o, err := l.mint("label", in, object{"name": in["name"], "team": l.team})
		return object{"success": true, "issueLabel": o}, err
	case "commentCreate":
		issue := l.all["issue"][str(in, "issueId")]
		if issue == nil {
			return nil, missing("Issue")
		}
		o, err := l.mint("comment", in, object{"body": markdown(str(in, "body")), "user": user, "issue": issue, "issueId": issue["id"]})
		if err == nil {
			l.tell("Comment", "create", o)
		}
		return object{"success": true, "comment": o}, err
	case "attachmentCreate":
		if l.all["issue"][str(in, "issueId")] == nil {
			return nil, missing("Issue")
		}
		o, err := l.mint("attachment", in, object{"title": in["title"], "url": in["url"], "issueId": in["issueId"]})
		return object{"success": true, "attachment": o}, err
	case "projectUpdateCreate":
		if l.all["project"][str(in, "projectId")] == nil {
			return nil, missing("Project")
		}
		o, err := l.mint("update", in, object{"body": in["body"], "health": in["health"], "projectId": in["projectId"], "url": "https://linear.app/acme/update/" + str(in, "id")})
		return object{"success": true, "projectUpdate": o}, err
	}
	return nil, fmt.Errorf("the stand-in does not change %s", field)
}

// mint makes a thing under the id that was given, or one of its own. Of an id there is one thing.
func (l *Linear) mint(kind string, in map[string]any, o object) (object, error) {
	id := str(in, "id")
	if id == "" {
		l.minted++
		id = fmt.Sprintf("%s-%d", kind, l.minted)
	}
	if l.all[kind][id] != nil {
		return nil, failure{"Entity with this id exists already", "invalid input"}
	}
	o["id"], o["createdAt"] = id, l.now()
	o["updatedAt"] = o["createdAt"]
	l.put(kind, o)
	return o, nil
}

func (l *Linear) makeProject(user object, in map[string]any) (object, error) {
	if strings.TrimSpace(str(in, "name")) == "" {
		return nil, failure{"Argument Validation Error: name", "invalid input"}
	}
	o, err := l.mint("project", in, object{
		"name": "", "description": "", "content": nil, "archivedAt": nil, "trashed": nil, "status": l.all["status"]["status-backlog"], "creator": user,
		"labels": list(nil), "teams": list([]object{l.team}),
	})
	if err != nil {
		return nil, err
	}
	id := o["id"]
	o["url"] = fmt.Sprintf("https://linear.app/acme/project/%s", id)
	o["projectMilestones"] = func() any {
		return list(filter(l.list("milestone"), func(m object) bool { return m["projectId"] == id }))
	}
	return o, l.setProject(o, in)
}

func (l *Linear) setProject(o object, in map[string]any) error {
	for _, f := range []string{"name", "description", "content"} {
		if v, ok := in[f].(string); ok {
			o[f] = v
		}
	}
	if v, ok := in["content"].(string); ok {
		o["content"] = markdown(v)
	}
	if s := str(in, "statusId"); s != "" {
		if l.all["status"][s] == nil {
			return missing("ProjectStatus")
		}
		o["status"] = l.all["status"][s]
	}
	o["updatedAt"] = l.now()
	l.tell("Project", "update", o)
	return nil
}

func (l *Linear) makeIssues(user object, in map[string]any) (any, error) {
	var made []object
	some := as[[]any](in["issues"])
	for _, x := range some { // all or none
		if id := str(sure[map[string]any](x), "id"); l.all["issue"][id] != nil {
			return nil, failure{"Entity with this id exists already", "invalid input"}
		}
	}
	for _, x := range some {
		o, err := l.makeIssue(user, sure[map[string]any](x))
		if err != nil {
			return nil, err
		}
		made = append(made, o)
	}
	return object{"success": true, "issues": made}, nil
}

func (l *Linear) makeIssue(user object, in map[string]any) (object, error) {
	if str(in, "teamId") != l.team["id"] || strings.TrimSpace(str(in, "title")) == "" {
		return nil, failure{"Argument Validation Error", "invalid input"}
	}
	o, err := l.mint("issue", in, object{
		"title": "", "description": nil, "archivedAt": nil, "trashed": nil, "team": l.team, "state": l.states[1], "creator": user, "projectId": nil, "milestoneId": nil,
		"labelIds": []string{}, "entries": []object{},
	})
	if err != nil {
		return nil, err
	}
	l.numbers++
	id := o["id"]
	o["identifier"] = fmt.Sprintf("ENG-%d", l.numbers)
	o["url"] = "https://linear.app/acme/issue/" + sure[string](o["identifier"])
	o["project"] = func() any { return l.ref("project", o["projectId"]) }
	o["projectMilestone"] = func() any { return l.ref("milestone", o["milestoneId"]) }
	o["labels"] = func() any {
		var all []object
		for _, x := range sure[[]string](o["labelIds"]) {
			all = append(all, l.all["label"][x])
		}
		return list(all)
	}
	o["history"] = func() any { return list(sure[[]object](o["entries"])) }
	o["relations"] = func() any {
		return list(filter(l.list("relation"), func(r object) bool { return r["issueId"] == id }))
	}
	o["comments"] = func() any {
		return list(filter(l.list("comment"), func(c object) bool { return c["issueId"] == id }))
	}
	err = l.setIssue(user, o, in)
	o["entries"] = []object{}
	return o, err
}

func (l *Linear) ref(kind string, id any) any {
	s := as[string](id)
	if o := l.all[kind][s]; o != nil {
		return o
	}
	return nil
}

func (l *Linear) setIssue(user object, o object, in map[string]any) error {
	entry := object{"createdAt": l.now(), "actor": user, "toStateId": nil, "updatedDescription": nil, "toTitle": nil, "addedLabelIds": nil, "archived": nil, "trashed": nil, "toTeamId": nil}
	if v := str(in, "title"); v != "" {
		o["title"], entry["toTitle"] = v, v
	}
	if v, ok := in["description"].(string); ok {
		o["description"], entry["updatedDescription"] = markdown(v), true
	}
	if v := str(in, "stateId"); v != "" {
		i := slices.IndexFunc(l.states, func(s object) bool { return s["id"] == v })
		if i < 0 {
			return missing("WorkflowState")
		}
		o["state"], entry["toStateId"] = l.states[i], v
	}
	for field, kind := range map[string]string{"projectId": "project", "projectMilestoneId": "milestone"} {
		v := str(in, field)
		if v == "" {
			continue
		}
		if l.all[kind][v] == nil {
			return missing(kind)
		}
		o[map[string]string{"projectId": "projectId", "projectMilestoneId": "milestoneId"}[field]] = v
	}
	labels := sure[[]string](o["labelIds"])
	for _, key := range []string{"labelIds", "addedLabelIds"} {
		all := as[[]any](in[key])
		for _, x := range all {
			label := sure[string](x)
			if l.all["label"][label] == nil {
				return missing("IssueLabel")
			}
			if !slices.Contains(labels, label) {
				labels = append(labels, label)
				entry["addedLabelIds"] = append(as[[]string](entry["addedLabelIds"]), label)
			}
		}
	}
	gone := as[[]any](in["removedLabelIds"])
	o["labelIds"] = slices.DeleteFunc(labels, func(id string) bool { return slices.Contains(gone, any(id)) })
	o["updatedAt"] = l.now()
	o["entries"] = append(sure[[]object](o["entries"]), entry)
	l.tell("Issue", "update", o)
	return nil
}

// markdown writes a text as Linear does, which keeps what it says and not every letter.
func markdown(s string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	for i, l := range lines {
		l = strings.TrimRight(l, " \t")
		if rest, ok := strings.CutPrefix(l, "- "); ok {
			l = "* " + rest
		}
		lines[i] = l
	}
	return strings.Join(lines, "\n")
}
