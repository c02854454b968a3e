#!/usr/bin/env node
import { constants } from 'node:os'
import { runCrier } from './run-crier.ts'

// Warnings of Node concern those who write this program, and not those who run it.
process.removeAllListeners('warning')

// A reader that has seen enough, such as `head`, ends the program quietly, with the code that it has by then.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  setImmediate(() => process.exit())
})
// Where nobody reads warnings, a change that is under way goes on.
process.stderr.on('error', () => undefined)

const stop = new AbortController()
let stoppedBy: 'SIGINT' | 'SIGTERM' | 'SIGHUP' | undefined
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(name, () => {
    // A person who asks twice does not want to wait for an answer.
    if (stoppedBy !== undefined) process.exit(128 + constants.signals[name])
    stoppedBy = name
    stop.abort()
    // A command that waits for its input waits no longer.
    process.stdin.destroy()
  })

const code = await runCrier(process.argv.slice(2), process, stop.signal)
process.exitCode = stoppedBy !== undefined && code === 130 ? 128 + constants.signals[stoppedBy] : code
// A terminal or pipe that nobody writes to any more would keep the program alive.
process.stdin.destroy()
