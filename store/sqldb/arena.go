package sqldb

// #include <stdlib.h>
// #ifdef __GLIBC__
// #include <malloc.h>
// static void one_arena(void) { mallopt(M_ARENA_MAX, 1); }
// #else
// static void one_arena(void) {}
// #endif
import "C"

// SQLite's caches are the C library's memory. glibc takes it from an arena for
// each thread (eight a processor), and memory that is free in one does not
// serve another: idle processes kept 2 MB more, busy machines more still.
func init() { C.one_arena() } //nolint:gochecknoinits // before the first connection
