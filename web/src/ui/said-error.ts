/** An error whose message is a sentence for the person who sees it, in their language. */
export class SaidError extends Error {
  override readonly name = 'SaidError'
}
