"""The official rules of electronic invoices: EN 16931, Peppol BIS and XRechnung over UBL and CII.

>>> import billhook_rules
>>> billhook_rules.validate(b"<Invoice/>")["valid"]
False
"""

import json
import threading
import time
from importlib.resources import files
from typing import Any, Dict, Optional, Tuple, Union

from wasmtime import Engine, Instance, Module, Store, Trap

__all__ = ["validate", "explain", "view"]

_Bytes = Union[bytes, bytearray, memoryview]

# compiled once for the process; a memory for each thread
_compiling = threading.Lock()
_module: Optional[Tuple[Engine, Module]] = None
_threads = threading.local()


def validate(
    document: _Bytes,
    *,
    name: str = "",
    ruleset: str = "auto",
    release: Optional[str] = None,
    now: Optional[float] = None,
    max_findings: int = 1000,
) -> Dict[str, Any]:
    """The verdict on a document, as ``billhook validate --format json`` writes it.

    ``ruleset``: ``auto`` (what the document asks for), ``peppol-ubl``, ``peppol-selfbilling-ubl``, ``en16931-ubl``,
    ``en16931-cii``, ``xrechnung-ubl`` or ``xrechnung-cii``. ``release``: ``3.0.21``, ``3.0.22`` or ``next``; by default
    the release that is in force at ``now`` (seconds since 1970; by default this moment) in Europe/Bratislava.

    Any bytes get a verdict. ``ValueError`` says which option cannot be used.
    """
    options = {
        "name": name,
        "ruleset": ruleset,
        "release": release,
        "now": int(time.time() if now is None else now),
        "max_findings": max_findings,
    }
    text = json.dumps(options).encode()
    return _ask("validate", bytes(document) + text, len(text))


def explain(id: str) -> Dict[str, Any]:
    """What a rule (``BR-CO-15``) or a business term (``BT-115``) is. ``ValueError`` for an id that is unknown."""
    return _ask("explain", id.encode())


def view(document: _Bytes) -> Optional[Dict[str, Any]]:
    """What an invoice says: parties, lines, VAT, totals; ``None`` of a document that is none."""
    return _ask("view", bytes(document))


def _ask(name: str, given: bytes, *numbers: int) -> Any:
    answer = json.loads(_call(name, given, *numbers))
    if isinstance(answer, dict) and "error" in answer:
        raise ValueError(answer["error"])
    return answer


def _call(name: str, given: bytes, *numbers: int) -> bytes:
    store, exports = _live()
    memory = exports["memory"]
    try:
        at = exports["input"](store, len(given)) & 0xFFFFFFFF
        if at == 0:
            raise ValueError("the document is larger than any that is read")
        memory.write(store, given, at)
        length = exports[name](store, *numbers) & 0xFFFFFFFF
        start = exports["output"](store) & 0xFFFFFFFF
        return bytes(memory.read(store, start, start + length))
    except Trap:
        # nothing is known of its memory: the next call gets a new one
        del _threads.live
        raise


def _live():
    if not hasattr(_threads, "live"):
        engine, module = _compiled()
        store = Store(engine)
        _threads.live = store, Instance(store, module, []).exports(store)
    return _threads.live


def _compiled():
    global _module
    with _compiling:
        if _module is None:
            engine = Engine()
            code = files(__name__).joinpath("billing-rules.wasm").read_bytes()
            _module = engine, Module(engine, code)
        return _module
