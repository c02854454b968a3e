/** A part that may keep the process alive until it is closed. */
export interface Closable {
  close(): Promise<void>
}

/** For `AsyncDisposableStack.adopt`. */
export const close = (part: Closable): Promise<void> => part.close()

/** Parts that are closed at the same time, because each may take long to finish its work. */
export interface ClosingGroup extends Closable {
  /** Returns the part. */
  add<Part extends Closable>(part: Part): Part
  /** Waits for all parts. @throws AggregateError after that, if some could not be closed */
  close(): Promise<void>
}

export function createClosingGroup(): ClosingGroup {
  const parts: Closable[] = []
  return {
    add: (part) => {
      parts.push(part)
      return part
    },
    close: async () => {
      const closed = await Promise.allSettled(parts.map(close))
      const errors = closed.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
      if (errors.length > 0) throw new AggregateError(errors, 'Some parts could not be closed.')
    },
  }
}
