"""Hostile answers: what no wiki should say, one fault each."""

from __future__ import annotations

import copy
import gzip
import xmlrpc.client
import zlib
from collections.abc import Iterator
from typing import Any

from combatlog.publish.publishing import WikiKind
from tests.combatlog.publish.hostile_server import encode, http

CHARSETS = [
    *("rot13", "zlib", "hex", "base64", "bz2", "uu", "quopri", "undefined", "idna", "punycode"),
    *("unicode_escape", "utf-7", "utf-16", "utf-32", "utf-8-sig", "latin-1", "mbcs", "no-such"),
]

RETRY_AFTER = ["²", "٣", "-1", "1e9", "9" * 400, "9" * 5000, "NaN", "", "1 2", "\xff", "0x10"]

LOCATIONS = [
    "https://[::1",
    "http://[::1]:99999/",
    "http://[not-ip]/",
    "http://127.0.0.1:port/",
    "http://127.0.0.1:-1/",
    "http://127.0.0.1:999999999999/",
    "http://\u2100.example/",
    "http://" + "a" * 300 + ".example/",
    "http://a..b/",
    "http://xn--/",
    "http://%zz/",
    "http:///x",
    "http:x",
    "//",
    "//[",
    "///",
    "",
    " ",
    "mailto:a@b",
    "javascript:1",
    "data:,x",
    "file:///etc/passwd",
    "http://user:secret@127.0.0.1/",
    "/\x01\x02",
    "/" + "a/" * 30_000,
    "/\xff\xfe",
    "?" + "a" * 60_000,
    "\\\\x",
    "http://127.0.0.1\\@other/",
]

COOKIES = [
    "a=\xe9",
    "\xe9=a",
    "a=\xff\xfe; path=/",
    'a="\\',
    "=",
    "=b",
    ";" * 5000,
    "a=b; domain=.127.0.0.1",
    "a=b; expires=Thu, 99 Foo 99999 99:99:99 GMT",
    "a=b; max-age=" + "9" * 5000,
    "a=b; max-age=²",
    "a=b; version=²",
    "a=b; version=x; port=\u00b2",
    "a=b; port=x",
    "a=" + "b" * 60_000,
    "a=b; path=[::1",
    "a=\x01\x02",
]

BODIES: list[bytes] = [
    b"",
    b" ",
    b"null",
    b"true",
    b"1",
    b'"x"',
    b"[]",
    b"{}",
    b"{",
    b"[" * 100_000,
    b'{"a":' * 100_000,
    b'{"query":' * 50_000 + b"1" + b"}" * 50_000,
    b'{"query":' + b"9" * 10_000 + b"}",
    b'{"query":1e999999}',
    b'{"login":{"result":"\\ud800"}}',
    b'{"query":{"pages":[{"title":"\\ud800 x","missing":true}]}}',
    b'{"query":{"pages":[{"title":"\xff","missing":true}]}}',
    b"\xff\xfe\x00",
    b"\x00" * 1000,
    "²".encode(),
    b'{"errors":[]}',
    b'{"errors":[{}]}',
    b'{"errors":[{"code":[]}]}',
    b'{"errors":[{"code":"x","text":{"a":[]}}]}',
    b'{"errors":"x"}',
    b'{"errors":{"code":"x"}}',
    b'{"error":"x"}',
    b'{"error":{"code":7,"info":[1]}}',
    b'{"error":{"code":"maxlag","info":null}}',
    b'{"errors":[{"code":"badtoken"}]}',
    b'{"errors":[{"code":"assertuserfailed"}]}',
    b"<link rel=EditURI href='//['>",
    b'<link rel="EditURI" href="https://[::1">',
    b'<link rel="EditURI" href="&#' + b"9" * 5000 + b';">',
    b'<link rel="EditURI" href="http://127.0.0.1:99999999/">',
    b'<link rel="EditURI" href="http://a:b/">',
    b'<link rel="EditURI" href="javascript:alert(1)">',
    b"DOKU_BASE = 'https://[::1'",
    b"DOKU_BASE = '//['",
    b'"http://127.0.0.1:port/lib/exe/',
    b'"\x01/lib/exe/',
    b"<methodResponse>",
    b"<methodResponse></methodResponse>",
    b"<methodResponse><params></params></methodResponse>",
    b"<methodResponse><params><param></param></params></methodResponse>",
    b"<methodResponse><fault></fault></methodResponse>",
    b"<?xml version='1.0' encoding='no-such'?><methodResponse></methodResponse>",
    b"<?xml version='1.0' encoding='utf-16'?><methodResponse></methodResponse>",
    b"<methodResponse>" + b"<a>" * 100_000,
    b"<methodResponse>" + b"<params><value>" * 20_000,
    b"<!DOCTYPE x [<!ENTITY y '1'>]><methodResponse>&y;</methodResponse>",
]

XML_VALUES = [
    "",
    "x",
    "<int></int>",
    "<int>²</int>",
    "<int>x</int>",
    "<int>-1</int>",
    "<int>" + "9" * 400 + "</int>",
    "<int>" + "9" * 5000 + "</int>",
    "<i8>99999999999999999999</i8>",
    "<double>nan</double>",
    "<double>inf</double>",
    "<double>1e400</double>",
    "<boolean>2</boolean>",
    "<boolean>x</boolean>",
    "<nil/>",
    "<ex:nil/>",
    "<string/>",
    "<string>x</string>",
    "<string>" + "y" * 100_000 + "</string>",
    "<base64>!!!</base64>",
    "<base64>AAAA</base64>",
    "<dateTime.iso8601>x</dateTime.iso8601>",
    "<bigdecimal>NaN</bigdecimal>",
    "<array></array>",
    "<array><data></data></array>",
    "<array><data><value><int>1</int></value></data></array>",
    "<struct></struct>",
    "<struct><member></member></struct>",
    "<struct><member><name>name</name></member></struct>",
    "<struct><member><name>x</name><value><int>1</int></value></member></struct>",
    "<array><data><value>" * 5000 + "</value></data></array>" * 5000,
    "<methodName>x</methodName>",
    "<unknown>1</unknown>",
]

FAULTS = [
    "",
    "<int>1</int>",
    "<string>x</string>",
    "<struct></struct>",
    "<struct><member><name>faultCode</name><value><int>1</int></value></member></struct>",
    *(
        f"<struct><member><name>faultCode</name><value>{code}</value></member><member>"
        f"<name>faultString</name><value>{said}</value></member></struct>"
        for code in ("<int>121</int>", "x", "<nil/>", "<array><data></data></array>", "²")
        for said in ("<nil/>", "x", "<struct></struct>", "<int>3</int>")
    ),
]

JSON_VALUES: list[Any] = [
    None,
    True,
    0,
    -1,
    10**30,
    1.5,
    "",
    "x",
    [],
    {},
    [[]],
    [None],
    {"x": []},
    {"text": 7},
]


def _list_raw_answers() -> Iterator[bytes]:
    """Yield answers that are wrong below HTTP, or in its head."""
    yield b""
    yield b"\r\n\r\n"
    yield b"HTTP/1.1\r\n\r\n"
    yield b"HTTP/1.1 999999 x\r\n\r\n"
    yield b"HTTP/1.1 \xb2\xb2 x\r\n\r\n"
    yield b"HTTP/9.9 200 x\r\n\r\n"
    yield b"SSH-2.0-x\r\n"
    yield b"HTTP/1.1 200 x\r\nContent-Length: -1\r\n\r\n"
    yield b"HTTP/1.1 200 x\r\nContent-Length: \xb2\r\n\r\n"
    yield b"HTTP/1.1 200 x\r\nContent-Length: 9999999\r\n\r\nx"
    yield b"HTTP/1.1 200 x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx"
    yield b"HTTP/1.1 200 x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nx"
    yield b"HTTP/1.1 200 x\r\nTransfer-Encoding: chunked\r\n\r\n1;" + b"a" * 200_000
    yield b"HTTP/1.1 200 x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n"
    yield b"HTTP/1.1 200 x\r\nA\r\n\r\n"
    yield b"HTTP/1.1 200 x\r\n: a\r\n\r\n"
    yield b"HTTP/1.1 200 x\r\nA: " + b"a" * 200_000 + b"\r\n\r\n"
    yield b"HTTP/1.1 200 x\r\n" + b"A: a\r\n" * 20_000 + b"\r\n"
    yield b"HTTP/1.1 101 x\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n"
    yield b"HTTP/1.1 200 x\r\nContent-Type: \xff\xfe; charset=\xff\r\nContent-Length: 2\r\n\r\n{}"


def list_plain_answers() -> Iterator[bytes]:
    """Yield answers that are hostile whatever was asked."""
    yield from _list_raw_answers()
    for charset in CHARSETS:
        yield http("{}", 200, f"application/json; charset={charset}")
    for status in (204, 206, 226, 299, 300, 304, 305, 399, 400, 401, 402, 403, 404, 405, 410, 418):
        yield http("<p>No.</p>", status)
    for status in (429, 500, 501, 502, 503, 504, 520, 599):
        yield http("<p>No.</p>", status, "text/html; charset=rot13")
    for after in RETRY_AFTER:
        yield http("", 503, "text/html", b"Retry-After: " + after.encode())
        error = b'{"errors":[{"code":"maxlag","text":"x"}]}'
        yield http(error, 200, "application/json", b"Retry-After: " + after.encode())
    for location in LOCATIONS:
        yield http("", 302, "text/html", b"Location: " + location.encode("utf-8"))
        yield http("", 307, "text/html", b"Location: " + location.encode("latin-1", "replace"))
    for cookie in COOKIES:
        header = b"Set-Cookie: " + cookie.encode("utf-8")
        yield http("{}", 200, "application/json", header)
        yield http("{}", 200, "application/json", b"Set-Cookie: " + cookie.encode("latin-1"))
    for body in BODIES:
        yield http(body, 200, "application/json; charset=utf-8")
        yield http(body, 200, "text/xml; charset=utf-8")
    once = gzip.compress(b"{}")
    for name, content in (
        ("gzip", once),
        ("gzip", b"no gzip"),
        ("gzip", once[:-4]),
        ("deflate", zlib.compress(b"{}")),
        ("br", b"\x0b"),
        ("x-unknown", b"{}"),
        ("gzip, gzip", gzip.compress(once)),
    ):
        yield http(content, 200, "application/json", b"Content-Encoding: " + name.encode())


def list_odd_shapes(kind: WikiKind, honest: Any) -> Iterator[bytes]:
    """Yield the honest answer with each of its parts replaced by something of another shape."""
    if kind == "mediawiki":
        for path in _list_paths(honest):
            for value in JSON_VALUES:
                yield encode(kind, _replace(honest, path, value))
        return
    for value in XML_VALUES:
        yield http(_respond(f"<params><param><value>{value}</value></param></params>"))
    for fault in FAULTS:
        yield http(_respond(f"<fault><value>{fault}</value></fault>"))
    if not isinstance(honest, xmlrpc.client.Fault):
        text = xmlrpc.client.dumps((_mark(honest),), methodresponse=True)
        for at in range(text.count(_MARK)):
            for value in XML_VALUES:
                parts = text.split(_MARK)
                wrong = _MARK.join(parts[: at + 1]), _MARK.join(parts[at + 1 :])
                yield http(value.join(wrong).replace(_MARK, "<string>x</string>"))


_MARK = "<string>@mark@</string>"


def _mark(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: _mark(value) for key, value in data.items()}
    return [_mark(value) for value in data] if isinstance(data, list) else "@mark@"


def _respond(content: str) -> str:
    return f"<?xml version='1.0'?><methodResponse>{content}</methodResponse>"


def _list_paths(data: Any, above: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Yield the path of each part of an answer."""
    yield above
    if isinstance(data, dict):
        for key, value in data.items():
            yield from _list_paths(value, (*above, key))
    elif isinstance(data, list):
        for at, value in enumerate(data):
            yield from _list_paths(value, (*above, at))


def _replace(data: Any, path: tuple[str | int, ...], value: Any) -> Any:
    if not path:
        return value
    changed = copy.copy(data)
    changed[path[0]] = _replace(data[path[0]], path[1:], value)
    return changed
