#!/usr/bin/perl
# Prints each product with its price: prices.pl < list.csv
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use PriceCsv;

while (my $line = <STDIN>) {
    my ($name, $price) = PriceCsv::fields($line);
    print "$name costs $price\n";
}
