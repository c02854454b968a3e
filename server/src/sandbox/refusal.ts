/** A refusal by the network: nothing of the request took effect. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly status: number
  /** Stable; listed in connectors/sandbox/README.md. */
  readonly code: string
  readonly retryAfterSeconds: number | null

  constructor(status: number, code: string, message: string, retryAfterSeconds: number | null = null) {
    super(message)
    this.status = status
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}
