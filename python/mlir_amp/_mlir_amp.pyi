"""Native part of mlir_amp; import mlir_amp instead."""

from collections.abc import Callable


mlir_version: str = '22.1.8'

version: str = '0.1.0'

class Location:
    """A source location."""

    @property
    def text(self) -> str:
        """As MLIR prints it."""

    @property
    def file(self) -> str | None:
        """File of the first position, or None."""

    @property
    def line(self) -> int | None:
        """Its line, from 1, or None."""

    @property
    def column(self) -> int | None:
        """Its column, from 1, or None."""

    @property
    def name(self) -> str | None:
        """The first name (a layer's), or None."""

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

class Diagnostic:
    """What MLIR said, and where."""

    @property
    def severity(self) -> str:
        """'error', 'warning', 'remark' or 'note'."""

    @property
    def message(self) -> str: ...

    @property
    def location(self) -> Location: ...

    @property
    def notes(self) -> list[Diagnostic]:
        """Notes attached to it."""

    def __str__(self) -> str: ...

class NativeModule:
    """A module with its context; see mlir_amp.Module."""

    def print(self, debug_info: bool = False, generic: bool = False, elide: int | None = None) -> str: ...

    def bytecode(self) -> bytes: ...

    def save_bytecode(self, path: str) -> None: ...

    def verify(self) -> list[Diagnostic]: ...

    def run_pipeline(self, pipeline: str) -> tuple[NativeModule, list[Diagnostic]]: ...

def parse_bytes(source: bytes, name: str, allow_unregistered: bool = False) -> NativeModule:
    """Parses text or bytecode."""

def parse_file(path: str, allow_unregistered: bool = False) -> NativeModule:
    """Parses a file of text or bytecode."""

class Value:
    """An operand or result; read-only."""

    @property
    def shape(self) -> tuple[int | None, ...] | None:
        """Extents, None where dynamic; () for scalars, None without a rank."""

    @property
    def dtype(self) -> str:
        """Element type: 'f32', 'i64', 'index', ..."""

    @property
    def type(self) -> str:
        """The whole type, as MLIR prints it."""

    @property
    def size(self) -> int | None:
        """Number of elements, None where dynamic."""

    @property
    def owner(self) -> Operation | None:
        """The op that defines it, None for block arguments."""

    def __repr__(self) -> str: ...

class Operation:
    """An op as a rule sees it; read-only, inside the rule."""

    @property
    def name(self) -> str:
        """Full name: 'linalg.matmul'."""

    @property
    def operands(self) -> list[Value]: ...

    @property
    def results(self) -> list[Value]: ...

    @property
    def attributes(self) -> dict[str, object]:
        """
        Attributes as Python values; what has no Python form, and constants above 1024 elements, as text.
        """

    @property
    def location(self) -> Location:
        """Where it came from."""

    @property
    def function(self) -> str | None:
        """Name of the enclosing function, or None."""

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

class Override:
    """What a rule says, in plain data."""

    def __init__(self, category: str | None, accumulate: str | None, result: str | None, reason: str) -> None: ...

def convert(module: NativeModule, options: dict[str, object], rule: Callable[[Operation], Override | None] | None) -> tuple[NativeModule, list[Diagnostic]]:
    """Converts a copy of the module; see mlir_amp.convert."""

def shadow(module: NativeModule, entry: str, options: dict[str, object], rule: Callable[[Operation], Override | None] | None) -> tuple[NativeModule, list[Diagnostic]]:
    """A copy that runs f32 and low side by side; see mlir_amp.shadow."""

def walk(module: NativeModule, visit: Callable[[Operation], object]) -> None:
    """Calls visit on each op, in program order."""

def compile(module: NativeModule, output: str, header: str, target: str, cpu: str, entry: str) -> list[Diagnostic]:
    """Compiles a copy of the module to a library; see mlir_amp.compile."""

def find_entry(module: NativeModule, entry: str) -> str:
    """The public function that nobody calls; empty for the only one."""

def argument_names(module: NativeModule, entry: str) -> list[str]:
    """What the arguments of a function are called in a compiled model."""

def freeze(module: NativeModule, values: dict[int, object], entry: str) -> NativeModule:
    """A copy with arguments replaced by constants."""

def specialize(module: NativeModule, shapes: list[str], entry: str) -> tuple[NativeModule, list[Diagnostic]]:
    """A copy for certain sizes of arguments; see Module.specialize."""
