package converse

// Names that tests need.
var (
	Looping        = isLooping
	NamedTemplate  = namedTemplate
	WordedTemplate = wordedTemplate
)
