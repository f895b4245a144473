"""Opening hours of a place, the same on each day."""


def minutes(text):
    hour, minute = text.split(":")
    return int(hour) * 60 + int(minute)


class Hours:
    def __init__(self, opens, closes):
        self.opens = minutes(opens)
        self.closes = minutes(closes)

    def is_open(self, at):
        """Whether the place is open at that time; at the closing time it is closed."""
        return self.opens <= minutes(at) < self.closes
