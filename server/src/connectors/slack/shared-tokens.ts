import { createHash, randomUUID } from 'node:crypto'
import { Type } from 'typebox'
import { type ConnectIo, Failure } from '../connector.ts'
import { nullable, stored, text } from '../kit/media/stored.ts'
import { refreshTokens } from '../kit/oauth/oauth.ts'
import type { Tokens } from '../kit/oauth/oauth-answers.ts'
import { readFlow } from './app.ts'

const pair = stored(
  Type.Object({
    accessToken: text,
    refreshToken: text,
    expiresAt: text,
    /** The one who trades the refresh token at the moment, and since when. */
    claim: nullable(Type.Object({ by: text, at: text })),
  }),
  'The tokens of a workspace were stored incompletely.',
)

type Pair = Parameters<typeof pair.write>[0]

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
 * Keeps the tokens of a sign-in for all channels that were chosen in it. A refresh token is good for one trade, so the channels must
 * not trade theirs one by one. Source: docs.slack.dev/authentication/using-token-rotation.
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
 * The tokens after those that a channel knows: the ones that another channel has got since, or new ones. Only one channel trades the
 * refresh token at a time, over all processes. @throws Failure `unavailable` while another one does
 */
export async function renewShared(
  accessToken: string,
  { sharedAs, refreshToken, expiresAt }: Rotating,
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
    throw new Failure('unavailable', 'The token of this workspace is being renewed. Try again in a moment.')
  return trade(sharedAs, current, io)
}

async function trade(sharedAs: string, claimed: Pair, io: ConnectIo): Promise<SharedTokens> {
  let next: Pair = { ...claimed, claim: null }
  try {
    const fresh = pairOf(await refreshTokens(await readFlow(io), claimed.refreshToken, io))
    if (fresh === null)
      throw new Failure('unavailable', 'Slack renewed the token without saying when it ends.')
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
