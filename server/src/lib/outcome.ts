/** What became of one of several that were done together. */
export type Fate<Result> =
  | { readonly kind: 'done'; readonly result: Result }
  /** Nothing was done for it, and the others were not touched. */
  | { readonly kind: 'refused'; readonly error: unknown }
  /** Nothing was done for it: it needs a look of its own, and is to be done again by itself. */
  | { readonly kind: 'alone' }

export const alone: Fate<never> = { kind: 'alone' }

/** The same fate with another form of what was done. */
export function mapFate<From, To>(fate: Fate<From>, change: (result: From) => To): Fate<To> {
  return fate.kind === 'done' ? { kind: 'done', result: change(fate.result) } : fate
}

/** What was done; or what `doAlone` does for one that is to be done by itself. @throws what it was refused for */
export function resultOf<Result>(
  fate: Fate<Result>,
  doAlone: () => Promise<Result>,
): Result | Promise<Result> {
  switch (fate.kind) {
    case 'done':
      return fate.result
    case 'refused':
      throw fate.error
    case 'alone':
      return doAlone()
  }
}
