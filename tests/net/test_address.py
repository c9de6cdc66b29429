import pytest

from lanuno.net.address import DEFAULT_PORT, Address, parse


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("192.168.1.5", Address("192.168.1.5", DEFAULT_PORT)),
        ("192.168.1.5:4000", Address("192.168.1.5", 4000)),
        (" 192.168.1.5:4000\n", Address("192.168.1.5", 4000)),
        ("name.local", Address("name.local", DEFAULT_PORT)),
        ("name.local:4000", Address("name.local", 4000)),
        ("ljubiša-2.local.:4000", Address("ljubiša-2.local.", 4000)),
        ("[fe80::1%eth0]:4000", Address("fe80::1%eth0", 4000)),
        ("[fe80::1%eth0]", Address("fe80::1%eth0", DEFAULT_PORT)),
        ("fe80::1%eth0", Address("fe80::1%eth0", DEFAULT_PORT)),
        ("::1", Address("::1", DEFAULT_PORT)),
        ("a:65535", Address("a", 65535)),
        ("a:1", Address("a", 1)),
    ],
)
def test_an_address_is_read_as_a_person_writes_it(text, address):
    assert parse(text) == address


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            " ",
            ":",
            ":4000",
            "a b",
            "a,b",
            "a/b",
            "user@a",
            "a\x1b[31m",
            "a..b",
        ),
        *("[", "[]", "[]:1", "[a]:4000", "[192.168.1.5]:1", "[::1", "[::1]4000", "1:2:3", "::1]:4"),
        *("192.168.5", "192.168.1.256", "5", "1.2.3.4.5", ".", "a" * 300),
    ],
)
def test_what_is_no_address_is_refused_with_an_example_of_one(text):
    with pytest.raises(
        ValueError, match=r"is not an address; write it like 192\.168\.1\.5"
    ) as refusal:
        parse(text)

    assert "\x1b" not in str(refusal.value)


@pytest.mark.parametrize(
    "port", ["", "0", "65536", "99999999999", "-1", "+1", "1.5", "x", "٤", " 1"]
)
def test_what_is_no_port_is_refused_with_the_range_of_ports(port):
    with pytest.raises(ValueError, match="is not a port; write a number from 1 to 65535"):
        parse(f"192.168.1.5:{port}")


@pytest.mark.parametrize("text", ["192.168.1.5:4000", "name.local:4000", "[fe80::1%eth0]:4000"])
def test_the_text_of_an_address_is_one_again(text):
    assert str(parse(text)) == text
