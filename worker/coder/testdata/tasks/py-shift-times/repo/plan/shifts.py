"""Shifts and how they are printed."""
from plan import times


class Shift:
    def __init__(self, name, start, end):
        self.name = name
        self.start = times.parse(start)
        self.end = times.parse(end)

    def hours(self):
        """Length in hours."""
        return (self.end - self.start) / 60

    def line(self):
        return f"{self.name}: {times.show(self.start)} to {times.show(self.end)}"
