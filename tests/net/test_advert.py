import pytest
from zeroconf import ServiceInfo

from lanuno.net.address import Address
from lanuno.net.advert import SERVICE, is_near, read, write
from lanuno.net.messages import PROTOCOL

ID = "00112233445566aa"


def claim(label="Ana 0011", *, port=4000, properties=None, addresses=("10.0.0.2",)):
    properties = {"id": ID, "pv": "1"} if properties is None else properties
    return ServiceInfo(
        SERVICE,
        f"{label}.{SERVICE}",
        port=port,
        properties=properties,
        server="somewhere.local.",
        parsed_addresses=list(addresses),
    )


@pytest.mark.parametrize("name", ["Ana", "Љубиша Đorđević", "0011", "Kod mene 0011", "🂡" * 12])
def test_what_a_host_writes_everybody_reads(name):
    """B100, B102: the id tells tables of one name apart; all addresses are in the advert."""
    info = write(ID, name, 4000, ("192.168.1.7", "10.0.0.2"))

    advert = read(info, loopback=False)

    assert info.name == f"{name} 0011.{SERVICE}"
    assert info.server == f"lanuno-{ID}.local."
    assert advert.id == ID
    assert advert.name == name
    assert advert.addresses == (Address("10.0.0.2", 4000), Address("192.168.1.7", 4000))
    assert advert.protocol == PROTOCOL


@pytest.mark.parametrize(
    "name", ["no. 1", "...", "a\x1b[31m", "x" * 1000, "Š" * 1000, "", "\u202e"]
)
def test_any_name_becomes_a_label_that_dns_can_carry(name):
    info = write(ID, name, 4000, ("10.0.0.2",))

    label = info.name.removesuffix(f".{SERVICE}")
    assert "." not in label
    assert label.isprintable()
    assert len(label.encode()) < 64
    assert read(info, loopback=False).id == ID


@pytest.mark.parametrize(
    "info",
    [
        claim(properties={}),
        claim(properties={"pv": "1"}),
        claim(properties={"id": None}),
        claim(properties={"id": ""}),
        claim(properties={"id": ID[:-1]}),
        claim(properties={"id": ID + "0"}),
        claim(properties={"id": ID.upper()}),
        claim(properties={"id": "g" * 16}),
        claim(properties={"id": b"\xff" * 16}),
        claim(properties={"id": "٠" * 16}),
        claim(properties={"id": ID, "x": "y" * 200, "z": "y" * 200}),
        claim(port=None),
        claim(port=0),
        claim(port=22),
        claim(port=1023),
        claim(addresses=[]),
        claim(addresses=["8.8.8.8"]),
        claim(addresses=["127.0.0.1"]),
        claim(addresses=["0.1.2.3"]),
        claim(addresses=["224.0.0.251"]),
        claim(addresses=["255.255.255.255", "240.0.0.1"]),
        claim(addresses=["fe80::1"]),
    ],
    ids=str,
)
def test_a_claim_that_no_table_of_ours_would_make_is_dropped(info):
    assert read(info, loopback=False) is None


def test_an_address_that_is_no_neighbor_is_left_out():
    info = claim(addresses=["8.8.8.8", "127.0.0.1", "169.254.3.4", "172.16.0.1", "192.168.0.9"])

    hosts = [address.host for address in read(info, loopback=False).addresses]

    assert hosts == ["169.254.3.4", "172.16.0.1", "192.168.0.9"]


@pytest.mark.parametrize("host", ["10.0.0.2", "172.16.0.1", "192.168.0.9", "169.254.3.4"])
def test_a_neighbor_is_known_by_its_address(host):
    assert is_near(host, loopback=False)


@pytest.mark.parametrize("host", ["8.8.8.8", "0.1.2.3", "224.0.0.251", "255.255.255.255"])
def test_whoever_is_far_away_is_no_neighbor(host):
    assert not is_near(host, loopback=True)


def test_addresses_of_this_machine_count_when_it_is_on_no_network():
    assert read(claim(addresses=["127.0.0.1"]), loopback=True).addresses[0].host == "127.0.0.1"


def test_only_so_many_addresses_are_kept():
    info = claim(addresses=[f"10.0.0.{i}" for i in range(100)])

    assert len(read(info, loopback=False).addresses) == 8


@pytest.mark.parametrize("version", [None, "", "-1", "1.0", "x", "٤", "9" * 20, b"\xff"])
def test_a_version_that_is_no_number_is_unknown(version):
    assert read(claim(properties={"id": ID, "pv": version}), loopback=False).protocol is None


def test_a_version_that_we_do_not_speak_and_a_key_that_we_do_not_know_are_no_reason_to_drop_it():
    advert = read(claim(properties={"id": ID, "pv": "7", "new": "x"}), loopback=False)

    assert advert.protocol == 7


@pytest.mark.parametrize("label", ["\x9b2J 0011", "[red]Ana[/] 0011", "a\u202eb", "x" * 63, "0011"])
def test_a_name_is_cleaned_before_anybody_sees_it(label):
    name = read(claim(label), loopback=False).name

    assert name.isprintable()
    assert 0 < len(name) <= 24
