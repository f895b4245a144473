import os
import subprocess
import sys
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def run(text):
    return subprocess.run([sys.executable, "-m", "sales"], cwd=ROOT, input=text, capture_output=True, text=True).stdout


class HiddenTest(unittest.TestCase):
    def test_total(self):
        self.assertEqual(run("tea,1.50\ncup,9\ntea,2.00\n"), "cup;9.00\ntea;3.50\ntotal;12.50\n")

    def test_exact(self):
        self.assertTrue(run("a,0.10\n" * 3 + "b,100000000000000.01\n").endswith("\ntotal;100000000000000.31\n"))

    def test_returns(self):
        self.assertTrue(run("tea,5.00\ncup,-7.25\n").endswith("\ntotal;-2.25\n"))

    def test_empty(self):
        self.assertEqual(run(""), "total;0.00\n")
