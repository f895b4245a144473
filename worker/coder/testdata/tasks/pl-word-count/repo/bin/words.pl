#!/usr/bin/perl
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Words;

my $text = do { local $/; <STDIN> } // '';
print "$_\n" for Words::lines(Words::count($text));
