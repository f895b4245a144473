# Notes which lines of the repository's files are run, and changes nothing else.
import atexit
import json
import os
import sys
import threading


def begin(root, folder):
    ran, files = {}, {}
    threads = {"start": threading.settrace}

    def place(code):
        name = code.co_filename
        if name not in files:
            at = os.path.abspath(name)
            files[name] = at if at.startswith(root) else ""
        return files[name]

    def note(code, line):
        at = place(code)
        if at and line:
            ran.setdefault(at, set()).add(line)

    def runnable(at):
        found, left = set(), []
        try:
            with open(at, "rb") as f:
                left.append(compile(f.read(), at, "exec", dont_inherit=True))
        except Exception:
            return None
        while left:
            code = left.pop()
            found.update(line for _, _, line in code.co_lines() if line)
            left.extend(c for c in code.co_consts if hasattr(c, "co_lines"))
        return found

    def watch(frame, event, arg):
        if event == "line":
            note(frame.f_code, frame.f_lineno)
        return watch

    def enter(frame, event, arg):
        if not place(frame.f_code):
            return None
        note(frame.f_code, frame.f_lineno)
        return watch

    stands = lambda: True
    monitoring = getattr(sys, "monitoring", None)
    if monitoring:
        tool = next(n for n in (4, 3, 2) if monitoring.get_tool(n) is None)
        monitoring.use_tool_id(tool, "lines")

        def line(code, number):
            note(code, number)
            return monitoring.DISABLE

        monitoring.register_callback(tool, monitoring.events.LINE, line)
        monitoring.set_events(tool, monitoring.events.LINE)
    else:
        sys.settrace(enter)
        threads["start"](enter)
        stands = lambda: sys.gettrace() is enter

    def leave():
        # Who set another watch in the place of ours made us blind.
        out = {"whole": bool(stands()), "files": {}}
        for at, lines in list(ran.items()):
            every = runnable(at)
            if every is not None:
                out["files"][at] = {"ran": sorted(lines), "idle": sorted(every - lines)}
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, "%d-%s.json" % (os.getpid(), os.urandom(4).hex())), "w") as f:
            json.dump(out, f)

    atexit.register(leave)


def next_one():
    import importlib.machinery
    import importlib.util

    here = os.path.dirname(os.path.abspath(__file__))
    found = importlib.machinery.PathFinder.find_spec("sitecustomize", [p for p in sys.path if os.path.abspath(p) != here])
    if found and found.loader:
        found.loader.exec_module(importlib.util.module_from_spec(found))


begin("/tree/", "/tmp/frasier-lines/python")
next_one()
