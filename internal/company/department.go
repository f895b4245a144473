package company

// Tells reports whether a message needs no work of who gets it.
func (k MemoKind) Tells() bool {
	switch k {
	case MemoDecision, MemoProgress, MemoRisk, MemoReviewVerdict, MemoRetrospective, MemoObjective:
		return true
	case MemoDirective, MemoBrief, MemoResearchRequest, MemoFindings, MemoBuildRequest, MemoBuildReport, MemoCampaignRequest, MemoCampaignReport,
		MemoReviewRequest, MemoBudgetRequest, MemoEscalation:
	}
	return false
}

// Report reports whether code writes messages of the kind, when a project has ended.
func (k MemoKind) Report() bool {
	return k == MemoFindings || k == MemoBuildReport || k == MemoCampaignReport
}
