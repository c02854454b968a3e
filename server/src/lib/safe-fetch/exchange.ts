import type { Dispatcher } from 'undici'
import { sentence, type Words } from '../text/sentence.ts'
import { AnswerReader } from './answer-reader.ts'
import type { OpenBody } from './body.ts'
import { type OutboundAnswer, OutboundError, type OutboundLimits, type OutboundRequest } from './outbound.ts'

type Limits = OutboundLimits & { readonly beforeWrite?: () => void; readonly onAnswer?: () => void }

/**
 * Makes one request and reads its answer. `beforeWrite` is called on the open connection, in the tick in which the first byte
 * is written. If it throws, nothing has been sent. `onAnswer` is called when the head of an answer has arrived.
 * @throws OutboundError
 */
export function exchange(
  dispatcher: Dispatcher,
  request: OutboundRequest,
  content: OpenBody['content'],
  limits: Limits,
): Promise<OutboundAnswer> {
  const { origin, pathname, search } = new URL(request.url)
  const { promise, resolve, reject } = Promise.withResolvers<OutboundAnswer>()
  const handler = new Exchange(limits, resolve, reject)
  if (handler.hasEnded) return promise
  dispatcher.dispatch(
    {
      origin,
      path: `${pathname}${search}`,
      method: request.method,
      headers: { 'user-agent': 'Crier', accept: '*/*', ...request.headers },
      // undici writes any async iterable of bytes; its types name only Node's own stream.
      body: content as Exclude<Dispatcher.DispatchOptions['body'], undefined>,
    },
    handler,
  )
  return promise
}

/** undici calls these in order: start (connected, about to write), answer, data, end; or error at any time. */
class Exchange implements Dispatcher.DispatchHandler {
  hasEnded = false
  #hasLeft = false
  #controller: Dispatcher.DispatchController | null = null
  #timer: NodeJS.Timeout | undefined
  readonly #limits: Limits
  readonly #reader: AnswerReader
  readonly #reject: (error: OutboundError) => void
  readonly #onAbort = () => this.#fail('The request was given up.', this.#limits.signal.reason)

  constructor(
    limits: Limits,
    resolve: (answer: OutboundAnswer) => void,
    reject: (error: OutboundError) => void,
  ) {
    this.#limits = limits
    this.#reject = reject
    this.#reader = new AnswerReader(limits, {
      done: (answer, isWhole) => {
        if (this.hasEnded) return
        this.#end()
        resolve(answer)
        if (isWhole) return
        this.#reader.stop()
        this.#controller?.abort(new Error('The beginning of the answer is enough.'))
      },
      failed: (error) => this.#fail(error.message, error),
    })
    limits.signal.addEventListener('abort', this.#onAbort, { once: true })
    if (limits.signal.aborted) this.#onAbort()
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.hasEnded) {
      controller.abort(new Error('The request was given up.'))
      return
    }
    try {
      this.#limits.beforeWrite?.()
    } catch (error) {
      this.#fail('The request was stopped before it was sent.', error)
      return
    }
    this.#hasLeft = true
    const { timeoutMs } = this.#limits
    this.#timer = setTimeout(
      () => this.#fail(sentence('There was no answer within {timeoutMs} ms.', { timeoutMs })),
      timeoutMs,
    )
  }

  onResponseStart(
    _controller: unknown,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    this.#limits.onAnswer?.()
    if (status >= 200) this.#reader.start(status, headers)
  }

  onResponseData(_controller: unknown, chunk: Buffer): void {
    this.#reader.add(chunk)
  }

  onResponseEnd(): void {
    this.#reader.end()
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.#fail('The connection broke.', error)
  }

  #fail(words: Words, cause?: unknown): void {
    if (this.hasEnded) return
    this.#end()
    const ours = cause instanceof OutboundError && !this.#hasLeft
    const error = ours ? cause : new OutboundError(this.#hasLeft ? 'no_answer' : 'not_sent', words, cause)
    this.#reject(error)
    this.#reader.stop()
    this.#controller?.abort(error)
  }

  #end(): void {
    this.hasEnded = true
    clearTimeout(this.#timer)
    this.#limits.signal.removeEventListener('abort', this.#onAbort)
  }
}
