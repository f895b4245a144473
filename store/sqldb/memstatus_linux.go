package sqldb

/*
#define configMemStatus 9 // SQLITE_CONFIG_MEMSTATUS in sqlite3.h

// The library is linked by the driver; weak, so that this package can be looked at
// without it.
extern int sqlite3_config(int, ...) __attribute__((weak));

static int countNoMemory(void) {
	return sqlite3_config ? sqlite3_config(configMemStatus, 0) : -1;
}
*/
import "C"

// uncounted says that SQLite does not count what it allocates. Nobody reads the
// count, it is kept under one lock for all connections, and readers in four threads
// spent two fifths of their time waiting for each other there. It can be told so only
// before the first connection; if it refuses, it works as before.
var uncounted = C.countNoMemory() == 0 //nolint:gochecknoglobals // once for the process, before anything is opened
