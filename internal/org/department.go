package org

// Department is one of the five parts of the company, or the founder, who is none of
// them but sends and gets messages as they do. There are five by intent: another one is a
// change of the program, its routes and its tables.
type Department string

// The departments, and the founder.
const (
	Business   Department = "business"
	Research   Department = "research"
	Tech       Department = "tech"
	Management Department = "management"
	Marketing  Department = "marketing"
	Founder    Department = "founder"
)

// Departments lists the five, Business first.
func Departments() []Department {
	return []Department{Business, Research, Tech, Management, Marketing}
}

// Valid reports whether it is one of the five.
func (d Department) Valid() bool {
	switch d {
	case Business, Research, Tech, Management, Marketing:
		return true
	case Founder:
	}
	return false
}

// Name returns the name that founders read.
func (d Department) Name() string {
	switch d {
	case Business:
		return "Business"
	case Research:
		return "R&D"
	case Tech:
		return "Tech"
	case Management:
		return "Management"
	case Marketing:
		return "Marketing"
	case Founder:
		return "you"
	}
	return string(d)
}

// Charter says what it answers for, as a founder reads it: the part of a sentence behind a colon.
func (d Department) Charter() string {
	switch d {
	case Business:
		return "what's worth doing, and for how much; it leads when you order something"
	case Research:
		return "finds out what's true"
	case Tech:
		return "builds"
	case Management:
		return "sees to it that work is on its way, and good; it may let a project rest"
	case Marketing:
		return "gets it to people"
	case Founder:
	}
	return ""
}

// Agent is the id under which a department's director stands in the ledger. He is no
// agent that is given steps or reviews any.
func (d Department) Agent() AgentID { return AgentID("agent-director-" + string(d)) }

// Director is the name of a department's director.
func (d Department) Director() string {
	switch d {
	case Business:
		return "Beatrice"
	case Research:
		return "Rowan"
	case Tech:
		return "Tessa"
	case Management:
		return "Marlow"
	case Marketing:
		return "Mina"
	case Founder:
	}
	return ""
}
