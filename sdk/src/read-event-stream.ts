/** One message of a `text/event-stream`. */
export interface StreamMessage {
  readonly id: string | null
  readonly event: string
  readonly data: string
}

export interface StreamListener {
  /** Called for all that comes, comments that only keep the connection open among it. */
  readonly onBytes: () => void
  /** Called when the server says how long to wait before the next connection. */
  readonly onRetry: (ms: number) => void
}

/** Reads the messages of a stream as they come. A message that was cut off is left out. */
export async function* readEventStream(
  body: ReadableStream<Uint8Array>,
  { onBytes, onRetry }: StreamListener,
): AsyncGenerator<StreamMessage, void, undefined> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  const splitLines = createLineSplitter()
  let fields = newFields()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      onBytes()
      for (const line of splitLines(decoder.decode(value, { stream: true }))) {
        if (line !== '') {
          readField(line, fields, onRetry)
          continue
        }
        // A server that has no event to send may still say how far the stream is.
        if (fields.data.length > 0 || fields.id !== null) yield { ...fields, data: fields.data.join('\n') }
        fields = newFields()
      }
    }
  } finally {
    // The end of a stream that is already broken is no news.
    await reader.cancel().catch(() => undefined)
  }
}

/** Splits text that comes in parts into whole lines. A carriage return at the end of a part may be half of a line end. */
function createLineSplitter(): (text: string) => string[] {
  let rest = ''
  let endsWithReturn = false
  return (text) => {
    if (text === '') return []
    const isHalf = endsWithReturn && text.startsWith('\n')
    endsWithReturn = text.endsWith('\r')
    const lines = (rest + (isHalf ? text.slice(1) : text)).split(/\r\n|\n|\r/)
    rest = lines.pop() ?? ''
    return lines
  }
}

interface Fields {
  id: string | null
  event: string
  data: string[]
}

function readField(line: string, fields: Fields, onRetry: (ms: number) => void): void {
  const [name, content] = splitLine(line)
  if (name === 'data') fields.data.push(content)
  else if (name === 'id') fields.id = content
  else if (name === 'event') fields.event = content
  else if (name === 'retry' && /^\d+$/.test(content)) onRetry(Number(content))
}

function newFields(): Fields {
  return { id: null, event: 'message', data: [] }
}

function splitLine(line: string): [string, string] {
  const colon = line.indexOf(':')
  return colon === -1 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')]
}
