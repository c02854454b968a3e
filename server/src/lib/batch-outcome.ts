/** The outcome of one item of a batch. */
export type BatchOutcome<Result> =
  | { readonly kind: 'done'; readonly result: Result }
  /** The item was refused and changed nothing. The others are not affected. */
  | { readonly kind: 'refused'; readonly error: unknown }
  /** Nothing was done for the item. It must be done again outside the batch. */
  | { readonly kind: 'retry_singly' }

export const retrySingly: BatchOutcome<never> = { kind: 'retry_singly' }

/** Maps the result of an item that was done. */
export function mapOutcome<From, To>(
  outcome: BatchOutcome<From>,
  change: (result: From) => To,
): BatchOutcome<To> {
  return outcome.kind === 'done' ? { kind: 'done', result: change(outcome.result) } : outcome
}

/** Returns the result of an item, calling `doSingly` if it must be retried. @throws the error it was refused with */
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
