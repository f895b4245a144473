package PriceCsv;
use strict;
use warnings;

# fields splits one line at its commas; quotes around a field are taken off.
sub fields {
    my ($line) = @_;
    $line =~ s/\r?\n\z//;
    return map { s/^"(.*)"$/$1/r } split /,/, $line, -1;
}

1;
