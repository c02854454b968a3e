import sharp from 'sharp'
import type { JsonObject } from '../../../lib/json/json.ts'
import type { PublicPost } from '../../conformance/describe-conformance.ts'
import { itemsOf, objectOf } from './record-rules.ts'

/** A post as it stands on a server. */
export interface StandingPost {
  readonly uri: string
  readonly cid: string
  readonly record: JsonObject
}

/** Everything an account has published, read from its server, newest first. */
export function readPosts(url: string, did: string): Promise<StandingPost[]> {
  return readRecords(url, did, 'app.bsky.feed.post')
}

export async function readRecords(url: string, did: string, collection: string): Promise<StandingPost[]> {
  const query = new URLSearchParams({ repo: did, collection, limit: '100' })
  const answer = await fetch(`${url}/xrpc/com.atproto.repo.listRecords?${query}`)
  const { records }: { records: { uri: string; cid: string; value: JsonObject }[] } = JSON.parse(
    await answer.text(),
  )
  return records.map(({ uri, cid, value }) => ({ uri, cid, record: value }))
}

/** The posts in the form of the conformance suite, with each picture measured from the bytes that the server gives out. */
export async function readPublicPosts(url: string, did: string): Promise<PublicPost[]> {
  const posts = await readPosts(url, did)
  return Promise.all(
    posts.map(async ({ uri, record }) => ({
      id: uri,
      text: String(record.text),
      images: await Promise.all(imagesOf(record).map((image) => measure(url, did, image))),
      replyTo: replyOf(record),
    })),
  )
}

export function imagesOf(record: JsonObject): JsonObject[] {
  return itemsOf(objectOf(record.embed)?.images)
    .map(objectOf)
    .filter((image) => image !== null)
}

/** The bytes of a picture as the server gives them to everybody. */
export async function readImage(url: string, did: string, image: JsonObject): Promise<Buffer> {
  const cid = String(objectOf(objectOf(image.image)?.ref)?.$link)
  const answer = await fetch(`${url}/xrpc/com.atproto.sync.getBlob?${new URLSearchParams({ did, cid })}`)
  if (!answer.ok) throw new Error(`The picture ${cid} is not there: ${answer.status}.`)
  return Buffer.from(await answer.arrayBuffer())
}

async function measure(url: string, did: string, image: JsonObject): Promise<PublicPost['images'][number]> {
  const { width, height } = await sharp(await readImage(url, did, image)).metadata()
  return { altText: String(image.alt), width, height }
}

function replyOf(record: JsonObject): string | null {
  const uri = objectOf(objectOf(record.reply)?.parent)?.uri
  return typeof uri === 'string' ? uri : null
}
