package pool

import "time"

// A worker looks so often whether what it works on was cancelled (promise R17: within 10 s).
const claimLook = 2 * time.Second
