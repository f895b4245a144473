"""Times of day, kept as minutes since midnight."""


def parse(text):
    """Turn '9:30' into 570."""
    hour, minute = text.split(":")
    return int(hour) * 60 + int(minute)


def show(minutes):
    """Turn 570 into '9:30'."""
    return f"{minutes // 60}:{minutes % 60}"
