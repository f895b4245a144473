package health

import (
	"context"

	"github.com/prometheus/client_golang/prometheus"
)

// collector reads the vitals each time somebody scrapes, and never else.
type collector struct {
	records  Records
	breakers func() map[string]string
}

// Describe sends nothing: what there is to say depends on the work.
func (c *collector) Describe(chan<- *prometheus.Desc) {}

// Collect reads the vitals. When they cannot be read it says only that.
func (c *collector) Collect(out chan<- prometheus.Metric) {
	gauge := func(name, help string, v float64, labels ...string) {
		names, values := make([]string, 0, len(labels)/2), make([]string, 0, len(labels)/2)
		for i := 0; i+1 < len(labels); i += 2 {
			names, values = append(names, labels[i]), append(values, labels[i+1])
		}
		out <- prometheus.MustNewConstMetric(prometheus.NewDesc("frasier_"+name, help, names, nil), prometheus.GaugeValue, v, values...)
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience/2)
	defer cancel()
	v, err := c.records.Health(ctx)
	if err != nil {
		gauge("database_up", "Whether the database answers.", 0)
		return
	}
	gauge("database_up", "Whether the database answers.", 1)
	gauge("steps_ready", "Steps that could start now.", float64(v.Queue))
	gauge("steps_working", "Steps that are worked on.", float64(v.Working))
	gauge("steps_held", "Steps that are held for a reason.", float64(v.Held))
	gauge("outbox", "Deliveries not yet sent.", float64(v.Outbox))
	gauge("messages_unanswered", "Messages heard and not yet answered.", float64(v.Unanswered))
	gauge("message_oldest_seconds", "How long the oldest of them waits.", v.OldestMessage.Seconds())
	gauge("decisions_open", "Questions that wait for the founder.", float64(v.Decisions))
	gauge("company_messages_open", "Messages between departments that have not ended.", float64(v.Memos))
	gauge("company_turns", "Turns of directors, by how they ended.", float64(v.Turns), "end", "done")
	gauge("company_turns", "Turns of directors, by how they ended.", float64(v.Aborted), "end", "aborted")
	gauge("outside_waiting", "Actions at other services that are allowed and not done.", float64(v.Outside.Waiting))
	gauge("outside_oldest_seconds", "How long the oldest of them waits.", v.Outside.OldestWaiting.Seconds())
	gauge("outside_refused_last_day", "Actions that other services refused within a day, publications among them.", float64(v.Outside.Refused))
	gauge("mirror_waiting", "Things that are still to be made in a tracker.", float64(v.Outside.Unmirrored))
	gauge("mirror_oldest_seconds", "How long the oldest of them waits.", v.Outside.OldestUnmirrored.Seconds())
	gauge("sessions_last_hour", "Browsers in which somebody looked at the dashboard within an hour.", float64(v.Outside.Sessions))
	gauge("database_bytes", "What the database takes up.", float64(v.Bytes))
	gauge("cost_usd", "What all model calls cost whose cost is known.", v.Cost.USD())
	gauge("cost_possible_usd", "What calls of unknown cost may have cost at the most.", v.Possible.USD())
	for _, p := range v.Seen {
		gauge("process_seen_seconds", "Since a process was last heard of.", p.Age.Seconds(), "holder", p.Owner, "role", p.Role)
	}
	for _, t := range v.Hour {
		gauge("calls_last_hour", "Model calls of the last hour.", float64(t.Calls), "tier", t.Name)
		gauge("call_cost_last_hour_usd", "Their known cost.", t.Cost.USD(), "tier", t.Name)
		gauge("ghosts_last_hour", "Replies of the last hour that could not be read.", float64(t.Unparsed), "tier", t.Name)
		gauge("ghost_rate_last_hour", "Their share of the calls.", float64(t.Unparsed)/float64(max(1, t.Calls)), "tier", t.Name)
	}
	for _, d := range v.Jobs {
		failed := 0.0
		if d.Error != "" {
			failed = 1
		}
		if d.Name == "backup" && !d.Last.IsZero() {
			gauge("backup_age_seconds", "Since the last backup was made.", v.At.Sub(d.Last).Seconds())
		}
		if !d.Last.IsZero() {
			gauge("duty_last_timestamp_seconds", "When a timed duty was last done (backup among them).", float64(d.Last.Unix()), "duty", d.Name)
		}
		gauge("duty_failed", "Whether it failed when it was last tried.", failed, "duty", d.Name)
	}
	for name, state := range c.breakers() {
		open := 0.0
		if state != "closed" {
			open = 1
		}
		gauge("breaker_open", "Whether a circuit breaker keeps calls of this process away.", open, "model", name, "state", state)
	}
}
