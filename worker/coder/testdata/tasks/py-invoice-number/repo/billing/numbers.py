"""Invoice numbers of the form YEAR-N, counted from 1 in each year."""


def next_number(used, year):
    """The number after the last used one of that year."""
    of_year = [n for n in used if n.startswith(f"{year}-")]
    if not of_year:
        return f"{year}-1"
    last = max(of_year)
    return f"{year}-{int(last.split('-')[1]) + 1}"
