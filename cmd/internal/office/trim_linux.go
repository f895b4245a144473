package office

/*
#include <stddef.h>

// Only glibc has it.
extern int malloc_trim(size_t) __attribute__((weak));

static void trim(void) {
	if (malloc_trim) malloc_trim(0);
}
*/
import "C"

// trim gives back what SQLite allocated and freed.
func trim() { C.trim() }
