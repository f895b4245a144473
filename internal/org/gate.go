package org

import "fmt"

// PolicyAskPlan names the policy row above which a plan waits for the
// founder's yes: dollars, or "off", the default.
const PolicyAskPlan = "plan.ask_above"

// AskPlanText asks the founder about a plan that will probably cost more than
// he wants to be asked about.
func AskPlanText(label string, will Forecast, above NanoUSD) string {
	return fmt.Sprintf("the plan of %q will probably cost %s and take %s; you asked to be asked above %s. Nothing of it starts before you answer. `approve` starts it.",
		label, will.Price(), will.Span(), Cents(above))
}

// PlanOptions are the answers to a plan that waits.
func PlanOptions(p ProjectID, will Forecast) []Option {
	return []Option{
		{ID: "a", Label: "Start it", Effect: will.Price() + ", " + will.Span(), Style: StyleGood},
		{ID: "b", Label: "Change the plan", Effect: "planned again with your words", Command: CommandPlan + " " + string(p), Ask: "What should be different?"},
		{ID: "c", Label: "No, cancel it", Effect: "free; the project ends", Command: CommandCancel + " " + string(p), Style: StyleDanger},
	}
}
