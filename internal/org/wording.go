package org

// UncheckableNote begins the lint's note on a step whose acceptance is for
// judges only.
const UncheckableNote = "no acceptance criterion of "
