/** What became of one of several that were done together. */
export type BatchOutcome<Result> =
  | { readonly kind: 'done'; readonly result: Result }
  /** Nothing was done for it, and the others were not touched. */
  | { readonly kind: 'refused'; readonly error: unknown }
  /** Nothing was done for it: it needs a look of its own, and is to be done again by itself. */
  | { readonly kind: 'retry_singly' }

export const retrySingly: BatchOutcome<never> = { kind: 'retry_singly' }

/** The same fate with another form of what was done. */
export function mapOutcome<From, To>(
  outcome: BatchOutcome<From>,
  change: (result: From) => To,
): BatchOutcome<To> {
  return outcome.kind === 'done' ? { kind: 'done', result: change(outcome.result) } : outcome
}

/** What was done; or what `doSingly` does for one that is to be done by itself. @throws what it was refused for */
export function resultOf<Result>(
  outcome: BatchOutcome<Result>,
  doSingly: () => Promise<Result>,
): Result | Promise<Result> {
  switch (outcome.kind) {
    case 'done':
      return outcome.result
    case 'refused':
      throw outcome.error
    case 'retry_singly':
      return doSingly()
  }
}
