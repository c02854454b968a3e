import type { Readable } from 'node:stream'
import { UsageError } from '../command/refusals.ts'
import { cleanText, writeJson } from './clean-text.ts'

interface Sink {
  write(text: string | Uint8Array): unknown
  readonly isTTY?: boolean
  readonly columns?: number
}

export interface Streams {
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stdout: Sink
  readonly stderr: Sink
}

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow'

// The character that begins the sequences by which a terminal is told to do something.
const esc = String.fromCharCode(27)
const codes: Readonly<Record<Style, number>> = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 }
const ownStyles = new RegExp(`(${esc}\\[(?:0|${Object.values(codes).join('|')})m)`)

/** The place where answers, warnings and progress are written. Nothing reaches it that could control a terminal. */
export class Terminal {
  readonly #streams: Streams
  readonly #isQuiet: boolean
  readonly #hasColor: boolean
  #progress = false

  constructor(streams: Streams, { isQuiet, hasColor }: { isQuiet: boolean; hasColor: boolean }) {
    this.#streams = streams
    this.#isQuiet = isQuiet
    this.#hasColor = hasColor && streams.stdout.isTTY === true
  }

  get stdin(): Streams['stdin'] {
    return this.#streams.stdin
  }

  /** The width of standard output, where it is a terminal. */
  get columns(): number | null {
    const { isTTY, columns } = this.#streams.stdout
    return isTTY === true && columns !== undefined && columns > 0 ? columns : null
  }

  get isTerminal(): boolean {
    return this.#streams.stdout.isTTY === true
  }

  /** Puts a text into a style, where standard output shows colours. */
  styled(style: Style, text: string): string {
    return this.#hasColor ? `${esc}[${codes[style]}m${text}${esc}[0m` : text
  }

  /** Prints an answer for people. */
  print(text: string): void {
    this.#endProgress()
    const safe = this.#hasColor
      ? text.split(ownStyles).map((part, index) => (index % 2 === 1 ? part : cleanText(part)))
      : [cleanText(text)]
    const joined = safe.join('')
    this.#streams.stdout.write(joined === '' || joined.endsWith('\n') ? joined : `${joined}\n`)
  }

  /** Prints an answer for programs, on one line. */
  printJson(value: unknown): void {
    this.#endProgress()
    this.#streams.stdout.write(`${writeJson(value)}\n`)
  }

  /** Prints bytes as they are. @throws UsageError at a terminal, which they could control */
  printBytes(bytes: Uint8Array): void {
    if (this.isTerminal) throw new UsageError('The answer is no text. Write it to a file: crier api … > FILE')
    this.#streams.stdout.write(bytes)
  }

  /** Prints a text of the server as it is, and safe where it goes to a terminal. */
  printText(text: string): void {
    this.#endProgress()
    this.#streams.stdout.write(this.isTerminal ? cleanText(text) : text)
  }

  /** Tells of an error or a warning on standard error. */
  warn(sentence: string): void {
    this.#endProgress()
    this.#streams.stderr.write(`${cleanText(sentence)}\n`)
  }

  /** Tells something that is good to know. */
  advise(sentence: string): void {
    if (!this.#isQuiet) this.warn(sentence)
  }

  /** Shows how far something is, on one line that the next one replaces. Only a terminal shows it. */
  progress(line: string): void {
    if (this.#isQuiet || this.#streams.stderr.isTTY !== true) return
    this.#streams.stderr.write(`\r${cleanText(line)}${esc}[K`)
    this.#progress = true
  }

  /** Asks on standard error, without a line break. */
  ask(question: string): void {
    this.#endProgress()
    this.#streams.stderr.write(cleanText(question))
  }

  #endProgress(): void {
    if (this.#progress) this.#streams.stderr.write(`\r${esc}[K`)
    this.#progress = false
  }
}
