import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import sharp from 'sharp'
import { type Database, sql } from '../../../db/database.ts'
import type { JsonObject } from '../../../lib/json/json.ts'
import { createOutbound } from '../../../lib/safe-fetch/create-outbound.ts'
import type { Outbound } from '../../../lib/safe-fetch/outbound.ts'
import { type Decision, decideAuthorization } from '../../../sandbox/authorization.ts'
import { deletePost } from '../../../sandbox/delete-post.ts'
import { changeBehavior, revokeToken } from '../../../sandbox/open-profile.ts'
import { sandboxHost, startSandboxNetwork } from '../../../sandbox/start-sandbox-network.ts'
import type { Conformance, PublicPost } from '../../conformance/describe-conformance.ts'
import { handIo } from '../../conformance/hand-io.ts'
import type { RedirectConformance } from '../../conformance/redirect-promises.ts'
import type { Account, Connector, Identified, IdentifyIo, RedirectConnect } from '../../connector.ts'
import { origin } from '../api.ts'
import { connectByName } from '../connect.ts'
import { sandbox } from '../connector.ts'
import { connectByOauth } from '../sign-in.ts'

export const publicUrl = 'https://crier.example.org'

/** The simulated network, running, and the way to it. */
export interface SandboxHouse {
  db: Database
  outbound: Outbound
  connect(form: JsonObject, space?: string): Promise<Identified>
  identifyIo(space: string): IdentifyIo
  close(): Promise<void>
}

export async function startSandboxHouse(db: Database): Promise<SandboxHouse> {
  // Media are hosted on this machine.
  const outside = createOutbound({ allow: ['127.0.0.1/32'], internalHosts: new Map() })
  const network = await startSandboxNetwork({ db, publicUrl, log: pino({ level: 'silent' }), outside })
  const outbound = createOutbound({ allow: [], internalHosts: new Map([[sandboxHost, network.host]]) })
  const identifyIo = (space: string): IdentifyIo => ({
    ...handIo(outbound, {})({ commit: null, media: new Map() }),
    space,
  })
  return {
    db,
    outbound,
    identifyIo,
    connect: (form, space = randomUUID()) => connectByName.identify(form, identifyIo(space)),
    close: async () => {
      await outbound.close()
      await network.close()
      await outside.close()
    },
  }
}

/** An account as the engine would hand it to the connector. */
export function accountOf(identified: Identified): Account {
  const { externalId, username, settings } = identified
  return { id: randomUUID(), externalId, username, settings }
}

// The longest wait for a network that hangs.
const patienceMs = 1_000

/** A connected account on a network of its own, for the conformance suite. */
export async function sandboxConformance(
  db: Database,
  form: JsonObject,
  connector: Connector = sandbox,
): Promise<Conformance> {
  const house = await startSandboxHouse(db)
  const identified = await house.connect({ name: 'Harbour', ...form })
  const profileId = identified.externalId
  const setBehavior = async (behavior: JsonObject) => void (await changeBehavior(db, profileId, behavior))
  return {
    connector,
    account: accountOf(identified),
    credentials: identified.credentials,
    io: handIo(house.outbound, identified.credentials, patienceMs),
    options: {},
    world: {
      posts: () => publicPosts(db, profileId),
      revoke: async () => {
        const tokens = sql`select hash from sandbox_tokens where profile_id = ${profileId}`
        for (const { hash } of await db.rows<{ hash: Buffer }>(tokens)) await revokeToken(db, hash)
      },
      rateLimitNext: (seconds) => setBehavior({ behavior: 'rate_limit', retry_after_seconds: seconds }),
      loseNextAnswer: () => setBehavior({ behavior: 'drop_answer' }),
      workOnNext: (ms) => setBehavior({ behavior: 'hang', slow_ms: ms }),
      slowMedia: () => setBehavior({ behavior: 'slow_media', slow_ms: 1_000 }),
      block: () => setBehavior({ behavior: 'block_account' }),
      deleteByHand: (postId) => deletePost(db, profileId, postId),
      engage: (postId) => letTimePass(db, profileId, postId),
      optionMedia: {
        naming: (cover) => ({ cover }),
        shown: (postId) => readCovers(db, profileId, postId),
      },
    },
    close: house.close,
  }
}

/** A sign-in on the consent page, for the promises of a way by redirect. */
export async function sandboxRedirect(
  db: Database,
  connect: RedirectConnect = connectByOauth,
): Promise<RedirectConformance> {
  const house = await startSandboxHouse(db)
  const decide = async (url: string, decision: Decision): Promise<URL> => {
    if (!url.startsWith(`${publicUrl}/sandbox/sign-in/`)) throw new Error(`${url} is no consent page.`)
    const back = await decideAuthorization(db, url.split('/').at(-1) ?? '', decision, origin)
    if (back === null) throw new Error('The consent page was answered before.')
    return new URL(back)
  }
  return {
    connect,
    io: house.identifyIo('a space'),
    input: {},
    person: {
      agree: (url) => decide(url, { isGranted: true, behavior: 'grant', names: ['Harbour', 'Pier'] }),
      refuse: (url) => decide(url, { isGranted: false }),
    },
    close: house.close,
  }
}

/** The posts of the feed, read from the tables of the simulated network. */
export async function publicPosts(db: Database, profileId: string): Promise<PublicPost[]> {
  const rows = await db.rows<{ id: string; text: string; reply_to: string | null; media: Shown[] }>(sql`
    select id, text, reply_to, media from sandbox_posts
    where profile_id = ${profileId} and visible_at <= clock_timestamp() and deleted_at is null order by created_at`)
  return Promise.all(
    rows.map(async ({ id, text, reply_to: replyTo, media }) => {
      const images = await Promise.all(media.map((medium) => readImage(db, profileId, medium)))
      return { id, text, replyTo, images }
    }),
  )
}

/** Half a day goes by, and somebody answers: the audience of a post is drawn from its id. */
async function letTimePass(db: Database, profileId: string, postId: string) {
  await db.run(sql`
    update sandbox_posts set created_at = created_at - interval '12 hours'
    where profile_id = ${profileId} and id = ${postId}`)
  await db.run(sql`
    insert into sandbox_posts (profile_id, id, reply_to, root_id, depth, text, media, options, visible_at)
    values (${profileId}, gen_random_uuid(), ${postId}, ${postId}, 1, 'An answer', '[]', '{}', clock_timestamp())`)
  const audience = 20 + Number.parseInt(postId.slice(-3), 16)
  return { views: Math.floor(audience / 2), likes: Math.floor(audience / 24), comments: 1 }
}

async function readCovers(db: Database, profileId: string, postId: string) {
  const post = await db.row<{ cover: string | null }>(sql`
    select options ->> 'cover' as cover from sandbox_posts where profile_id = ${profileId} and id = ${postId}`)
  return post?.cover ? [await readImage(db, profileId, { id: post.cover, alt_text: '' })] : []
}

interface Shown {
  id: string
  alt_text: string
}

async function readImage(db: Database, profileId: string, { id, alt_text: altText }: Shown) {
  const row = await db.row<{ bytes: Buffer }>(sql`
    select bytes from sandbox_media where profile_id = ${profileId} and id = ${id}`)
  const { width, height } = await sharp(row?.bytes).metadata()
  return { altText, width, height }
}
