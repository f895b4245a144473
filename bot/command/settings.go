package command

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// changeable is one policy row that a founder may change while the process
// runs.
type changeable struct {
	name, meaning string
	otherwise     string // its default
	sound         func(value string) error
}

// asRefusal makes what a parser says a refusal.
func asRefusal(err error) error {
	if err == nil {
		return nil
	}
	return refuse("%s.", capital(err.Error()))
}

func changeables() []changeable {
	score := func(v string) error {
		if f, err := strconv.ParseFloat(v, 64); err != nil || !(f >= 0 && f <= 5) {
			return refuse("Write a score from 0 to 5, such as 4.2.")
		}
		return nil
	}
	onOff := func(v string) error {
		if v != "on" && v != "off" {
			return refuse("Write on or off.")
		}
		return nil
	}
	zone := func(v string) error {
		if _, err := time.LoadLocation(v); err != nil || v == "Local" || v == "" {
			return refuse("Write a time zone such as Europe/Berlin, America/New_York or UTC.")
		}
		return nil
	}
	hour := func(v string) error {
		if n, err := strconv.Atoi(v); v != "off" && (err != nil || n < 0 || n > 23) {
			return refuse("Write an hour from 0 to 23, or off.")
		}
		return nil
	}
	return []changeable{
		{org.PolicyGates, "where every new project waits for your yes", "off", func(v string) error { _, err := org.ParseGates(v); return asRefusal(err) }},
		{org.PolicyPlanAsk, "price in dollars from which a plan waits for your yes", "off", func(v string) error { _, _, err := org.ParsePlanAsk(v); return asRefusal(err) }},
		{org.PolicyZone, "your time zone", "UTC", zone},
		{org.PolicyQuietHours, "no pings in these hours", "off", func(v string) error { _, err := org.ParseQuiet(v, "", nil); return asRefusal(err) }},
		{org.PolicyQuietPings, "pings a day, then one digest", strconv.Itoa(org.PingsPerDay), func(v string) error { _, err := org.ParseQuiet("", v, nil); return asRefusal(err) }},
		{org.PolicyDigest, "hour of the daily digest", strconv.Itoa(org.DigestHour), hour},
		{org.PolicyWatchLimits, "how long a stage may be silent before I worry", "research:10m", func(v string) error { _, err := org.ParseStageLimits(v); return asRefusal(err) }},
		{org.PolicySearchMonth, "web searches a month, then only documents and pages read before", "off", func(v string) error { _, err := org.ParseSearchMonth(v); return asRefusal(err) }},
		{org.PolicyWatchModel, "let a model judge what my rules cannot", "on", onOff},
		{org.PolicyPrefer, "sites that research reads first", "off", func(v string) error { _, err := org.ParseSites(v); return asRefusal(err) }},
		{org.PolicyDistrust, "sites that research reads last", "off", func(v string) error { _, err := org.ParseSites(v); return asRefusal(err) }},
		{org.PolicyAutonomy, "let good work pass without a reviewer", "on", onOff},
		{org.PolicyAutoApprove, "score from which it passes", number(org.AutoApproveAt), score},
		{org.PolicyCrosscheck, "let a model of another family look at final work once more", org.CrosscheckOn, onOff},
		{org.PolicyRouter, "let the choice of models learn from results", "off", onOff},
		{org.PolicyQAOnly, "score from which one reviewer is enough", number(org.QAOnlyAt), score},
	}
}

func number(f float64) string { return strconv.FormatFloat(f, 'g', -1, 64) }

// settings shows what is set, or changes a policy.
func (d *Handler) settings(ctx context.Context, o *order) (org.Reply, error) {
	name := strings.ToLower(strings.TrimSpace(o.Args["name"]))
	if name == "" {
		return d.showSettings(ctx, o)
	}
	var names []string
	for _, c := range changeables() {
		if c.name == name {
			return d.setting(ctx, o, c, strings.TrimSpace(o.Args["value"]))
		}
		names = append(names, c.name)
	}
	for _, s := range d.Settings {
		if strings.EqualFold(s.Name, name) {
			return org.Reply{}, refuse("%s is read when the process starts (now: %s, from %s). Change it in the environment or in .env, and start again.", s.Name, s.Value, s.Source)
		}
	}
	near, _ := nearest(name, names)
	return org.Reply{}, refuse("There is no setting %q to change here. Did you mean `%s`? `!settings` lists them.", clip(tame(name), 40), near)
}

func (d *Handler) setting(ctx context.Context, o *order, c changeable, value string) (org.Reply, error) {
	now, err := d.Store.Policy(ctx, c.name, c.otherwise)
	if err != nil {
		return org.Reply{}, err
	}
	if value == "" {
		return say("`%s` (%s) is %s. Change it: `!settings %s %s`", c.name, c.meaning, now, c.name, c.otherwise)
	}
	if strings.EqualFold(value, "default") {
		value = c.otherwise
	}
	if err := c.sound(value); err != nil {
		return org.Reply{}, err
	}
	if err := d.Store.SetPolicy(ctx, c.name, value); err != nil {
		return org.Reply{}, err
	}
	if now == value && !o.since.IsZero() { // it was set before its process died: nobody knows what it was
		return say("`%s` (%s) is %s from now on.", c.name, c.meaning, value)
	}
	return say("`%s` (%s) is %s from now on; it was %s.", c.name, c.meaning, value, now)
}

func (d *Handler) showSettings(ctx context.Context, o *order) (org.Reply, error) {
	s := sheet{head: "**Settings**\n", again: "settings", blocks: []string{"__You can change these here:__"}}
	for _, c := range changeables() {
		value, err := d.Store.Policy(ctx, c.name, c.otherwise)
		if err != nil {
			return org.Reply{}, err
		}
		line := fmt.Sprintf("- `%s` = %s: %s", c.name, clip(tame(value), 40), c.meaning)
		if value == c.otherwise {
			line += " (default)"
		}
		s.blocks = append(s.blocks, line)
	}
	s.blocks = append(s.blocks, "For example: `!"+o.spec.example+"`", "\n__Set when the process starts:__")
	for _, v := range d.Settings {
		s.blocks = append(s.blocks, fmt.Sprintf("- %s = %s (%s)", v.Name, clip(tame(v.Value), 80), v.Source))
	}
	return s.reply(o.Page), nil
}

// doctor says whether everything is well.
func (d *Handler) doctor(ctx context.Context, o *order) (org.Reply, error) {
	s := sheet{again: "doctor"}
	wrong := 0
	checks := []org.CheckResult(nil)
	if d.Checks != nil {
		checks = d.Checks(ctx)
	}
	r, _, err := d.Store.Board(ctx, d.Now(), org.BoardQuery{Limit: 0})
	if err != nil {
		return org.Reply{}, err
	}
	line := workersLine(r.Workers, d.Now())
	checks = append(checks,
		org.CheckResult{Name: "worker", OK: strings.HasPrefix(line, "Worker heard"), Detail: line},
		deliveries(r))
	dropped, err := d.Store.Dropped(ctx, 1)
	if err != nil {
		return org.Reply{}, err
	}
	if len(dropped) > 0 {
		checks = append(checks, org.CheckResult{
			Name: "given up", Detail: fmt.Sprintf("%s could not be sent: %s. Send it again: `!reannounce`", dropped[0].ID, clip(tame(dropped[0].Reason), 120)),
		})
	}
	for _, c := range checks {
		mark := "✓"
		if !c.OK {
			mark = "✗"
			wrong++
		}
		s.blocks = append(s.blocks, fmt.Sprintf("%s %s: %s", mark, c.Name, clip(strings.TrimSpace(c.Detail), 300)))
	}
	s.head = "**All is well.**\n"
	if wrong > 0 {
		s.head = fmt.Sprintf("**%s wrong.** Each line says what to do.\n", map[bool]string{true: "1 thing is", false: fmt.Sprintf("%d things are", wrong)}[wrong == 1])
	}
	return s.reply(o.Page), nil
}

// agents lists who works for the founder.
func (d *Handler) agents(ctx context.Context, o *order) (org.Reply, error) {
	all, err := d.Store.Roster(ctx)
	if err != nil {
		return org.Reply{}, err
	}
	costs, err := d.Store.Costs(ctx, 30)
	if err != nil {
		return org.Reply{}, err
	}
	spent := map[string]org.CostLine{}
	for _, l := range costs[0].ByAgent {
		spent[l.Name] = l
	}
	s := sheet{head: fmt.Sprintf("**Your team**: %s\n", org.Count(len(all), "agent")), again: "agents"}
	for _, a := range all {
		s.blocks = append(s.blocks, agentLine(a, spent[a.Name]))
	}
	return s.reply(o.Page), nil
}

// agentLine is one agent with what he does and did.
func agentLine(a org.AgentView, spent org.CostLine) string {
	line := fmt.Sprintf("**%s**, %s", tame(a.Name), tame(a.Role))
	if a.Team != "" {
		line += ", team " + tame(a.Team)
	}
	if a.Reviewer != "" {
		line += ", reviews"
	}
	if a.Why != "" {
		line += ", hired: " + clip(tame(a.Why), 80)
	}
	var did []string
	if a.Working != "" {
		did = append(did, "now: "+title(a.Working))
	}
	if a.Completed > 0 {
		did = append(did, org.Count(a.Completed, "step")+" done")
	}
	if a.Score > 0 {
		did = append(did, fmt.Sprintf("scored %.1f of 5", a.Score))
	}
	if a.Rejected > 0 {
		did = append(did, fmt.Sprintf("sent back %s", org.Count(a.Rejected, "time")))
	}
	if spent.Calls > 0 {
		did = append(did, fmt.Sprintf("%s in 30 days", spent.Cost))
	}
	if len(did) == 0 {
		return line
	}
	return line + "\n\u2003" + strings.Join(did, ", ")
}

// help lists the commands, or explains one.
func (d *Handler) help(_ context.Context, o *order) (org.Reply, error) {
	word := strings.ToLower(strings.TrimLeft(strings.TrimSpace(o.Args["command"]), "!/"))
	if word == "" {
		s := sheet{again: "help", head: "**Just say what you need**, or send a roadmap. Commands, with `!` or `/`:\n"}
		for _, t := range specs() {
			if !t.button {
				s.blocks = append(s.blocks, fmt.Sprintf("`%s` %s", t.Name, t.Description))
			}
		}
		s.blocks = append(s.blocks, "More of one: `!help budget`")
		return s.reply(o.Page), nil
	}
	t, ok := find(word)
	if !ok {
		return org.Reply{}, unknown(word)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "**%s**: %s.\nFor example: `!%s`", t.Name, t.Description, t.example)
	for _, p := range t.Options {
		fmt.Fprintf(&b, "\n- %s: %s", p.Name, p.Description)
	}
	if len(t.aliases) > 0 {
		fmt.Fprintf(&b, "\nAlso: %s", strings.Join(t.aliases, ", "))
	}
	return org.Reply{Text: b.String()}, nil
}

// recall finds what was said and learnt about something.
func (d *Handler) recall(ctx context.Context, o *order) (org.Reply, error) {
	const atMost = 12
	words := o.Args[optionText]
	found, err := d.Store.Recall(ctx, words, atMost)
	if err != nil {
		return org.Reply{}, err
	}
	s := sheet{head: fmt.Sprintf("**What I know about %s**\n", clip(tame(words), 80)), again: clip("recall "+words, 70)}
	for _, m := range found {
		line := fmt.Sprintf("- %s (%s %s", m.At.Format("2 Jan 2006"), m.Kind, m.Ref)
		if m.Project != "" {
			line += " of " + string(m.Project)
		}
		line += "): "
		if m.Title != "" {
			line += "**" + title(m.Title) + "** "
		}
		s.blocks = append(s.blocks, line+clip(tame(m.Text), 300))
	}
	if len(s.blocks) == 0 {
		return say("I find nothing about %q. Try other words.", clip(tame(o.Args[optionText]), 80))
	}
	return s.reply(o.Page), nil
}

// deliveries checks that messages go out. One that was tried three times does
// not go out by itself any more.
func deliveries(r org.StatusReport) org.CheckResult {
	c := org.CheckResult{Name: "deliveries", OK: r.Stuck == 0, Detail: org.Count(r.Outbox, "message") + " on the way"}
	if !c.OK {
		c.Detail = org.Count(r.Stuck, "message") + " can't be sent: Discord refuses again and again. The log says why; allow direct messages from this server, and I'll send them there"
	}
	return c
}
