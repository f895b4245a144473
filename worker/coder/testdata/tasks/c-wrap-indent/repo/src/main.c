#include "wrap.h"

#include <stdlib.h>

int main(int argc, char **argv)
{
	int width = argc == 2 ? atoi(argv[1]) : 0;

	if (width < 1) {
		fputs("usage: wrap WIDTH\n", stderr);
		return 2;
	}
	wrap(stdin, stdout, width);
	return 0;
}
