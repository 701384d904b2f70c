-- The same document may be brought by another access point: it is known by what its sender calls it.
create index received_messages_by_instance on received_messages (network, substr(instance, 1, 200));
