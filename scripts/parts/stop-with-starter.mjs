// Loaded into the server by `node --import`: when the starter dies, even by SIGKILL, the channel to it breaks, and the
// server shuts down as if it had been asked to. Otherwise it would keep the port and the next start would fail.
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}
