"""Read JSON that may be wrong: every access checks its type and names file and field."""

from __future__ import annotations

import json
from collections.abc import Iterator

from .errors import FormatError
from .packed import unpacked

_MAX_DEPTH = 32


class Checked:
    """A JSON object of a named file; getters raise FormatError with the field's path."""

    __slots__ = ("_name", "_object", "_path")

    def __init__(self, name: str, value: object, path: str = "") -> None:
        if not isinstance(value, dict):
            raise FormatError(name, path or "(file)", value, "an object")
        self._name, self._object, self._path = name, value, path

    @classmethod
    def parse(cls, name: str, data: bytes) -> Checked:
        """Decode the bytes of a file; duplicate keys and deep nesting are refused."""
        try:
            text = data.decode("utf-8")
            value = json.loads(text, object_pairs_hook=_unique_keys)
        except RecursionError:
            raise FormatError(
                name, "(file)", "deep nesting", f"at most {_MAX_DEPTH} levels"
            ) from None
        except ValueError as error:
            raise FormatError(name, "(file)", str(error), "valid JSON in UTF-8") from None
        return cls(name, value)

    def keys(self) -> list[str]:
        """Return the object's keys in file order."""
        return list(self._object)

    def fail(self, field: str, expected: str) -> FormatError:
        """Return the error for a field whose value is not acceptable."""
        return FormatError(self._name, self._at(field), self._object.get(field), expected)

    def raw(self, field: str) -> object:
        """Return a field that must exist, unchecked."""
        if field not in self._object:
            raise FormatError(self._name, self._at(field), "nothing", "a value")
        return self._object[field]

    def text(self, field: str) -> str:
        """Return a string field."""
        value = self.raw(field)
        if not isinstance(value, str):
            raise self.fail(field, "a string")
        return value

    def whole(self, field: str, least: int = 0) -> int:
        """Return an integer field of at least `least`."""
        value = self.raw(field)
        if not isinstance(value, int) or isinstance(value, bool) or value < least:
            raise self.fail(field, f"an integer of at least {least}")
        return value

    def flag(self, field: str) -> bool:
        """Return a boolean field."""
        value = self.raw(field)
        if not isinstance(value, bool):
            raise self.fail(field, "true or false")
        return value

    def texts(self, field: str) -> tuple[str, ...]:
        """Return a field that is a list of strings."""
        value = self.raw(field)
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.fail(field, "a list of strings")
        return tuple(value)

    def wholes(self, field: str) -> list[int]:
        """Return a field that is a list of integers of at least 0."""
        value = self.raw(field)
        if not is_whole_list(value):
            raise self.fail(field, "a list of integers of at least 0")
        return value  # type: ignore[return-value]  # is_whole_list has just said so

    def object(self, field: str) -> Checked:
        """Return a field that is an object."""
        return Checked(self._name, self.raw(field), self._at(field))

    def objects(self, field: str) -> Iterator[Checked]:
        """Yield the items of a field that is a list of objects."""
        value = self.raw(field)
        if not isinstance(value, list):
            raise self.fail(field, "a list of objects")
        for index, item in enumerate(value):
            yield Checked(self._name, item, f"{self._at(field)}[{index}]")

    def packed(self, field: str) -> list[int]:
        """Return the numbers of a packed text field."""
        try:
            return unpacked(self.text(field))
        except ValueError as error:
            raise self.fail(field, f"packed numbers ({error})") from None

    def rows(self, field: str) -> Iterator[Row]:
        """Yield the items of a field that is a list of lists."""
        value = self.raw(field)
        if not isinstance(value, list):
            raise self.fail(field, "a list of lists")
        for index, item in enumerate(value):
            yield Row(self._name, item, f"{self._at(field)}[{index}]")

    def __contains__(self, field: str) -> bool:
        return field in self._object

    def _at(self, field: str) -> str:
        return f"{self._path}.{field}" if self._path else field


class Row:
    """A JSON list whose items have fixed places; getters raise FormatError with the item's path."""

    __slots__ = ("_items", "_name", "_path")

    def __init__(self, name: str, value: object, path: str) -> None:
        if not isinstance(value, list):
            raise FormatError(name, path, value, "a list")
        self._name, self._items, self._path = name, value, path

    def __len__(self) -> int:
        return len(self._items)

    def fail(self, place: int, expected: str) -> FormatError:
        """Return the error for an item that is not acceptable."""
        return FormatError(self._name, f"{self._path}[{place}]", self._items[place], expected)

    def check_size(self, shape: str, *sizes: int) -> None:
        """Raise FormatError unless the list is as long as its shape."""
        if len(self._items) not in sizes:
            raise FormatError(self._name, self._path, self._items, shape)

    def raw(self, place: int) -> object:
        """Return an item, unchecked."""
        return self._items[place]

    def text(self, place: int) -> str:
        """Return a string item."""
        value = self._items[place]
        if not isinstance(value, str):
            raise self.fail(place, "a string")
        return value

    def whole(self, place: int, *, least: int = 0, below: int | None = None) -> int:
        """Return an integer item of at least `least`, less than `below`."""
        value = self._items[place]
        if type(value) is not int or value < least or (below is not None and value >= below):
            raise self.fail(place, f"an integer from {least}" + f" below {below}" * bool(below))
        return value

    def packed(self, place: int) -> list[int]:
        """Return the numbers of a packed text item."""
        try:
            return unpacked(self.text(place))
        except ValueError as error:
            raise self.fail(place, f"packed numbers ({error})") from None


def is_whole_list(value: object) -> bool:
    """Tell whether a JSON value is a list of integers of at least 0."""
    return isinstance(value, list) and all(type(item) is int and item >= 0 for item in value)


def _unique_keys(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise ValueError(f"duplicate key {key!r}")
            seen.add(key)
    return found
