import { createHash, randomUUID } from 'node:crypto'
import { Type } from 'typebox'
import { sentence } from '../../../lib/text/sentence.ts'
import { type ConnectIo, Failure } from '../../connector.ts'
import { nullable, stored, text } from '../media/stored.ts'
import { refreshTokens } from './oauth.ts'
import type { Tokens } from './oauth-answers.ts'
import type { CodeFlow } from './oauth-server.ts'

const pair = stored(
  Type.Object({
    accessToken: text,
    refreshToken: text,
    expiresAt: text,
    /** The one who trades the refresh token at the moment, and since when. */
    claim: nullable(Type.Object({ by: text, at: text })),
  }),
  'The tokens of a sign-in were stored incompletely.',
)

type Pair = Parameters<typeof pair.write>[0]

/** The members that an account's credentials keep of tokens that it shares. */
export const storedRotating = Type.Object({
  /** Their name among those of this server. */
  sharedAs: text,
  refreshToken: text,
  expiresAt: text,
})

export interface Rotating {
  readonly sharedAs: string
  readonly refreshToken: string
  readonly expiresAt: string
}

export interface SharedTokens {
  readonly accessToken: string
  readonly rotating: Rotating
}

/**
 * Keeps the tokens of a sign-in for all profiles that are chosen in it, at a network where a refresh token is good for one trade:
 * profiles that traded theirs one by one would end each other's access.
 * @returns null for tokens without an end, which need none of it
 */
export async function shareTokens(tokens: Tokens, io: ConnectIo): Promise<SharedTokens | null> {
  const fresh = pairOf(tokens)
  if (fresh === null) return null
  const sharedAs = `tokens-${createHash('sha256').update(fresh.refreshToken).digest('hex').slice(0, 32)}`
  await io.registration(sharedAs, async () => pair.write(fresh))
  return describe(sharedAs, fresh)
}

/** Longer than the trade may take: whoever began it before that is gone. */
const longestTradeMs = 3 * 60_000

/**
 * The tokens after those that a profile knows: the ones that another profile has got since, or new ones. Only one profile trades the
 * refresh token at a time, over all processes. @throws Failure `unavailable` while another one does
 */
export async function renewShared(
  accessToken: string,
  { sharedAs, refreshToken, expiresAt }: Rotating,
  readFlow: (io: ConnectIo) => Promise<CodeFlow>,
  io: ConnectIo,
): Promise<SharedTokens> {
  const known: Pair = { accessToken, refreshToken, expiresAt, claim: null }
  const by = randomUUID()
  const claimOn = async (current: Pair): Promise<Pair> => {
    const claimed = { ...current, claim: { by, at: io.now().toISOString() } }
    return pair.read(await io.registration(sharedAs, async () => pair.write(claimed), pair.write(current)))
  }
  let current = await claimOn(known)
  if (current.claim && io.now().getTime() - Date.parse(current.claim.at) > longestTradeMs)
    current = await claimOn(current)
  if (current.claim === null) return describe(sharedAs, current)
  if (current.claim.by !== by)
    throw new Failure('unavailable', 'The access is just being renewed. Try again in a moment.')
  return trade(sharedAs, current, readFlow, io)
}

async function trade(
  sharedAs: string,
  claimed: Pair,
  readFlow: (io: ConnectIo) => Promise<CodeFlow>,
  io: ConnectIo,
): Promise<SharedTokens> {
  let next: Pair = { ...claimed, claim: null }
  try {
    const flow = await readFlow(io)
    const fresh = pairOf(await refreshTokens(flow, claimed.refreshToken, io))
    if (fresh === null) {
      const text = '{network} renewed the access without saying when it ends.'
      throw new Failure('unavailable', sentence(text, { network: flow.server.dialect.name }))
    }
    next = fresh
  } finally {
    // A claim that is not given back would keep the others waiting.
    await io.registration(sharedAs, async () => pair.write(next), pair.write(claimed))
  }
  return describe(sharedAs, next)
}

/** Null where the tokens have no end. */
function pairOf({ accessToken, refreshToken, expiresAt }: Tokens): Pair | null {
  if (refreshToken === null || expiresAt === null) return null
  return { accessToken, refreshToken, expiresAt: expiresAt.toISOString(), claim: null }
}

function describe(sharedAs: string, { accessToken, refreshToken, expiresAt }: Pair): SharedTokens {
  return { accessToken, rotating: { sharedAs, refreshToken, expiresAt } }
}
