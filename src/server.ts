// The script of a server that works in a worker of its own, or of a scheduler that does.
import "./cluster/server-thread-entry.ts";
