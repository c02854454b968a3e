import type { Words } from '../../lib/text/sentence.ts'

/** The codes of a file that could not be fetched from its URL. */
export type ImportFailure =
  /** The address is not one that Crier may reach. */
  | 'url_not_allowed'
  /** There was no connection, no answer in time, or it broke off. */
  | 'url_unreachable'
  /** The server answered, and not with the file. */
  | 'url_refused'
  | 'unsupported_media_type'
  | 'file_too_large'

/** Why a file could not be fetched from its URL, in one sentence for a person, without the URL's path and query. */
export class ImportFailed extends Error {
  override name = 'ImportFailed'
  readonly code: ImportFailure
  readonly words: Words
  /** Whether another try may go differently. */
  readonly isPassing: boolean

  constructor(code: ImportFailure, words: Words, options: ErrorOptions & { isPassing?: boolean } = {}) {
    super(String(words), options)
    this.code = code
    this.words = words
    this.isPassing = options.isPassing ?? false
  }
}
