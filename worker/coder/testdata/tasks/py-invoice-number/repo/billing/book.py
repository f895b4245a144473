"""The book of invoices."""
from billing.numbers import next_number


class Book:
    def __init__(self):
        self.invoices = {}

    def add(self, customer, cents, year):
        number = next_number(self.invoices, year)
        self.invoices[number] = (customer, cents)
        return number

    def cancel(self, number):
        """Strike an invoice; its number stays used."""
        self.invoices[number] = None
