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

/** Why a file could not be fetched from its URL. The message is one sentence for a person, without the URL's path and query. */
export class ImportFailed extends Error {
  override name = 'ImportFailed'
  readonly code: ImportFailure
  /** Whether another try may go differently. */
  readonly isPassing: boolean

  constructor(code: ImportFailure, message: string, options: ErrorOptions & { isPassing?: boolean } = {}) {
    super(message, options)
    this.code = code
    this.isPassing = options.isPassing ?? false
  }
}
