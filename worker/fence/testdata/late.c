// Loaded into bubblewrap: the first process inside is bound to whoever built the
// walls only when the test's file (GO) begins with a 1: a busy machine takes as
// long as it takes to see what stands before. The file is mapped when bubblewrap
// begins, since inside it has no name and all descriptors are closed.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static volatile const char *go;

__attribute__((constructor)) static void map(void) {
	int file = open(GO, O_RDONLY);
	void *at = mmap(NULL, 1, PROT_READ, MAP_SHARED, file, 0);
	if (file < 0 || at == MAP_FAILED)
		abort();
	close(file);
	go = at;
}

int prctl(int option, ...) {
	va_list rest;
	va_start(rest, option);
	unsigned long a = va_arg(rest, unsigned long), b = va_arg(rest, unsigned long), c = va_arg(rest, unsigned long), d = va_arg(rest, unsigned long);
	va_end(rest);
	if (option == PR_SET_PDEATHSIG && getpid() == 1)
		while (*go != '1')
			usleep(10000);
	return syscall(SYS_prctl, option, a, b, c, d);
}
