package Words;
use strict;
use warnings;

# count counts the words of a text; capital letters do not matter.
sub count {
    my ($text) = @_;
    my %count;
    $count{lc $_}++ for $text =~ /\w+/g;
    return \%count;
}

# lines is the list as text lines, the most frequent first, then by alphabet.
sub lines {
    my ($count) = @_;
    return map { "$count->{$_} $_" }
        sort { $count->{$b} <=> $count->{$a} || $a cmp $b } keys %$count;
}

1;
