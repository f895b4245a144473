import unittest

from billing.book import Book
from billing.numbers import next_number


class BookTest(unittest.TestCase):
    def test_first(self):
        self.assertEqual(next_number([], 2024), "2024-1")

    def test_each_year_begins_again(self):
        self.assertEqual(next_number(["2023-7"], 2024), "2024-1")

    def test_gap(self):
        self.assertEqual(next_number(["2024-1", "2024-5"], 2024), "2024-6")

    def test_book(self):
        book = Book()
        self.assertEqual([book.add("Ada", 100, 2024) for _ in range(3)], ["2024-1", "2024-2", "2024-3"])
        book.cancel("2024-3")
        self.assertEqual(book.add("Bo", 100, 2024), "2024-4")


if __name__ == "__main__":
    unittest.main()
