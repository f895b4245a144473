// Becomes the real bubblewrap (WALLS) with late.c (LATE) loaded into it.
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv) {
	setenv("LD_PRELOAD", LATE, 1);
	argv[0] = WALLS;
	return execv(WALLS, argv);
}
