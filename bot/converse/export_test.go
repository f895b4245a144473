package converse

// Names that tests need.
var (
	Looping        = looping
	Gist           = gist
	NamedTemplate  = namedTemplate
	WordedTemplate = wordedTemplate
)
