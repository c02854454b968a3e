import type { CallContext } from '../../context.ts'
import { type FieldProblem, invalid } from '../../lib/problem.ts'
import { checkName, isKeptFor } from '../intake/announce-upload.ts'
import type { Media } from '../media.ts'
import { beginImport, type ImportUnderWay } from './begin-import.ts'
import { explainFailure } from './import-outcome.ts'

export interface ImportRequest {
  /** With https. */
  url: string
  /** Left out: as its server or its address calls the file. */
  name?: string
  /** Whether it stays although no post ever uses it; left out, only what a person imports in the app stays. */
  keep?: boolean
}

/**
 * Begins to fetch a file from a URL and waits for it a while, before the transaction of the request is opened.
 * @throws Problem 422 with the reason why there is no file; 422 `media_quota_exceeded`; 429, 503, 507
 */
export async function beginMediaImport(
  call: CallContext,
  { url, name, keep }: ImportRequest,
): Promise<ImportUnderWay> {
  const problems = [...checkUrl(url, '/url'), ...(name === undefined ? [] : checkName(name))]
  if (problems.length > 0) throw invalid(problems)
  try {
    const wanted = { url, name: name ?? null, keep: keep ?? isKeptFor(call.caller) }
    return await beginImport(call, wanted, call.context.config.timings.importWaitMs)
  } catch (error) {
    throw explainFailure(error, '/url')
  }
}

/** The medium of an import: `ready`, or `waiting` while a large file is still coming in. */
export async function importMedia(call: CallContext, underWay: ImportUnderWay): Promise<Media> {
  call.afterCommit(() => underWay.adopt())
  return underWay.store(call.db)
}

/** Finds text that is no address at all. An address is judged by where it leads when it is asked. */
export function checkUrl(url: string, pointer: string): FieldProblem[] {
  const read = url.isWellFormed() && !url.includes('\0') ? URL.parse(url) : null
  if (read?.protocol === 'https:' || read?.protocol === 'http:') return []
  const detail = 'Give the whole address of a file, such as https://example.org/harbour.jpg.'
  return [{ pointer, code: 'invalid_url', detail }]
}
