/** A reason not to start. Its message is one sentence for the person at the terminal; no stack is shown. */
export class StartError extends Error {
  override name = 'StartError'
}
