import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from billing.book import Book
from billing.numbers import next_number


class HiddenTest(unittest.TestCase):
    def test_many(self):
        book = Book()
        got = [book.add("Ada", 1, 2024) for _ in range(120)]
        self.assertEqual(got, [f"2024-{n}" for n in range(1, 121)])

    def test_any_order_and_gaps(self):
        self.assertEqual(next_number(["2024-10", "2024-9", "2024-3"], 2024), "2024-11")
        self.assertEqual(next_number(["2024-99", "2024-100", "2023-500"], 2024), "2024-101")

    def test_cancelled(self):
        book = Book()
        for _ in range(12):
            book.add("Ada", 1, 2024)
        book.cancel("2024-12")
        self.assertEqual(book.add("Bo", 1, 2024), "2024-13")
