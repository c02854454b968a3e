import { ApiClient } from './generated/client.ts'
import { MediaLibrary, type Uploader } from './media.ts'
import { Posts } from './posts.ts'
import { type GuardedOptions, Transport, type TransportSettings, type Wait } from './transport.ts'

/** The settings that every client has. */
export interface ClientSettings {
  /** How long one try of a call may take, in milliseconds; 60,000 by default. */
  timeoutMs?: number
  /** How long a call may take with all its tries; 180,000 by default. */
  totalTimeoutMs?: number
  /** How often a try that failed is repeated where that is safe; 4 by default, 0 never. */
  maxRetries?: number
  /** Told before each wait between two tries, so that a person can be told too: of a busy server, until when it waits. */
  onWait?: (wait: Wait) => void
  /** The fetch to use, such as one that goes through a proxy. */
  fetch?: typeof globalThis.fetch
}

interface CommonOptions extends ClientSettings {
  /** The address of Crier, such as `https://crier.example.org`. */
  baseUrl: string
  /** The way of uploads, such as `resumable()` of `@crier/sdk/resumable`. */
  uploader?: Uploader
}

/** For programs: with an API key, made in the app under Settings, API keys. */
export interface KeyOptions extends CommonOptions {
  /** `crier_live_…` or `crier_test_…`. */
  apiKey: string
  session?: never
}

/** For pages of Crier's own host, where a person is signed in. */
export interface SessionOptions extends CommonOptions {
  session: {
    /** The id of the workspace. */
    workspace: string
    /** `live` unless it says `test`. */
    mode?: 'live' | 'test'
  }
  apiKey?: never
}

export type ClientOptions = KeyOptions | SessionOptions

/** The parts of a call by method and path. */
export interface FurtherRequest extends GuardedOptions {
  readonly query?: object | undefined
  /** Sent as JSON. */
  readonly body?: unknown
  /** Further headers. That of the key comes by itself. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** The API of Crier. Make one with `createClient`. */
export class CrierClient extends ApiClient {
  override readonly media: MediaLibrary
  override readonly posts: Posts

  /** @internal */
  constructor(transport: Transport, uploader: Uploader | undefined) {
    super(transport)
    this.media = new MediaLibrary(transport, uploader)
    this.posts = new Posts(transport)
  }

  /**
   * Calls an operation by its method and path, such as one that a newer server has. The answer is there as a whole, whatever its
   * type. A change carries an idempotency key like every other.
   *
   * ```ts
   * const answer = await client.request('GET', '/v1/usage')
   * ```
   *
   * @throws TypeError unless the path begins with a slash, so that the key goes to no other server.
   */
  request(
    method: string,
    path: string,
    { query, body, headers, ...options }: FurtherRequest = {},
  ): Promise<Response> {
    if (!path.startsWith('/')) throw new TypeError(`A path begins with a slash, unlike "${path}".`)
    const repeat = /^(?:GET|HEAD)$/i.test(method) ? 'always' : 'keyed'
    return this.transport.whole({ method, path, query, body, repeat, headers: headers ?? {} }, options)
  }
}

/**
 * Makes a client of the API.
 *
 * ```ts
 * const client = createClient({ baseUrl: 'https://crier.example.org', apiKey: 'crier_live_…' })
 * await client.posts.create({ caption: 'Good morning', social_accounts: [accountId] })
 * ```
 */
export function createClient(options: ClientOptions): CrierClient {
  const { apiKey, session } = options
  if ((apiKey === undefined) === (session === undefined))
    throw new TypeError('A client needs an apiKey, or the session of a person.')
  const headers: Record<string, string> =
    session === undefined
      ? { Authorization: `Bearer ${apiKey}` }
      : { 'Crier-Workspace': session.workspace, 'Crier-Mode': session.mode ?? 'live' }
  const transport = new Transport({ ...readSettings(options), headers, sendsCookies: session !== undefined })
  return new CrierClient(transport, options.uploader)
}

/** The settings of a client with what was left out. @throws TypeError */
export function readSettings(
  options: ClientSettings & { baseUrl: string },
): Omit<TransportSettings, 'headers' | 'sendsCookies'> {
  const { baseUrl, timeoutMs = 60_000, totalTimeoutMs = 180_000, maxRetries = 4, onWait, fetch } = options
  if (!/^https?:\/\/[^?#]+$/.test(baseUrl))
    throw new TypeError(
      `baseUrl is the address of Crier, such as "https://crier.example.org", not "${baseUrl}".`,
    )
  return {
    baseUrl: baseUrl.replace(/\/+$/, ''),
    timeoutMs,
    totalTimeoutMs,
    maxRetries,
    onWait,
    // A browser's fetch wants to be called on its window.
    fetch: fetch ?? ((input, init) => globalThis.fetch(input, init)),
  }
}
