"""Keep the UDP port of mDNS from everybody else on this machine; ends on SIGTERM."""

import signal
import socket
import sys

if __name__ == "__main__":
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as keeper:
        keeper.bind(("", 5353))
        sys.stdout.write("{}\n")
        sys.stdout.flush()
        signal.pause()
