const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** A Ctrl-C or another request to end, for a command that has something to undo first. */
export interface Interruption extends Disposable {
  readonly signal: AbortSignal
}

/** Listens until it is disposed of. npm sends one Ctrl-C twice, so further signals change nothing meanwhile. */
export function listenForInterruption(): Interruption {
  const interrupted = new AbortController()
  const onSignal = () => interrupted.abort()
  for (const signal of signals) process.on(signal, onSignal)
  return {
    signal: interrupted.signal,
    [Symbol.dispose]: () => {
      for (const signal of signals) process.off(signal, onSignal)
    },
  }
}
