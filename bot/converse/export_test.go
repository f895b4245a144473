package converse

// Names that tests need.
var (
	Looping        = looping
	NamedTemplate  = namedTemplate
	WordedTemplate = wordedTemplate
)
