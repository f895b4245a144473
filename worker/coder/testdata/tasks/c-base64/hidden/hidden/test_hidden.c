#include "base64.h"

#include <stdio.h>
#include <string.h>

static int failed;

static void is(const char *in, size_t n, const char *want)
{
	char got[64];
	int good;

	base64((const unsigned char *)in, n, got);
	good = strcmp(got, want) == 0;
	printf("%s - %s\n", good ? "ok" : "not ok", want);
	failed |= !good;
}

int main(void)
{
	is("a", 1, "YQ==");
	is("\xff", 1, "/w==");
	is("\0", 1, "AA==");
	is("ab", 2, "YWI=");
	is("abc", 3, "YWJj");
	is("abcd", 4, "YWJjZA==");
	is("hello", 5, "aGVsbG8=");
	is("hello w", 7, "aGVsbG8gdw==");
	is("", 0, "");
	return failed;
}
