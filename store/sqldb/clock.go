package sqldb

import (
	"database/sql"
	"errors"
)

// NoRow reports whether a query found nothing.
func NoRow(err error) bool { return errors.Is(err, sql.ErrNoRows) }
