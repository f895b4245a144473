package record

import (
	"database/sql"
)

func Score(v float64, scored bool) sql.NullFloat64 { return sql.NullFloat64{Float64: v, Valid: scored} }
