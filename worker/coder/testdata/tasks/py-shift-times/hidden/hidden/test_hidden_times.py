import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from plan import times
from plan.shifts import Shift


class HiddenTest(unittest.TestCase):
    def test_show(self):
        for minutes, want in [(545, "9:05"), (540, "9:00"), (570, "9:30"), (0, "0:00"), (61, "1:01"), (1439, "23:59")]:
            self.assertEqual(times.show(minutes), want)

    def test_line(self):
        self.assertEqual(Shift("Bo", "9:00", "17:05").line(), "Bo: 9:00 to 17:05")
