package research

import (
	"time"

	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/work"
)

// Outgoing lets tests see what of a query leaves, beside a rule of the
// founder's.
func Outgoing(query, rule string) string {
	return cleanQuery(query, collectPrivateWords(Job{Context: work.StepContext{Directives: []string{rule}}}))
}

// Select lets the benchmark cut documents into passages, rank them for the
// questions and pack the best.
func Select(docs []work.Document, questions []work.SubQuestion, now time.Time) []work.Passage {
	return newPool(docs, questions, now).choosePassages(nil, EvidencePackTokens)
}

// SiteWeight is the weight of a site's name, for tests.
func SiteWeight(address string, prefer, distrust []string) float64 {
	return taste{prefer: prefer, distrust: distrust}.computeWeight(address)
}

// Closed and EmptyCause are closed and findEmptyCause.
var (
	Closed     = findClosedCause
	EmptyCause = findEmptyCause
)

// RankTools orders tools for a question.
func RankTools(all []outward.Tool, question string) []outward.Tool { return rankTools(all, question) }
