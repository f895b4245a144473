package sqldb

// #include <stdlib.h>
// #ifdef __GLIBC__
// #include <malloc.h>
// // Before the first thread: one that has an arena already keeps it.
// __attribute__((constructor)) static void keep_one_arena(void) { mallopt(M_ARENA_MAX, 1); }
// #endif
import "C"

// SQLite's caches are the C library's memory. glibc takes it from an arena for
// each thread (eight a processor), and memory that is free in one does not
// serve another: idle processes kept 2 MB more, busy machines more still.
