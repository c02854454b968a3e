import {
  ConnectionError,
  CrierError,
  errorOf,
  parseJson,
  RequestTimeoutError,
  unexpectedAnswer,
} from './errors.ts'
import { Pages } from './pages.ts'
import { aborted, isInProgress, pause, pauseBeforeRetry, type Repeat } from './retry.ts'

/** Options of a single call. */
export interface RequestOptions {
  /** Aborts the call, its retries included. */
  signal?: AbortSignal | undefined
  /** How long one try may take; that of the client unless given. */
  timeoutMs?: number | undefined
}

/** Options of a call that changes something. */
export interface ChangeOptions extends RequestOptions {
  /**
   * Names the change, so that it is made once even if the request is repeated. The default is made at random before the
   * first try; give your own where your program may send it again after a restart. Kept for 24 hours.
   */
  idempotencyKey?: string | undefined
}

/** Options of a change that can be bound to the state that was read. */
export interface GuardedOptions extends ChangeOptions {
  /** Refuses the change with a `StaleError` if the thing has another ETag by now: `answerOf(post)?.etag`. Null binds it to none. */
  ifMatch?: string | null | undefined
}

/** One call of an operation. */
export interface Call {
  readonly method: string
  /** Below the base URL; a whole URL only where `isPublic`. */
  readonly path: string
  readonly query?: object | undefined
  readonly body?: unknown
  /** `always` unless said. */
  readonly repeat?: Repeat
  /** Whether it is sent without a key or cookie. */
  readonly isPublic?: boolean
  /** How the walk of a list begins, unless its query says otherwise. */
  readonly start?: { readonly cursor?: string; readonly limit?: number }
  /** Further headers. */
  readonly headers?: Readonly<Record<string, string>>
  /** Whether the body is read with the call; only then the call ends with it. */
  readonly isRead?: boolean
}

/** The time between a try that failed and the next one. */
export interface Wait {
  /** How long the next try waits. */
  readonly ms: number
  /** The reason: such as a `RateLimitError`. */
  readonly error: unknown
}

export interface TransportSettings {
  /** Without a slash at its end. */
  readonly baseUrl: string
  /** The headers that say who asks. */
  readonly headers: Readonly<Record<string, string>>
  /** Whether the browser's cookies go along. */
  readonly sendsCookies: boolean
  readonly fetch: typeof globalThis.fetch
  /** How long one try may take. */
  readonly timeoutMs: number
  /** How long a call may take with all its tries. */
  readonly totalTimeoutMs: number
  /** How often a failed try is repeated. */
  readonly maxRetries: number
  /** Told before each wait between two tries. */
  readonly onWait?: ((wait: Wait) => void) | undefined
}

/** The facts of an answer besides its body. */
export interface AnswerFacts {
  readonly status: number
  readonly headers: Headers
  readonly requestId: string | null
  readonly etag: string | null
}

/** A request, ready to be sent as often as need be. */
interface Attempt {
  readonly url: string
  readonly init: RequestInit
  readonly isRead: boolean
}

const facts = new WeakMap<object, AnswerFacts>()

/** The facts of the answer that an object was read from: `answerOf(post)?.etag`. */
export function answerOf(result: object): AnswerFacts | undefined {
  return facts.get(result)
}

/** Sends requests, and repeats those that failed where that is safe. */
export class Transport {
  readonly settings: TransportSettings

  constructor(settings: TransportSettings) {
    this.settings = settings
  }

  /** Calls an operation and reads its JSON. */
  async send<T>(call: Call, options: GuardedOptions = {}): Promise<T> {
    const { response, text } = await this.#repeat(call, options, async (answer) => ({
      response: answer,
      text: await answer.text(),
    }))
    return readJson(response, text) as T
  }

  /** Calls an operation that answers bytes. Its body is not read yet. */
  bytes(call: Call, options: RequestOptions = {}): Promise<Response> {
    return this.#repeat({ ...call, isRead: false }, options, async (answer) => answer)
  }

  /** Calls an operation whose answer may be of any type. An answer that breaks off is asked for again. */
  whole(call: Call, options: GuardedOptions = {}): Promise<Response> {
    return this.#repeat(call, options, async (answer) => {
      const { status, headers } = answer
      const bytes = await answer.arrayBuffer()
      return new Response(bytes.byteLength === 0 ? null : bytes, { status, headers })
    })
  }

  /** Begins a list; nothing is sent until it is read. */
  list<T>(call: Call, options: RequestOptions = {}): Pages<T> {
    return new Pages((query) => this.send({ ...call, query: { ...call.query, ...query } }, options), call)
  }

  async #repeat<T>(
    call: Call,
    options: GuardedOptions,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    const { repeat = 'always' } = call
    const until = performance.now() + this.settings.totalTimeoutMs
    // The key is made before the first try, so every try asks for one and the same change.
    const key = repeat === 'keyed' ? (options.idempotencyKey ?? randomKey()) : undefined
    const request = this.#request(call, options, key)
    for (let failures = 0; ; ) {
      try {
        return await this.#try(request, options, until, read)
      } catch (error) {
        if (error instanceof CrierError && key !== undefined) error.idempotencyKey = key
        if (!isInProgress(error)) failures += 1
        const waitMs = pauseBeforeRetry(error, repeat, Math.max(1, failures))
        const isOver = failures > this.settings.maxRetries
        if (waitMs === null || isOver || performance.now() + waitMs > until) throw error
        this.settings.onWait?.({ ms: waitMs, error })
        await pause(waitMs, options.signal)
      }
    }
  }

  #request(call: Call, options: GuardedOptions, key: string | undefined): Attempt {
    const { method, path, query, body, isPublic, isRead = true } = call
    const { baseUrl, headers, sendsCookies } = this.settings
    const url = (/^https?:/i.test(path) ? path : baseUrl + path) + writeQuery(query)
    const init: RequestInit = {
      method,
      headers: {
        ...(isPublic ? {} : headers),
        ...call.headers,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(key === undefined ? {} : { 'Idempotency-Key': key }),
        ...(typeof options.ifMatch === 'string' ? { 'If-Match': options.ifMatch } : {}),
      },
      // A redirect would turn a POST into a GET, and may lead to where the key must not go.
      redirect: isPublic ? 'follow' : 'manual',
      ...(sendsCookies && !isPublic ? { credentials: 'include' as const } : {}),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }
    return { url, init, isRead }
  }

  async #try<T>(
    { url, init, isRead }: Attempt,
    { signal, timeoutMs = this.settings.timeoutMs }: RequestOptions,
    until: number,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    if (signal?.aborted) throw aborted(signal)
    const stop = new AbortController()
    const end = () => stop.abort(signal?.reason)
    signal?.addEventListener('abort', end, { once: true })
    let isLate = false
    const ms = Math.max(0, Math.min(timeoutMs, until - performance.now()))
    const timer = setTimeout(() => {
      isLate = true
      // A `fetch` of the caller's own can tell this end from theirs.
      stop.abort(new DOMException('No answer came in time.', 'TimeoutError'))
    }, ms)
    try {
      const response = await this.settings.fetch(url, { ...init, signal: stop.signal })
      if (isRedirect(response)) throw redirected(response, url)
      if (!response.ok) throw errorOf(response.status, response.headers, await response.text())
      return await read(response)
    } catch (error) {
      if (error instanceof CrierError) throw error
      if (signal?.aborted) throw aborted(signal)
      if (isLate)
        throw new RequestTimeoutError(`No answer came within ${Math.round(ms)} ms.`, { cause: error })
      throw new ConnectionError(`${new URL(url).origin} cannot be reached.`, { cause: error })
    } finally {
      clearTimeout(timer)
      if (isRead) signal?.removeEventListener('abort', end)
    }
  }
}

// Browsers hide where a redirect would lead.
function isRedirect({ type, status }: Response): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400 && status !== 304)
}

function redirected({ status, headers }: Response, url: string): CrierError {
  const place = headers.get('location')
  const to = place === null ? 'elsewhere' : `to ${place}`
  return unexpectedAnswer(
    status,
    headers,
    `${url} leads ${to}. Give the client the address itself as baseUrl.`,
  )
}

function readJson(response: Response, text: string): unknown {
  const { status, headers } = response
  const value = parseJson(text)
  if (typeof value !== 'object' || value === null)
    throw unexpectedAnswer(
      status,
      headers,
      `The server answered ${status} without JSON. Is baseUrl the address of Crier?`,
    )
  const requestId = headers.get('x-request-id')
  facts.set(value, { status, headers, requestId, etag: headers.get('etag') })
  return value
}

/** Lists are sent as repeated parameters, dates as ISO 8601; what is undefined or null is left out. */
function writeQuery(query: object | undefined): string {
  const written = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    const values = (Array.isArray(value) ? value : [value]).filter((one) => one !== undefined && one !== null)
    for (const one of values) written.append(name, one instanceof Date ? one.toISOString() : String(one))
  }
  const text = written.toString()
  return text === '' ? '' : `?${text}`
}

/** `crypto.randomUUID` is missing on pages without TLS. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
