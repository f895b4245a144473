#include "wrap.h"

#include <string.h>

void wrap(FILE *in, FILE *out, int width)
{
	char word[256];
	int column = 0;

	while (fscanf(in, "%255s", word) == 1) {
		int n = (int)strlen(word);

		if (column > 0 && column + 1 + n > width) {
			fputc('\n', out);
			column = 0;
		}
		if (column > 0) {
			fputc(' ', out);
			column++;
		}
		fputs(word, out);
		column += n;
	}
	if (column > 0)
		fputc('\n', out);
}
