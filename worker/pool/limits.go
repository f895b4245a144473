package pool

import "time"

// claimLook is how often a worker looks whether what it works on was
// cancelled (promise R17: within 10 s).
const claimLook = 2 * time.Second
