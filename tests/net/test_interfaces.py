import pytest

from lanuno.net.interfaces import Interface, choose, is_loopback, networks, own_addresses

LO = Interface("lo", "127.0.0.1", 8)
WIRE = Interface("eth0", "10.0.0.2", 24)
WIFI = Interface("wlan0", "192.168.1.7", 24)
DOCKER = Interface("docker0", "172.17.0.1", 16)
TUNNEL = Interface("tun0", "10.8.0.6", 24)
HYPER_V = Interface("{846EE342-7039}", "172.20.0.1", 20, label="Hyper-V Virtual Ethernet Adapter")


@pytest.mark.parametrize(
    ("interfaces", "addresses"),
    [
        ([LO, WIRE], ["10.0.0.2"]),
        ([LO, WIRE, WIFI], ["10.0.0.2", "192.168.1.7"]),
        ([DOCKER, TUNNEL, HYPER_V, LO, WIFI], ["192.168.1.7"]),
        ([LO, DOCKER, TUNNEL], ["172.17.0.1", "10.8.0.6"]),
        ([LO], ["127.0.0.1"]),
        ([], []),
        ([WIRE, WIRE], ["10.0.0.2"]),
        ([LO, Interface("ppp0", "100.64.0.9", 32)], ["127.0.0.1"]),
        ([Interface("eth0", "10.0.0.2", 32), WIFI], ["192.168.1.7"]),
        ([LO, Interface("eth0", "10.0.0.2", 24, up=False)], ["127.0.0.1"]),
        ([DOCKER, Interface("eth0", "10.0.0.2", 24, up=False)], ["172.17.0.1"]),
    ],
)
def test_real_networks_come_before_virtual_ones_and_this_machine_alone_comes_last(
    interfaces, addresses
):
    """B102"""
    assert choose(interfaces) == tuple(addresses)


@pytest.mark.parametrize(
    "name",
    [
        *("docker0", "br-0f3a9c", "veth12ab", "virbr0", "vmnet8", "vboxnet0", "lxcbr0"),
        *("tun0", "tap1", "utun4", "wg0", "tailscale0", "ztabc123", "ppp0", "WireGuard Tunnel"),
    ],
)
def test_a_virtual_network_is_known_by_its_name(name):
    virtual = Interface(name, "10.9.0.1", 24)

    assert choose([virtual, WIRE]) == (WIRE.address,)


@pytest.mark.parametrize(
    "name", ["eth0", "enp3s0", "wlan0", "wlp2s0", "en0", "bond0", "br0", "Wi-Fi"]
)
def test_a_real_network_is_not_taken_for_a_virtual_one(name):
    real = Interface(name, "10.9.0.1", 24)

    assert choose([real, DOCKER]) == (real.address,)


@pytest.mark.parametrize(
    ("interface", "everybody"),
    [
        (WIRE, "10.0.0.255"),
        (HYPER_V, "172.20.15.255"),
        (Interface("eth0", "10.1.2.3", 8), "10.255.255.255"),
    ],
)
def test_everybody_on_a_network_has_one_address(interface, everybody):
    assert interface.broadcast == everybody


def test_the_interfaces_with_some_addresses_are_found_while_they_are_there():
    (network,) = networks(("127.0.0.1", "10.255.1.2"))

    assert (network.address, network.prefix) == ("127.0.0.1", 8)


def test_this_machine_has_addresses_of_its_own_and_not_only_some_on_loopback():
    addresses = own_addresses()

    assert len({is_loopback(address) for address in addresses}) == 1
