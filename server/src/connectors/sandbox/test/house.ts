import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import sharp from 'sharp'
import { type Database, sql } from '../../../db/database.ts'
import type { JsonObject } from '../../../lib/json/json.ts'
import { createOutbound } from '../../../lib/safe-fetch/create-outbound.ts'
import type { Outbound } from '../../../lib/safe-fetch/outbound.ts'
import { sandboxHost, startSandboxNetwork } from '../../../sandbox/listen.ts'
import { changeBehavior, revokeToken } from '../../../sandbox/open-profile.ts'
import type { Conformance, PublicPost } from '../../conformance/describe-conformance.ts'
import { handIo } from '../../conformance/hand-io.ts'
import type { Account, Connector, Identified, IdentifyIo } from '../../connector.ts'
import { connectByName } from '../connect.ts'
import { sandbox } from '../connector.ts'

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
  const network = await startSandboxNetwork({ db, publicUrl, log: pino({ level: 'silent' }) })
  const outbound = createOutbound({ allow: [], internalHosts: new Map([[sandboxHost, network.door]]) })
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
  const tell = async (conduct: JsonObject) => void (await changeBehavior(db, profileId, conduct))
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
      rateLimitNext: (seconds) => tell({ behavior: 'rate_limit', retry_after_seconds: seconds }),
      loseNextAnswer: () => tell({ behavior: 'drop_answer' }),
      workOnNext: (ms) => tell({ behavior: 'hang', slow_ms: ms }),
      slowMedia: () => tell({ behavior: 'slow_media', slow_ms: 1_000 }),
      block: () => tell({ behavior: 'block_account' }),
      optionMedia: {
        naming: (cover) => ({ cover }),
        shown: (postId) => readCovers(db, profileId, postId),
      },
    },
    close: house.close,
  }
}

/** The posts of the feed, read from the tables of the simulated network. */
export async function publicPosts(db: Database, profileId: string): Promise<PublicPost[]> {
  const rows = await db.rows<{ id: string; text: string; reply_to: string | null; media: Shown[] }>(sql`
    select id, text, reply_to, media from sandbox_posts
    where profile_id = ${profileId} and visible_at <= clock_timestamp() order by created_at`)
  return Promise.all(
    rows.map(async ({ id, text, reply_to: replyTo, media }) => {
      const images = await Promise.all(media.map((medium) => readImage(db, profileId, medium)))
      return { id, text, replyTo, images }
    }),
  )
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
