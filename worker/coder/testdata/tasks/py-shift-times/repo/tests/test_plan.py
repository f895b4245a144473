import unittest

from plan import times
from plan.shifts import Shift


class PlanTest(unittest.TestCase):
    def test_parse(self):
        self.assertEqual(times.parse("9:05"), 545)

    def test_show(self):
        self.assertEqual(times.show(570), "9:30")
        self.assertEqual(times.show(1435), "23:55")

    def test_hours(self):
        self.assertEqual(Shift("Ada", "9:00", "13:30").hours(), 4.5)

    def test_line(self):
        self.assertEqual(Shift("Ada", "9:15", "13:30").line(), "Ada: 9:15 to 13:30")


if __name__ == "__main__":
    unittest.main()
