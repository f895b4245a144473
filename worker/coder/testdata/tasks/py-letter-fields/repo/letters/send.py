"""A letter for each customer."""
from letters.fill import fill


def letters(text, customers):
    return [fill(text, customer) for customer in customers]
