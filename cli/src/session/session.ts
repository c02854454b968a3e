import { randomUUID } from 'node:crypto'
import {
  type ChangeOptions,
  type CrierClient,
  createClient,
  type Me,
  type Platform,
  type RequestOptions,
  type SocialAccount,
  type Wait,
} from '@crier/sdk'
import type { Terminal } from '../output/terminal.ts'
import { isKnownZone } from '../output/times.ts'
import type { Server } from '../settings/find-server.ts'
import { isSurelyNotSent, isWithoutAnswer, LostAnswer } from './lost-answer.ts'

interface SessionSettings {
  readonly server: Server
  readonly terminal: Terminal
  readonly signal: AbortSignal
  readonly retries: number
  /** The name that the person gave the change. */
  readonly idempotencyKey: string | null
}

/** A server that a command speaks to. Facts that a command needs often are asked for once. */
export class Session {
  readonly client: CrierClient
  readonly server: Server
  readonly signal: AbortSignal
  /** The name of the change that the command makes. */
  readonly idempotencyKey: string
  readonly #terminal: Terminal
  #me: Promise<Me> | undefined
  #accounts: Promise<SocialAccount[]> | undefined
  #platforms: Promise<Platform[]> | undefined
  #mayBeSent = false

  constructor({ server, terminal, signal, retries, idempotencyKey }: SessionSettings) {
    this.server = server
    this.signal = signal
    this.#terminal = terminal
    this.idempotencyKey = idempotencyKey ?? randomUUID()
    this.client = createClient({
      baseUrl: server.url,
      apiKey: server.key,
      maxRetries: retries,
      onWait: (wait) => this.#tellWait(wait),
    })
  }

  /** The options of a request that only reads. */
  get reading(): RequestOptions {
    return { signal: this.signal }
  }

  /** The person, the workspace and the key. */
  me(): Promise<Me> {
    this.#me ??= this.client.me.get(this.reading)
    return this.#me
  }

  /** The zone of the workspace, by which times are read and shown. */
  async zone(): Promise<string> {
    const { timezone } = (await this.me()).workspace
    return isKnownZone(timezone) ? timezone : 'UTC'
  }

  accounts(): Promise<SocialAccount[]> {
    this.#accounts ??= this.client.socialAccounts.list({}, this.reading).toArray()
    return this.#accounts
  }

  platforms(): Promise<Platform[]> {
    this.#platforms ??= this.client.platforms.list({}, this.reading).toArray()
    return this.#platforms
  }

  /**
   * Makes a change under a name, so that it is made once however often it is asked for.
   * @throws LostAnswer where nobody knows whether it was made; any other error says that it was not
   */
  async change<T>(
    make: (options: ChangeOptions) => Promise<T>,
    idempotencyKey = this.idempotencyKey,
  ): Promise<T> {
    this.#mayBeSent = false
    try {
      return await make({ idempotencyKey, signal: this.signal })
    } catch (error) {
      const isLost = isWithoutAnswer(error) && (this.#mayBeSent || !isSurelyNotSent(error))
      throw isLost ? new LostAnswer(this.idempotencyKey, { cause: error }) : error
    }
  }

  #tellWait({ ms, error }: Wait): void {
    this.#mayBeSent ||= !isSurelyNotSent(error)
    const reason = error instanceof Error ? error.message : String(error)
    this.#terminal.advise(`${reason} Trying again in ${Math.max(1, Math.round(ms / 1000))} s …`)
  }
}
