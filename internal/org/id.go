package org

// Identifiers, minted by the store as a letter and a number that rises with
// each new row ("p3" is the third project of a database). They are short
// because founders type them on phones. The zero value means "none".
type (
	// MessageID names one message ("m12").
	MessageID string
	// ProjectID names one project ("p3").
	ProjectID string
	// MissionID names one mission, the work of one phase ("n4").
	MissionID string
	// StepID names one step ("s31").
	StepID string
	// DeliveryID names one outgoing delivery ("d7").
	DeliveryID string
	// AgentID names one agent and always begins "agent-".
	AgentID string
	// LessonID names one lesson ("l5").
	LessonID string
	// DocumentID is the lower-case hexadecimal SHA-256 of a document's
	// extracted text, so that anyone can check a quote against it.
	DocumentID string
)
