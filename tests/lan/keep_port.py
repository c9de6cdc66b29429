"""Keep a UDP port, that of mDNS or the one given, from all others; ends on SIGTERM."""

import signal
import socket
import sys

if __name__ == "__main__":
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as keeper:
        keeper.bind(("", int((sys.argv[1:] or ["5353"])[0])))
        sys.stdout.write("{}\n")
        sys.stdout.flush()
        signal.pause()
