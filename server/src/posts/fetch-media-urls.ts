import pLimit from 'p-limit'
import type { CallContext } from '../context.ts'
import { type FieldProblem, invalid, Problem } from '../lib/problem.ts'
import { sentence } from '../lib/text/sentence.ts'
import { beginImport, type ImportUnderWay } from '../media/import/begin-import.ts'
import { checkUrl } from '../media/import/import-media.ts'
import { explainFailure } from '../media/import/import-outcome.ts'
import { isKeptFor } from '../media/intake/announce-upload.ts'
import { publicNameIn } from '../media/public-url.ts'

/** The files behind the `media_urls` of a post, fetched and not stored yet. */
export interface MediaUrls extends AsyncDisposable {
  /** Stores them in the transaction of the post. Answers the names of the media, in the order of the URLs. */
  store(call: CallContext): Promise<string[]>
}

/** The most files of one post that are fetched at a time. */
const atOnce = 4

/** Whether a body asks for files to be fetched. */
export function namesUrls(body: { media_urls?: readonly string[] | null }): boolean {
  return (body.media_urls ?? []).length > 0
}

/**
 * Fetches the files behind the `media_urls` of a post, all of them within the time that a request may take. One of our own
 * public URLs names its medium.
 * @throws Problem 422 that names each URL without a file; 422 `media_quota_exceeded`; 429, 503, 507
 */
export async function fetchMediaUrls(call: CallContext, urls: readonly string[]): Promise<MediaUrls> {
  const wrong = urls.flatMap((url, index) => checkUrl(url, pointerTo(index)))
  if (wrong.length > 0) throw invalid(wrong)
  const { timings } = call.context.config
  const until = performance.now() + timings.importWaitMs
  const lane = pLimit(atOnce)
  const outcomes = await Promise.allSettled(
    urls.map((url) =>
      lane(async () => {
        if (publicNameIn(call.context.config, url) !== null) return url
        const wanted = { url, name: null, keep: isKeptFor(call.caller) }
        return beginImport(call, wanted, Math.max(1, until - performance.now()))
      }),
    ),
  )
  const fetched = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  const imports = fetched.filter((each) => typeof each !== 'string')
  const problem = problemOf(outcomes, timings.importWaitMs)
  if (problem !== null) {
    await disposeAll(imports)
    throw problem
  }
  return {
    store: async (own) => {
      const names: string[] = []
      for (const each of fetched) names.push(typeof each === 'string' ? each : (await each.store(own.db)).id)
      own.afterCommit(() => {
        for (const each of imports) each.adopt()
      })
      return names
    },
    [Symbol.asyncDispose]: () => disposeAll(imports),
  }
}

/** The body with media in place of the URLs that they were imported from, stored in the transaction of the post. */
export async function withMedia<Body extends { media_urls?: string[] | null }>(
  call: CallContext,
  body: Body,
  urls: MediaUrls | undefined,
): Promise<Body> {
  return urls === undefined ? body : { ...body, media_urls: await urls.store(call) }
}

type Outcome = PromiseSettledResult<string | ImportUnderWay>

/** Every URL without a file at once; an error that is no fault of a URL comes before. */
function problemOf(outcomes: readonly Outcome[], waitMs: number): unknown {
  const faults: FieldProblem[] = []
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome.status === 'fulfilled') {
      if (typeof outcome.value !== 'string' && !outcome.value.isFetched) faults.push(tooSlow(index, waitMs))
      continue
    }
    const problem = explainFailure(outcome.reason, pointerTo(index))
    if (!(problem instanceof Problem) || problem.errors.length === 0) return problem
    faults.push(...problem.errors)
  }
  return faults.length > 0 ? invalid(faults) : null
}

function tooSlow(index: number, waitMs: number): FieldProblem {
  return {
    pointer: pointerTo(index),
    code: 'import_too_slow',
    detail: sentence(
      'This file did not arrive within {seconds} seconds. Import it with POST /v1/media/import, wait until it is ready, then name its media_id in media.',
      { seconds: waitMs / 1_000 },
    ),
  }
}

async function disposeAll(imports: readonly ImportUnderWay[]): Promise<void> {
  await Promise.all(imports.map((each) => each[Symbol.asyncDispose]()))
}

function pointerTo(index: number): string {
  return `/media_urls/${index}`
}
