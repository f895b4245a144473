// Package schema holds the SQL that makes the tables, one directory per
// database, as numbered migrations that never change once released. It holds
// no queries; those stand in store. Both directories hold the same files and
// make the same tables and columns under the same names.
package schema

import "embed"

// SQLite holds the migrations for SQLite under "sqlite".
//
//go:embed sqlite/*.sql
var SQLite embed.FS

// Postgres holds the migrations for PostgreSQL under "postgres".
//
//go:embed postgres/*.sql
var Postgres embed.FS
