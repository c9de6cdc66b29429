"""The network that the other tests stand on."""

import subprocess
import sys

ECHO = """
import socket
with socket.create_server(("", 4000)) as server:
    print("ready", flush=True)
    while True:
        server.accept()[0].close()
"""
CALL = "import socket, sys; socket.create_connection((sys.argv[1], 4000), timeout=1)"


def calls(lan, host, address):
    command = [sys.executable, "-c", CALL, address]
    return lan.run(host, command, stderr=subprocess.DEVNULL).returncode == 0


def test_hosts_reach_each_other_unless_their_link_is_cut_or_mute(lan):
    server = lan.popen(1, [sys.executable, "-c", ECHO], stdout=subprocess.PIPE)
    with server:
        server.stdout.readline()

        assert calls(lan, 2, lan.address(1))
        lan.cut(1)
        assert not calls(lan, 2, lan.address(1))
        lan.heal(1)
        assert calls(lan, 2, lan.address(1))
        lan.mute(1)
        assert not calls(lan, 2, lan.address(1))
        lan.heal(1)
        assert calls(lan, 2, lan.address(1))

        lan.set_address(1, "10.77.0.99/24")
        assert calls(lan, 2, "10.77.0.99")
        server.kill()


def test_two_networks_do_not_meet_and_going_down_ends_what_runs_there(lan):
    with type(lan)(hosts=2) as other:
        server = other.popen(1, [sys.executable, "-c", ECHO], stdout=subprocess.PIPE)
        server.stdout.readline()

        assert calls(other, 2, other.address(1))
        assert not calls(lan, 2, lan.address(1))
        assert "host2: " in other.status()

    with server:
        assert server.wait(10) == -9
    assert other.status() == ""


def test_a_terminal_shows_what_a_host_prints_and_takes_keys(terminal, lan):
    script = (
        'read -r line; echo "got $line"; ip -br -4 addr show eth0; stty size; echo $HOME; exit 3'
    )
    window = terminal(2, ["sh", "-c", script])

    window.type("Š; $x")
    window.send("Enter")

    assert window.wait_for_end() == 3
    screen = window.screen()
    assert "got Š; $x" in screen
    assert lan.address(2) in screen
    assert "24 80" in screen
    assert "/home0" in screen
