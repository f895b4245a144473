package extractive

import "errors"

var errNoInput = errors.New("the call carries no facts")
