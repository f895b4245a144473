// Package schema holds the SQL that makes the tables, one directory per
// database, as numbered migrations that never change once released. It holds
// no queries; those stand in store.
package schema

import "embed"

// SQLite holds the migrations for SQLite under "sqlite".
//
//go:embed sqlite/*.sql
var SQLite embed.FS
