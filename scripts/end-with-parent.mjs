/** Ends a process, which imports this file before its program, when the process that started it with an IPC channel is killed. */
process.on('disconnect', () => process.exit(1));
// The channel alone does not keep the process running.
process.channel?.unref();
