package memos

import "time"

// SittingsApart is the least time between two turns of one director (our choice).
const SittingsApart = 10 * time.Minute
