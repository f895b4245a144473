#!/usr/bin/env python3
"""Makes changes of code that Frasier asks for, on any machine, with nothing but Python's standard library.

    frasier repo set shop coder remote               # the changes of this repository are asked for over the API
    frasier token add builder --repo shop            # prints the token for it, once
    FRASIER_TOKEN=... python3 remote.py http://frasier.localhost:7070 -- ./my-coder

COMMAND is run in an empty folder with the files of the base in it, and is given the intent as JSON. What it leaves there is handed in as a
patch. What it prints is what it says of its change; a line "realised: {...}" reports where it was made. A change that is sent back comes
again, with what stands against it in "feedback". The program ends with 0 once --most changes were handed in.
"""
import argparse, base64, difflib, hashlib, json, os, pathlib, subprocess, sys, tempfile, time
import urllib.error, urllib.request


class Office:
    """Asks Frasier's API. What is refused is an error with its sentence."""

    def __init__(self, url, token):
        self.url, self.token = url.rstrip("/") + "/api/v1", token

    def ask(self, path, send=None):
        body = None if send is None else json.dumps(send).encode()
        request = urllib.request.Request(self.url + path, data=body, headers={"Authorization": "Bearer " + self.token, "Content-Type": "application/json"})
        for wait in (1, 2, 4, 8, None):  # a change is sent under its key, so the same once more does no harm
            try:
                with urllib.request.urlopen(request, timeout=60) as reply:
                    return json.load(reply)
            except urllib.error.HTTPError as refusal:
                if refusal.code < 500 or wait is None:
                    detail = json.load(refusal).get("detail", "")
                    raise Refused(refusal.code, detail) from None
            except OSError:
                if wait is None:
                    raise
            time.sleep(wait)


class Refused(Exception):
    def __init__(self, status, detail):
        super().__init__(f"{status}: {detail}")
        self.status = status


def read(file):
    return base64.b64decode(file["base64"]) if file.get("base64") else file.get("text", "").encode()


def write(folder, files):
    for file in files:
        at = folder / file["path"]
        at.parent.mkdir(parents=True, exist_ok=True)
        at.write_bytes(read(file))
        if file["mode"] == "100755":
            at.chmod(0o755)


def left(folder):
    """The files that are in a folder now; links are none."""
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file() and not p.is_symlink()}


def patch(was, now):
    """The difference of two sets of files as git applies it. A file that is no text cannot be changed so."""
    out = []
    for path in sorted(set(was) | set(now)):
        before, after = was.get(path, b""), now.get(path, b"")
        if path in was and path in now and before == after:
            continue
        lines = list(difflib.unified_diff(
            before.decode().splitlines(True), after.decode().splitlines(True),
            "a/" + path if path in was else "/dev/null", "b/" + path if path in now else "/dev/null"))
        out += [line if line.endswith("\n") else line + "\n\\ No newline at end of file\n" for line in lines]
    return "".join(out)


def make(intent, command):
    """Runs the command on the base and returns what it changed, what it says, and where it was made."""
    if intent.get("partial"):
        raise SystemExit("the base is too large for an answer: clone " + str(intent["repository"].get("address")))
    was = {f["path"]: read(f) for f in intent["files"]}
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write(folder, intent["files"])
        said = subprocess.run(command, cwd=folder, input=json.dumps(intent), text=True, check=True, stdout=subprocess.PIPE).stdout
        change = patch(was, left(folder))
    words, realised = [], {}
    for line in said.splitlines():
        if line.startswith("realised: "):
            realised = json.loads(line.removeprefix("realised: "))
        else:
            words.append(line)
    return change, "\n".join(words), realised


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("url")
    options.add_argument("--most", type=int, default=0, help="end after so many changes; 0 for never")
    options.add_argument("--every", type=float, default=5, help="seconds between two looks")
    options.add_argument("command", nargs="+")
    given = options.parse_args()
    office, done = Office(given.url, os.environ["FRASIER_TOKEN"]), 0
    while not given.most or done < given.most:
        for asked in office.ask("/intents")["intents"]:
            try:
                intent = office.ask(f"/steps/{asked['step']}/intent")
                change, said, realised = make(intent, given.command)
                key = hashlib.sha256((intent["ask"] + change + said).encode()).hexdigest()[:40]
                taken = office.ask(f"/steps/{intent['step']}/patch", {"ask": intent["ask"], "key": key, "patch": change, "said": said, "realised": realised})
            except Refused as refusal:
                if refusal.status not in (404, 409, 410):
                    raise
                print(refusal, file=sys.stderr)  # somebody else was faster, or the step has ended
                continue
            done += 1
            print(f"handed in {taken['ask']}: {len(change)} bytes", flush=True)
        if not given.most or done < given.most:
            time.sleep(given.every)


if __name__ == "__main__":
    main()
