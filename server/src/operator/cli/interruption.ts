const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** The second signal of one Ctrl-C comes within milliseconds; a busy machine may take longer. */
const echoMs = 1_000

/** A Ctrl-C or another request to end, for a command that has something to undo first. */
export interface Interruption extends Disposable {
  readonly signal: AbortSignal
}

/** Listens until it is disposed of. npm sends one Ctrl-C twice, so further signals change nothing meanwhile. */
export function listenForInterruption(): Interruption {
  const interrupted = new AbortController()
  const onSignal = () => interrupted.abort()
  for (const signal of signals) process.on(signal, onSignal)
  const stop = () => {
    for (const signal of signals) process.off(signal, onSignal)
  }
  return {
    signal: interrupted.signal,
    [Symbol.dispose]: () => {
      // The command that was interrupted ends now, and still has to say so.
      if (interrupted.signal.aborted) setTimeout(stop, echoMs).unref()
      else stop()
    },
  }
}
