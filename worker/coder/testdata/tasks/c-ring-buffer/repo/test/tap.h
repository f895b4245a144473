#ifndef TAP_H
#define TAP_H

#include <stdio.h>

static int tap_run, tap_failed;

/* ok prints one line of TAP. */
static inline void ok(int good, const char *name)
{
	printf("%sok %d - %s\n", good ? "" : "not ", ++tap_run, name);
	if (!good)
		tap_failed++;
}

/* done prints the plan and gives the exit status. */
static inline int done(void)
{
	printf("1..%d\n", tap_run);
	return tap_failed ? 1 : 0;
}

#endif
