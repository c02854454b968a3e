/** The reason why a text is no JSON. */
export type JsonFaultKind =
  | 'ends'
  | 'value'
  | 'name'
  | 'colon'
  | 'comma'
  | 'trailing-comma'
  | 'text'
  | 'quote'
  | 'more'
  | 'deep'

/** Where a text stops being JSON, counted from 1 as editors do. */
export interface JsonFault {
  readonly kind: JsonFaultKind
  readonly offset: number
  readonly line: number
  readonly column: number
}

/** The part of the text that holds a value. */
export interface JsonPlace {
  readonly from: number
  readonly to: number
}

/** The first fault of a text as JSON, in words of our own rather than those of a browser; null where it has none. */
export function findJsonFault(text: string): JsonFault | null {
  return isJson(text) ? null : readAll(new JsonReader(text), text)
}

/** Where each value stands, by its JSON pointer. In a text with a fault, those before it. */
export function findJsonPlaces(text: string): ReadonlyMap<string, JsonPlace> {
  const places = new Map<string, JsonPlace>()
  readAll(new JsonReader(text, (pointer, place) => places.set(pointer, place)), text)
  return places
}

// A browser reads a large text a hundred times sooner than the reader, which is needed only to say where it stops.
function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function readAll(reader: JsonReader, text: string): JsonFault | null {
  try {
    reader.readAll()
    return null
  } catch (error) {
    if (!(error instanceof FaultFound)) throw error
    return faultAt(text, error.kind, error.offset)
  }
}

function faultAt(text: string, kind: JsonFaultKind, offset: number): JsonFault {
  const before = text.slice(0, offset).split('\n')
  return { kind, offset, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

class FaultFound extends Error {
  readonly kind: JsonFaultKind
  readonly offset: number

  constructor(kind: JsonFaultKind, offset: number) {
    super(kind)
    this.kind = kind
    this.offset = offset
  }
}

const space = /[ \t\n\r]*/y
const string = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})|\x7f|[\x80-\x9f])*"/uy
const plain = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.+-])|(?:true|false|null)\b/y

type OnValue = (pointer: string, place: JsonPlace) => void

/** The levels that are read. A browser has room for some thousands; the API takes 20. */
const deepest = 500

class JsonReader {
  readonly #text: string
  readonly #onValue: OnValue | undefined
  #at = 0
  #depth = 0

  constructor(text: string, onValue?: OnValue) {
    this.#text = text
    this.#onValue = onValue
  }

  readAll(): void {
    this.#skipSpace()
    this.#readValue('')
    this.#skipSpace()
    if (this.#at < this.#text.length) this.#refuse('more')
  }

  #readValue(pointer: string): void {
    const from = this.#at
    const first = this.#text.charAt(from)
    if (first === '{') this.#readObject(pointer)
    else if (first === '[') this.#readList(pointer)
    else if (first === '"') this.#readString()
    else if (this.#take(plain) === null) this.#refuse(/['“”‘’„«]/.test(first) ? 'quote' : 'value')
    this.#onValue?.(pointer, { from, to: this.#at })
  }

  #readObject(pointer: string): void {
    this.#readMembers('}', () => {
      const first = this.#text.charAt(this.#at)
      if (first !== '"') this.#refuse(/['“”‘’„«]/.test(first) ? 'quote' : 'name')
      const name = JSON.parse(this.#readString()) as string
      this.#skipSpace()
      if (this.#text.charAt(this.#at) !== ':') this.#refuse('colon')
      this.#at += 1
      this.#skipSpace()
      this.#readValue(`${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    })
  }

  #readList(pointer: string): void {
    let index = 0
    this.#readMembers(']', () => {
      this.#readValue(`${pointer}/${index}`)
      index += 1
    })
  }

  /** Reads what stands between two brackets, with commas between. */
  #readMembers(end: ']' | '}', readMember: () => void): void {
    this.#depth += 1
    if (this.#depth > deepest) this.#refuse('deep')
    this.#at += 1
    this.#skipSpace()
    if (this.#text.charAt(this.#at) !== end) {
      for (;;) {
        readMember()
        this.#skipSpace()
        if (this.#text.charAt(this.#at) === end) break
        if (this.#text.charAt(this.#at) !== ',') this.#refuse('comma')
        const comma = this.#at
        this.#at += 1
        this.#skipSpace()
        if (this.#text.charAt(this.#at) === end) throw new FaultFound('trailing-comma', comma)
      }
    }
    this.#at += 1
    this.#depth -= 1
  }

  #readString(): string {
    return this.#take(string) ?? this.#refuse('text')
  }

  #skipSpace(): void {
    this.#take(space)
  }

  /** Takes what comes next if it is like that. */
  #take(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)?.[0] ?? null
    if (found !== null) this.#at += found.length
    return found
  }

  #refuse(kind: JsonFaultKind): never {
    // A text that is not closed begins where one sees it.
    throw new FaultFound(this.#at >= this.#text.length ? 'ends' : kind, this.#at)
  }
}
