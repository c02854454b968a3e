import { serverUrl } from '../boot/boot.ts'
import { watchedFetch } from '../live/watched-fetch.ts'
import type { BuiltRequest } from './build-request.ts'

/** An answer of the server, as far as it was read. */
export interface Answer {
  readonly kind: 'answer'
  readonly status: number
  /** From the sending to the end of the answer, or to its beginning where it is a stream. */
  readonly ms: number
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** The type of the body without its parameters, such as `application/json`. */
  readonly type: string
  /** The body of an answer that can be read; empty for a file. */
  readonly text: string
  /** The body of an answer that is a file. */
  readonly file: Blob | null
  /** Whether more of it may come. */
  readonly isOpen: boolean
  /** Whether reading ended before the answer did. */
  readonly isCut: boolean
}

/** How a request ended. */
export type Outcome =
  | Answer
  /** The answer leads elsewhere; browsers do not say where. */
  | { readonly kind: 'redirect'; readonly ms: number }
  /** No answer came: the person stopped waiting, or the server could not be reached. */
  | { readonly kind: 'none'; readonly isStopped: boolean; readonly ms: number }

interface Sending {
  readonly signal: AbortSignal
  /** The headers that say for which workspace and data the person asks; none where anybody may. */
  readonly place: Readonly<Record<string, string>>
  /** Told whenever a part of a stream came. */
  readonly onPart: (answer: Answer) => void
}

/** More than this is not kept: a page is no place for a whole export. */
const mostBytes = 5_000_000

/** Sends a request with the session of the person. It is sent once: nothing is repeated behind anybody's back. */
export async function sendRequest(request: BuiltRequest, sending: Sending): Promise<Outcome> {
  const { method, path, headers, body } = request
  const { signal, place } = sending
  const began = performance.now()
  // A file may lie elsewhere, which says nothing about whether the server can be reached.
  const send = Object.keys(place).length === 0 ? globalThis.fetch : watchedFetch
  try {
    const response = await send(serverUrl + path, {
      method,
      headers: { ...place, ...headers },
      credentials: 'same-origin',
      redirect: 'manual',
      signal,
      ...(body === undefined ? {} : { body }),
    })
    if (response.type === 'opaqueredirect') return { kind: 'redirect', ms: performance.now() - began }
    return await readAnswer(response, sending, began)
  } catch (error) {
    if (!signal.aborted && !(error instanceof TypeError)) throw error
    return { kind: 'none', isStopped: signal.aborted, ms: performance.now() - began }
  }
}

async function readAnswer(response: Response, sending: Sending, began: number): Promise<Answer> {
  const type = (response.headers.get('content-type') ?? '').split(';')[0]?.trim() ?? ''
  const answer: Answer = {
    kind: 'answer',
    status: response.status,
    ms: performance.now() - began,
    headers: [...response.headers],
    type,
    text: '',
    file: null,
    isOpen: true,
    isCut: false,
  }
  if (type !== '' && !isText(type)) {
    const file = await response.blob()
    return { ...answer, file, isOpen: false, ms: performance.now() - began }
  }
  const isStream = type === 'text/event-stream'
  if (isStream) sending.onPart(answer)
  const read = await readText(response, sending.signal, (text) => {
    if (isStream) sending.onPart({ ...answer, text })
  })
  return { ...answer, ...read, isOpen: false, ms: isStream ? answer.ms : performance.now() - began }
}

const isText = (type: string) => /json|^text\/|xml/.test(type)

/** Reads the text of an answer part by part, up to the most that is kept. Stopping leaves what came so far. */
async function readText(
  response: Response,
  signal: AbortSignal,
  onText: (text: string) => void,
): Promise<{ readonly text: string; readonly isCut: boolean }> {
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  if (reader === undefined) return { text, isCut: false }
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return { text: text + decoder.decode(), isCut: false }
      text += decoder.decode(value, { stream: true })
      onText(text)
      if (text.length > mostBytes) {
        await reader.cancel()
        return { text: text.slice(0, mostBytes), isCut: true }
      }
    }
  } catch (error) {
    if (!signal.aborted && !(error instanceof TypeError)) throw error
    return { text, isCut: true }
  }
}
