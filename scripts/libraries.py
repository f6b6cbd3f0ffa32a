"""The real libraries that casewise is measured on: jars of Maven Central with their SHA-256, what each needs beside it, and a run
over one of them."""

import hashlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent
TARGET = (ROOT / os.environ.get("CARGO_TARGET_DIR", "target")).resolve()
PROGRAM = TARGET / "release" / "casewise"
LIBRARIES = TARGET / "libraries"
CENTRAL = "https://repo1.maven.org/maven2/"

JARS = {
    "gson": ("com/google/code/gson/gson/2.11.0/gson-2.11.0.jar",
             "57928d6e5a6edeb2abd3770a8f95ba44dce45f3b23b7a9dc2b309c581552a78b"),
    "commons-codec": ("commons-codec/commons-codec/1.17.1/commons-codec-1.17.1.jar",
                      "f9f6cb103f2ddc3c99a9d80ada2ae7bf0685111fd6bffccb72033d1da4e6ff23"),
    "jsoup": ("org/jsoup/jsoup/1.18.1/jsoup-1.18.1.jar",
              "3bb5b0ec02998abe45a51f37d7ce67c3068b4ccd4ab63c965929ec5074d64e91"),
    "joda-time": ("joda-time/joda-time/2.12.7/joda-time-2.12.7.jar",
                  "385282b005818cfaccdbe8bd2429811e7e641782f2b88932a6b8ff51d668f616"),
    "commons-text": ("org/apache/commons/commons-text/1.12.0/commons-text-1.12.0.jar",
                     "de023257ff166044a56bd1aa9124e843cd05dac5806cc705a9311f3556d5a15f"),
    "commons-lang3": ("org/apache/commons/commons-lang3/3.17.0/commons-lang3-3.17.0.jar",
                      "6ee731df5c8e5a2976a1ca023b6bb320ea8d3539fbe64c8a1d5cb765127c33b4"),
    "commons-csv": ("org/apache/commons/commons-csv/1.12.0/commons-csv-1.12.0.jar",
                    "e11a33d65e5f2e92769c0b13c548e0c2da01e37c1581417ea3fd7d5d9474fee6"),
    "commons-math3": ("org/apache/commons/commons-math3/3.6.1/commons-math3-3.6.1.jar",
                      "1e56d7b058d28b65abd256b8458e3885b674c1d588fa43cd7d1cbb9c7ef2b308"),
    "guava": ("com/google/guava/guava/33.3.1-jre/guava-33.3.1-jre.jar",
              "4bf0e2c5af8e4525c96e8fde17a4f7307f97f8478f11c4c8e35a0e3298ae4e90"),
    "failureaccess": ("com/google/guava/failureaccess/1.0.2/failureaccess-1.0.2.jar",
                      "8a8f81cf9b359e3f6dfa691a1e776985c061ef2f223c9b2c80753e1b458e8064"),
    # Compiled by the compilers of Kotlin 2.1 and Scala 3.3 (scala-library by that of 2.13).
    "kotlin-stdlib": ("org/jetbrains/kotlin/kotlin-stdlib/2.1.0/kotlin-stdlib-2.1.0.jar",
                      "d6f91b7b0f306cca299fec74fb7c34e4874d6f5ec5b925a0b4de21901e119c3f"),
    "scala-parser-combinators": ("org/scala-lang/modules/scala-parser-combinators_3/2.4.0/scala-parser-combinators_3-2.4.0.jar",
                                 "50f1b3dcf8f14975702dc6da287797e391fc5d4834e4d3e7e9f9125efdb2de9a"),
    "scala3-library": ("org/scala-lang/scala3-library_3/3.3.4/scala3-library_3-3.3.4.jar",
                       "d95184acfcd814da2e051378e4962c653f4b468f4086452ab427af030482bd3c"),
    "scala-library": ("org/scala-lang/scala-library/2.13.14/scala-library-2.13.14.jar",
                      "43e0ca1583df1966eaf02f0fbddcfb3784b995dd06bfc907209347758ce4b7e3"),
}
# What a library's own classes name, by library.
NEEDED = {"commons-text": ["commons-lang3"], "guava": ["failureaccess"],
          "scala-parser-combinators": ["scala3-library", "scala-library"]}


def fetch_file(path, digest, folder=LIBRARIES):
    """The file at a path of Maven Central, with this SHA-256, downloaded to a folder unless it is there."""
    file = folder / path.rsplit("/", 1)[1]
    if not file.exists():
        folder.mkdir(parents=True, exist_ok=True)
        with urllib.request.urlopen(CENTRAL + path, timeout=60) as response:
            content = response.read()
        if hashlib.sha256(content).hexdigest() != digest:
            sys.exit(f"{path} is not the file it should be")
        file.write_bytes(content)
    return file


def fetch(library):
    """The jar of a library, downloaded unless it is there."""
    return fetch_file(*JARS[library])


def class_path_of(library, option):
    """The arguments that put beside a library what it needs; none without an option for that."""
    return [part for needed in NEEDED.get(library, []) for part in (option, fetch(needed))] if option else []


def run(program, arguments, expected_exits, folder=None):
    """A run that prints JSON, in an empty folder, where no earlier one has kept anything, or in this one: what it printed, and its cost
    in seconds by the wall and of the processors and in MiB."""
    if folder is None:
        with tempfile.TemporaryDirectory() as empty:
            return run(program, arguments, expected_exits, empty)
    if not program.exists():
        sys.exit("first run `cargo build --release`")
    started = time.perf_counter()
    command = [program.resolve(), *arguments, "--format", "json"]
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, cwd=folder)
    output = process.stdout.read()
    _, status, used = os.wait4(process.pid, 0)
    elapsed = time.perf_counter() - started
    if os.waitstatus_to_exitcode(status) not in expected_exits:
        sys.exit(f"exit code {os.waitstatus_to_exitcode(status)} of {' '.join(map(str, command))}")
    return json.loads(output), (elapsed, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)
