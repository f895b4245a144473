package app

/*
#include <stddef.h>

// Only glibc has them.
extern int malloc_trim(size_t) __attribute__((weak));
extern int mallopt(int, int) __attribute__((weak));

static void trim(void) {
	if (malloc_trim) malloc_trim(0);
}

static void few_arenas(int n) {
	const int arena_max = -8; // M_ARENA_MAX of malloc.h
	if (mallopt) mallopt(arena_max, n);
}
*/
import "C"

// fewArenas has all threads allocate for SQLite from two places: by default
// each thread gets one of its own, and pages that are half used in each.
func fewArenas() {
	const arenas = 2
	C.few_arenas(arenas)
}

// trim gives back what SQLite allocated and freed.
func trim() { C.trim() }
