import type { Context } from '../../context.ts'
import { type Queryable, sql } from '../../db/database.ts'
import { Problem } from '../../lib/problem.ts'
import type { BegunSession, Browser } from '../sessions/begin-session.ts'
import { findSession } from '../sessions/find-session.ts'
import { recordFailedSignIn } from '../sign-in/record-failed-sign-in.ts'
import { countNetwork, forgetNetwork } from '../sign-in/sign-in-limit.ts'
import { signInEnded, spendChallenge } from '../spend-challenge.ts'
import { beginOrAsk, sessionOf } from '../two-factor/second-factor.ts'
import { linkIdentity } from './link-identity.ts'
import { type OidcAttempt, readAttempt } from './oidc-attempt.ts'
import { personOf } from './person-of-identity.ts'
import { type ProvedIdentity, readIdentity } from './read-identity.ts'

/** Everything that the browser brings back from the identity provider. */
export interface OidcReturn {
  readonly query: URLSearchParams
  /** The cookie of the trip. */
  readonly cookie: string | null
  /** The token of the session that the browser has, for a trip that joins an identity to its person. */
  readonly sessionToken: string | null
  readonly browser: Browser
}

export interface OidcFinished {
  readonly purpose: 'sign-in' | 'link'
  readonly session: BegunSession
}

/**
 * Ends a trip to the identity provider: signs its person in, or joins the identity to the account of who began it. A trip ends
 * once, in the browser in which it began, within ten minutes.
 * @throws Problem 401 `second_factor_needed`, 403, 409, 429, 503
 */
export async function finishOidc(context: Context, back: OidcReturn): Promise<OidcFinished> {
  const { db, secretKeys } = context
  const { ip } = back.browser
  await countNetwork(db, ip)
  const attempt = attemptOf(secretKeys, back)
  const isLink = attempt !== null && attempt.purpose !== 'sign-in'
  return orNoteFailure(context, isLink ? null : back.browser, async () => {
    if (attempt === null) throw signInEnded()
    // The challenge is spent before the code is sent, so that a copy of this request cannot send the code again.
    await spendChallenge(db, attempt.state, attempt.expiresAt)
    const identity = await readIdentity(context, attempt, back.query)
    if (!isLink) return { purpose: 'sign-in', session: await signInWith(context, identity, back.browser) }
    const session = await linkWith(context, attempt, identity, back)
    await forgetNetwork(db, ip)
    return { purpose: 'link', session }
  })
}

/**
 * The page of the app that the person wanted to see when this trip began; null for the first one, and where the browser comes back
 * from no trip of its own.
 */
export function destinationOf({ secretKeys }: Pick<Context, 'secretKeys'>, back: TripBack): string | null {
  return attemptOf(secretKeys, back)?.to ?? null
}

type TripBack = Pick<OidcReturn, 'query' | 'cookie'>

function attemptOf(keys: Context['secretKeys'], { query, cookie }: TripBack): OidcAttempt | null {
  const [state = '', ...more] = query.getAll('state')
  return cookie === null || more.length > 0 ? null : readAttempt(keys, cookie, state)
}

/** Tells the audit log of a sign-in that fails; `browser` is null where the trip was for something else. */
async function orNoteFailure(
  { db }: Pick<Context, 'db'>,
  browser: Browser | null,
  work: () => Promise<OidcFinished>,
): Promise<OidcFinished> {
  try {
    return await work()
  } catch (error) {
    if (browser !== null && error instanceof Problem && failures.has(error.code))
      await recordFailedSignIn(db, null, browser)
    throw error
  }
}

/** The problems that mean that somebody did not come in. A provider that is away is none, nor is a second factor to come. */
const failures = new Set([
  'sign_in_over',
  'oidc_refused',
  'address_not_verified',
  'sign_up_closed',
  'link_first',
])

async function signInWith(
  context: Context,
  identity: ProvedIdentity,
  browser: Browser,
): Promise<BegunSession> {
  const outcome = await context.db.transaction(async (tx) => {
    const userId = await personOf(tx, context, identity, browser)
    await noteUse(tx, identity)
    await forgetNetwork(tx, browser.ip)
    return beginOrAsk(tx, userId, browser, identity.provedAt)
  })
  return sessionOf(outcome)
}

async function noteUse(tx: Queryable, { issuer, subject }: ProvedIdentity): Promise<void> {
  await tx.run(sql`
    update identities set last_used_at = clock_timestamp() where issuer = ${issuer} and subject = ${subject}`)
}

async function linkWith(
  { db }: Context,
  { purpose }: OidcAttempt,
  identity: ProvedIdentity,
  { sessionToken, browser }: OidcReturn,
): Promise<BegunSession> {
  const signedIn = sessionToken === null ? null : await findSession(db, sessionToken)
  if (signedIn === null || purpose !== `link-${signedIn.sessionId}`)
    throw new Problem(403, 'another_browser', 'You are no longer signed in as the one who began this.')
  return linkIdentity(db, signedIn, identity, browser)
}
