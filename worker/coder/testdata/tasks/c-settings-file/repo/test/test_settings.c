#include "settings.h"

#include <stdio.h>
#include <string.h>

static int run, failed;

static void ok(int good, const char *name)
{
	printf("%sok %d - %s\n", good ? "" : "not ", ++run, name);
	failed |= !good;
}

static const char *text =
	"# the printer\n"
	"name=Laser\n"
	"  paper =  A4 plain  \n"
	"nonsense\n"
	"#color = red\n"
	"empty =\n";

static int is(const char *name, const char *want)
{
	char got[32];

	return settings_get(text, name, got, sizeof got) && strcmp(got, want) == 0;
}

static void values(void)
{
	ok(is("name", "Laser"), "a plain value");
	ok(is("empty", ""), "an empty value");
}

static void blanks(void)
{
	ok(is("paper", "A4 plain"), "blanks around it are cut");
}

static void missing(void)
{
	char got[32];

	ok(!settings_get(text, "tray", got, sizeof got), "a name that is not there");
	ok(!settings_get(text, "color", got, sizeof got), "a remark is no setting");
}

int main(void)
{
	values();
	blanks();
	missing();
	printf("1..%d\n", run);
	return failed;
}
