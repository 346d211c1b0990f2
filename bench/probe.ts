/** Preloaded into each measured process: sends its processor time on request and ends the process with the benchmark. */
if (process.send) {
  process.on('message', () => process.send?.(process.cpuUsage()))
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel?.unref()
}
