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

export interface JsonText {
  readonly fault: JsonFault | null
  /** Where each value stands, by its JSON pointer. Values before a fault are in it. */
  readonly places: ReadonlyMap<string, JsonPlace>
}

/** Reads a text as JSON. It finds the first fault, in words of its own rather than those of a browser. */
export function readJsonText(text: string): JsonText {
  const reader = new JsonReader(text)
  try {
    reader.readAll()
    return { fault: null, places: reader.places }
  } catch (error) {
    if (!(error instanceof FaultFound)) throw error
    return { fault: faultAt(text, error.kind, error.offset), places: reader.places }
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

class JsonReader {
  readonly places = new Map<string, JsonPlace>()
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
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
    this.places.set(pointer, { from, to: this.#at })
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
