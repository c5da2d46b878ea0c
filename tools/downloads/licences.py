"""Prints the licence texts of the libraries that the program is linked with, as their authors ask for."""

import json
import pathlib
import subprocess
import sys

# The program, and the form of it that the file for every processor is made of.
PROGRAMS = ("khun", "khun-slice")
KINDS = ("LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE")


def linked(metadata):
    """The ids of the packages that the programs are linked with, without what only builds or tests them."""
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    waiting = [package["id"] for package in metadata["packages"] if package["name"] in PROGRAMS]
    found = set()
    while waiting:
        at = waiting.pop()
        if at not in found:
            found.add(at)
            needed = (dep for dep in nodes[at]["deps"] if any(kind["kind"] is None for kind in dep["dep_kinds"]))
            waiting.extend(dep["pkg"] for dep in needed)
    return found


def main():
    """Reads what cargo knows, and prints a section for each library."""
    command = ["cargo", "metadata", "--locked", "--format-version", "1"]
    metadata = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    wanted = linked(metadata)
    for package in sorted(metadata["packages"], key=lambda package: package["name"]):
        if package["id"] not in wanted or package["source"] is None:
            continue
        folder = pathlib.Path(package["manifest_path"]).parent
        texts = sorted(path for path in folder.iterdir() if path.is_file() and path.name.upper().startswith(KINDS))
        print(f"{'=' * 80}\n{package['name']} {package['version']}: {package['license']}\n{package['repository'] or ''}\n")
        if not texts:
            print("(its package has no licence text of its own)\n", file=sys.stdout)
        for path in texts:
            print(f"---- {path.name}\n\n{path.read_text(errors='replace')}\n")


if __name__ == "__main__":
    main()
