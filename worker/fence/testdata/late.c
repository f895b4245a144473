// Loaded into bubblewrap: the first process inside is bound to whoever built the
// walls two seconds late: a busy machine must see both.
#define _GNU_SOURCE
#include <stdarg.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int prctl(int option, ...) {
	va_list rest;
	va_start(rest, option);
	unsigned long a = va_arg(rest, unsigned long), b = va_arg(rest, unsigned long), c = va_arg(rest, unsigned long), d = va_arg(rest, unsigned long);
	va_end(rest);
	if (option == PR_SET_PDEATHSIG && getpid() == 1)
		usleep(2000000);
	return syscall(SYS_prctl, option, a, b, c, d);
}
