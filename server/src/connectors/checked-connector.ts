import { readWebAddress } from '../lib/addresses/web-address.ts'
import type { JsonObject } from '../lib/json/json.ts'
import { toStorable } from '../lib/json/storable-json.ts'
import { cleanText } from '../lib/text/clean-text.ts'
import { cleaned } from '../lib/text/sentence.ts'
import {
  type Candidate,
  type Choice,
  type CommitStep,
  type Committed,
  type Connect,
  type Connector,
  Failure,
  type Identified,
  type Measured,
  type Power,
  type Prepared,
  type Profile,
  type PublishedPost,
  type Refreshed,
  type Settled,
} from './connector.ts'

const mostOfName = 200
const mostOfId = 500
const mostOfRef = 2_000
const mostOfMessage = 500
const mostOfCode = 100
const mostJson = 200_000
// Some tokens of up to 16,000 letters, and a key.
const mostOfCredentials = 60_000
const mostCandidates = 200
/** The longest wait that a network is believed. */
const longestWaitMs = 24 * 3_600_000

/**
 * A connector whose every answer can be stored and shown, whatever its network said: texts are valid Unicode on one line,
 * names and messages are cut, an id is whole or none, addresses are http or https, and waits end within a day.
 */
export function checkedConnector(connector: Connector): Connector {
  return {
    ...connector,
    connect: connector.connect.map(checkedConnect),
    powers: connector.powers.map(checkedPower),
    prepare: async (step, io) => checkPrepared(await cleanly(connector.prepare(step, io))),
    commit: async (step, io) => checkCommitted(step, await cleanly(connector.commit(step, io))),
    settle: async (step, io) => checkSettled(step, await cleanly(connector.settle(step, io))),
  }
}

function checkedConnect(connect: Connect): Connect {
  const refresh: Connect['refresh'] = async (...given) =>
    checkRefreshed(await cleanly(connect.refresh(...given)))
  const revoke: Connect['revoke'] = (...given) => cleanly(connect.revoke(...given))
  const checkCandidates = (candidates: readonly Candidate[]) =>
    candidates.slice(0, mostCandidates).map(checkCandidate)
  if ('list' in connect) {
    const list: typeof connect.list = async (...given) =>
      checkCandidates(await cleanly(connect.list(...given)))
    return { ...connect, list, refresh, revoke }
  }
  if (connect.kind === 'form') {
    const identify: typeof connect.identify = async (...given) =>
      checkIdentified(await cleanly(connect.identify(...given)))
    return { ...connect, identify, refresh, revoke }
  }
  const begin: typeof connect.begin = async (...given) => checkBegun(await cleanly(connect.begin(...given)))
  const finish: typeof connect.finish = async (...given) =>
    checkCandidates(await cleanly(connect.finish(...given)))
  return { ...connect, begin, finish, refresh, revoke }
}

function checkedPower(power: Power): Power {
  switch (power.power) {
    case 'api_version':
    case 'callbacks':
    case 'documents':
    case 'media_proof':
      return power
    case 'delete':
      return { ...power, delete: (...given) => cleanly(power.delete(...given)) }
    case 'edit':
      return { ...power, edit: (...given) => cleanly(power.edit(...given)) }
    case 'measure':
      return { ...power, measure: async (...given) => checkMeasured(await cleanly(power.measure(...given))) }
    case 'behavior':
      return { ...power, set: async (...given) => storable(await cleanly(power.set(...given)), 'invalid') }
    case 'choices':
      return { ...power, list: async (...given) => checkChoices(await cleanly(power.list(...given))) }
  }
}

/** Without figures that are no counts. */
function checkMeasured(all: readonly (Measured | null)[]): (Measured | null)[] {
  return all.map((measured) => {
    const counts = Object.entries(measured ?? {}).filter(
      ([, count]) => Number.isSafeInteger(count) && count >= 0,
    )
    return measured && Object.fromEntries(counts)
  })
}

/** Without those whose value cannot be stored: one that was cut or mended would be another's. */
function checkChoices(choices: readonly Choice[]): Choice[] {
  return choices
    .filter(({ value }) => isId(value, mostOfId))
    .slice(0, mostCandidates)
    .map(({ value, label, detail }) => ({
      value,
      label: cleanText(label, mostOfName) || value,
      detail: detail === null ? null : cleanText(detail, mostOfMessage) || null,
    }))
}

async function cleanly<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw error instanceof Failure ? cleanFailure(error) : error
  }
}

function cleanFailure(failure: Failure): Failure {
  const { kind, words, platformCode, retryAfterMs } = failure
  return new Failure(
    kind,
    cleaned(words, (text) => cleanText(text, mostOfMessage)),
    {
      platformCode: platformCode === null ? null : cleanText(platformCode, mostOfCode),
      retryAfterMs: retryAfterMs === null ? null : boundWait(retryAfterMs),
      cause: failure.cause,
    },
  )
}

function boundWait(ms: number): number {
  return Number.isNaN(ms) ? 0 : Math.min(longestWaitMs, Math.max(0, ms))
}

function isId(text: string, most: number): boolean {
  return text !== '' && text.length <= most && !unusable.test(text)
}

// U+FFFD replaces letters that cannot be stored: an id that holds one is not the network's.
const unusable = /[\p{Cc}\p{Cs}\ufffd]/u

function storable(json: JsonObject, kind: 'invalid' | 'unavailable'): JsonObject {
  const clean = toStorable(json)
  if (JSON.stringify(clean).length <= mostJson) return clean
  throw new Failure(kind, 'The network returned more data than can be stored.')
}

/** Credentials are kept as they are or not at all: one that was cut or mended is nobody's. */
function requireKept(credentials: JsonObject, kind: 'invalid' | 'unavailable'): JsonObject {
  if (JSON.stringify(credentials).length <= mostOfCredentials) return credentials
  throw new Failure(kind, 'The network gave access by a longer token than can be stored.')
}

function checkIdentified(found: Identified): Identified {
  if (!isId(found.externalId, mostOfId))
    throw new Failure('invalid', 'The network returned an id for the profile that cannot be stored.')
  const username = cleanText(found.username, mostOfName) || cleanText(found.externalId, mostOfName)
  const profileUrl = readWebAddress(found.profileUrl)
  if (profileUrl === null) throw new Failure('invalid', 'The network returned no address for the profile.')
  return {
    ...found,
    username,
    displayName: cleanText(found.displayName, mostOfName) || username,
    avatarUrl: readWebAddress(found.avatarUrl),
    profileUrl,
    settings: storable(found.settings, 'invalid'),
    credentials: requireKept(found.credentials, 'invalid'),
    expiresAt: checkTime(found.expiresAt),
  }
}

/** Null, which says that no end is known, for a time that is none or that no database could keep. */
function checkTime(time: Date | null): Date | null {
  const ms = time?.getTime() ?? Number.NaN
  return ms >= 0 && ms <= latestTime ? new Date(ms) : null
}

const latestTime = Date.UTC(9999, 11, 31)

function checkBegun({ url, keep }: { url: string; keep: JsonObject }): { url: string; keep: JsonObject } {
  const page = readWebAddress(url)
  if (page === null) throw new Failure('unavailable', 'The network named no page to sign in at.')
  return { url: page, keep }
}

function checkCandidate({ profile, suggested, reason }: Candidate): Candidate {
  const text = reason === null ? null : cleanText(reason, mostOfMessage)
  return { profile: checkIdentified(profile), suggested, reason: text }
}

function checkRefreshed(refreshed: Refreshed): Refreshed {
  const { expiresAt, profile } = refreshed
  const credentials = requireKept(refreshed.credentials, 'unavailable')
  return { credentials, expiresAt: checkTime(expiresAt), profile: profile && checkProfile(profile) }
}

/** Null, which says "as it was", where the profile cannot be shown any more. */
function checkProfile(profile: Profile): Profile | null {
  const username = cleanText(profile.username, mostOfName)
  const profileUrl = readWebAddress(profile.profileUrl)
  if (username === '' || profileUrl === null) return null
  const displayName = profile.displayName === null ? null : cleanText(profile.displayName, mostOfName)
  return {
    username,
    displayName: displayName || null,
    avatarUrl: readWebAddress(profile.avatarUrl),
    profileUrl,
    settings: storable(profile.settings, 'unavailable'),
  }
}

function checkPrepared(prepared: Prepared): Prepared {
  const stored = {
    artefacts: storable(prepared.artefacts, 'unavailable'),
    ...(prepared.secrets ? { secrets: storable(prepared.secrets, 'unavailable') } : {}),
  }
  if (prepared.outcome === 'ready') return { outcome: 'ready', ...stored }
  return { outcome: 'pending', ...stored, againInMs: boundWait(prepared.againInMs) }
}

function checkCommitted(step: CommitStep, committed: Committed): Committed {
  if (committed.outcome === 'accepted') {
    const { ref, againInMs } = committed
    if (!isId(ref, mostOfRef)) throw new Failure('unknown_outcome', withoutId)
    return { outcome: 'accepted', ref, againInMs: boundWait(againInMs) }
  }
  const post = checkPost(step, committed)
  if (!post) throw new Failure('unknown_outcome', withoutId)
  return { outcome: 'published', ...post }
}

const withoutId = 'The network returned an id that cannot be stored. The post may be public.'

const mostOmitted = 20

function checkSettled(step: CommitStep, settled: Settled): Settled {
  switch (settled.outcome) {
    case 'published': {
      const post = checkPost(step, settled)
      if (!post) throw new Failure('unavailable', 'The network returned a post whose id cannot be stored.')
      const omitted = (settled.omitted ?? []).slice(0, mostOmitted).map(({ code, detail }) => {
        return { code, detail: cleaned(detail, (text) => cleanText(text, mostOfMessage)) }
      })
      return { outcome: 'published', ...post, omitted }
    }
    case 'rejected':
      return { outcome: 'rejected', failure: cleanFailure(settled.failure) }
    case 'several':
      return { outcome: 'several', posts: settled.posts.flatMap((post) => checkPost(step, post) ?? []) }
    case 'pending':
      return { outcome: 'pending', againInMs: boundWait(settled.againInMs) }
    default:
      return settled
  }
}

/** Null without a usable id: an id that was cut or mended would be another post's, or nobody's. */
function checkPost(step: CommitStep, { remoteId, url, reference }: PublishedPost): PublishedPost | null {
  if (!isId(remoteId, mostOfId)) return null
  const kept = toStorable(reference)
  return {
    remoteId,
    // Without an address of the post, that of its server is shown.
    url: readWebAddress(url) ?? new URL(step.commit.url).origin,
    reference: JSON.stringify(kept).length <= mostOfReference ? kept : null,
  }
}

const mostOfReference = 10_000
