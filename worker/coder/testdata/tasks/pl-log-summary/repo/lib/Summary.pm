package Summary;
use strict;
use warnings;

# count reads lines of the form "METHOD PATH STATUS" and counts by status.
sub count {
    my ($in) = @_;
    my %by;
    while (my $line = <$in>) {
        next unless $line =~ /^\S+ \S+ (\d{3})$/;
        $by{$1}++;
    }
    return \%by;
}

# report is the summary as text.
sub report {
    my ($in) = @_;
    my $by = count($in);
    my $text = '';
    $text .= "$_: $by->{$_}\n" for sort keys %$by;
    return $text;
}

1;
