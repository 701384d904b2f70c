"""Run by .ci/packages in an environment that has nothing but the installed wheel: each verdict is that of the command."""

import json
import sys
import threading

import billhook_rules

expected = json.load(open(sys.argv[1], encoding="utf-8"))
assert any(one["valid"] for one in expected) and not all(one["valid"] for one in expected)


def judge_all():
    for verdict in expected:
        document = open(verdict["document"], "rb").read()
        assert billhook_rules.validate(document, name=verdict["document"]) == verdict
        assert billhook_rules.view(document)["lines"]


judge_all()
failed = []


def in_thread():
    try:
        judge_all()
    except BaseException as error:
        failed.append(error)


threads = [threading.Thread(target=in_thread) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
assert not failed, failed

assert billhook_rules.validate(b"")["findings"][0]["rule"].startswith("guard-")
assert billhook_rules.view(b"<Invoice/>") is None
assert billhook_rules.explain("BR-CO-15")["rules"][0]["rule"] == "BR-CO-15"
for wrong in (lambda: billhook_rules.explain("BR-XX-99"), lambda: billhook_rules.validate(b"", release="1")):
    try:
        wrong()
    except ValueError:
        continue
    raise AssertionError("no ValueError")
print(f"Python: {len(expected)} verdicts are those of the command")
