import { monitorEventLoopDelay } from 'node:perf_hooks'

/**
 * Preloaded into each measured process: sends its processor time, or the longest turn of its event loop since the last
 * question, and ends the process with the benchmark.
 */
if (process.send) {
  const turns = monitorEventLoopDelay({ resolution: 1 })
  process.on('message', (asked) => {
    if (asked === 'cpu') return process.send?.(process.cpuUsage())
    // Measured only where it is asked for: the timer of each millisecond costs.
    const longest = turns.max / 1e6
    turns.reset()
    turns.enable()
    return process.send?.(longest)
  })
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel?.unref()
}
