import { type JsonObject, textOf } from '../../lib/json/json.ts'
import { Failure, type Io, type Prepared, type Step } from '../connector.ts'
import { isSameText } from '../kit/match-own-posts.ts'
import { accessOf, readHash } from './api.ts'
import { readArtefacts, writeArtefacts } from './artefacts.ts'
import { listCasts, listedAtOnce } from './casts.ts'
import { mostAddressBytes } from './embeds.ts'
import { readChoices } from './options.ts'
import { findCast } from './quote.ts'
import { readSettings } from './settings.ts'

const pauseMs = 1_500

/**
 * Looks up the quoted cast, and lists the casts that are there already, so that none of them is ever taken for ours. A cast is named by
 * the hash of its words and its second, so that one with the words of another waits until that one's second is over. @throws Failure
 */
export async function prepare(step: Step, io: Io): Promise<Prepared> {
  const access = await accessOf(io.credentials, io)
  const { quote } = readChoices(step.draft.options)
  const known = readArtefacts(step.artefacts).quoted
  const isQuoting = step.part === 'post' && quote !== null
  const quoted = isQuoting ? (known ?? (await findCast(quote, access, io))) : null
  const { fid } = readSettings(step.account)
  const { casts } = await listCasts(fid, { limit: listedAtOnce, cursor: null }, access, io)
  const seen = casts.map(({ hash }) => readHash(hash) ?? '')
  const artefacts = writeArtefacts({ mediaUrls: await hostPictures(step, io), quoted, seen })
  const isTwin = ({ text, timestamp }: JsonObject) =>
    isSameText(textOf(text), step.draft.text) && isJustMade(textOf(timestamp), io.now())
  return casts.some(isTwin)
    ? { outcome: 'pending', artefacts, againInMs: pauseMs }
    : { outcome: 'ready', artefacts }
}

// The clock of the network may be ahead of ours. A time further ahead is none to wait for.
const mostAheadMs = 10_000

function isJustMade(timestamp: string | null, now: Date): boolean {
  const ageMs = now.getTime() - Date.parse(timestamp ?? '')
  return ageMs < pauseMs && ageMs > -mostAheadMs
}

/** Farcaster keeps no copies of pictures: a cast has their addresses, which must last. @throws Failure */
async function hostPictures({ draft }: Step, io: Io): Promise<string[]> {
  const urls: string[] = []
  for (const { id } of draft.media) urls.push(await io.media.lastingUrl(id))
  if (urls.some((url) => Buffer.byteLength(url) > mostAddressBytes))
    throw new Failure(
      'invalid',
      'Farcaster takes addresses of up to 256 bytes; those of pictures on this server are longer. Its operator must shorten PUBLIC_URL or MEDIA_URL.',
    )
  return urls
}
