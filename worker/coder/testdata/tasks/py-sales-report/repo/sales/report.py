"""The monthly sales report, one line for each product."""
import csv
from decimal import Decimal


def read(lines):
    """Read 'product,amount' lines and add up the amounts of each product."""
    sums = {}
    for product, amount in csv.reader(lines):
        sums[product] = sums.get(product, Decimal(0)) + Decimal(amount)
    return sums


def report(sums):
    """The report as text: products in the order of the alphabet."""
    return "".join(f"{product};{sums[product]:.2f}\n" for product in sorted(sums))
