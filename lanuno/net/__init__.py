"""The table on the network: messages, the table itself, server, client, discovery."""
