package journal

import (
	"context"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// Timeline returns the journal's entries that tell of a decision in a project,
// whoever took it, oldest first: what its message became, plans, tiers that
// were not had, rejections, failures, questions and their answers.
func (d *Journal) Timeline(ctx context.Context, p org.ProjectID) ([]org.Event, error) {
	rows, err := d.numberedLines(ctx, `
		       project_id = ? AND kind IN ('message_handled', 'command_given', 'steering_recorded', 'gate_set', 'cap_set', 'document_accepted',
		       'project_paused', 'project_resumed', 'project_cancelled', 'project_reopened', 'project_completed', 'project_failed',
		       'project_phase_advanced', 'mission_planned', 'mission_replanned', 'mission_failed', 'agent_hired', 'agent_trained',
		       'step_rejected', 'step_failed', 'step_diagnosed', 'step_reopened', 'step_held', 'escalation', 'decided', 'alert_raised', 'tier_downgraded')
		 ORDER BY seq`, p)
	if err != nil {
		return nil, sqldb.Wrap("read the timeline of "+string(p), err)
	}
	return EventsOf(rows)
}
