import type { Transport } from './transport.ts'

/** The base of everything that speaks to the server. */
export class Resource {
  /** @internal */
  protected readonly transport: Transport

  constructor(transport: Transport) {
    this.transport = transport
  }
}
