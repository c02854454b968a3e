import { isIP } from 'node:net'
import type { GivenSettings } from '../../lib/settings/given-settings.ts'
import type { BucketSettings } from './bucket.ts'

const needed = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
const others = ['S3_ENDPOINT', 'S3_PREFIX', 'S3_PUBLIC_ENDPOINT'] as const

type Name = 'STORAGE' | 'S3_REGION' | 'S3_ADDRESSING' | (typeof needed)[number] | (typeof others)[number]

export interface StorageSettings {
  /** Where new media are kept. */
  readonly storage: 'disk' | 's3'
  /** Also set while media are moved to the disk or from it. */
  readonly bucket: BucketSettings | null
}

/** Reads where media are kept. A bucket may be set although they lie on the disk: they may be on their way to it or from it. */
export function readStorage(given: GivenSettings<Name>): StorageSettings {
  const storage = given.choice('STORAGE', ['disk', 's3'])
  const missing = needed.filter((name) => given.text(name) === '')
  const isMeant = missing.length < needed.length || others.some((name) => given.text(name) !== '')
  if (storage === 'disk' && !isMeant) return { storage, bucket: null }
  if (missing.length === 0) return { storage, bucket: readBucket(given) }
  const reason = storage === 's3' ? 'STORAGE is s3' : 'A bucket is set'
  given.wrong.push(`${reason}, so ${missing.join(' and ')} must be set too.`)
  return { storage, bucket: null }
}

function readBucket(given: GivenSettings<Name>): BucketSettings {
  const { wrong } = given
  const [region, bucket, prefix] = [given.text('S3_REGION'), given.text('S3_BUCKET'), given.text('S3_PREFIX')]
  if (!/^[a-z0-9-]{1,40}$/i.test(region))
    wrong.push(`S3_REGION is "${region}"; it must be the name of a region, such as eu-central-1.`)
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    wrong.push(
      `S3_BUCKET is "${bucket}"; it must have 3 to 63 small letters, digits, dots and hyphens, as buckets do.`,
    )
  if (
    !/^[\w.-]{0,100}(?:\/[\w.-]{1,100}){0,5}\/?$/.test(prefix) ||
    /(?:^|\/)\.{1,2}(?:\/|$)|^\//.test(prefix)
  )
    wrong.push(`S3_PREFIX is "${prefix}"; it must be a name or a path without a slash before it.`)
  const accessKeyId = readKey(given, 'S3_ACCESS_KEY_ID')
  const secretAccessKey = readKey(given, 'S3_SECRET_ACCESS_KEY')
  const addressing = given.choice('S3_ADDRESSING', ['path', 'host'])
  const endpoint = given.address('S3_ENDPOINT') ?? `https://s3.${region}.amazonaws.com`
  if (
    addressing === 'host' &&
    URL.canParse(endpoint) &&
    isIP(new URL(endpoint).hostname.replace(/^\[|]$/g, ''))
  )
    wrong.push('S3_ADDRESSING is host, and S3_ENDPOINT names an IP address; use a name, or path.')
  return {
    endpoint,
    region,
    bucket,
    accessKeyId,
    secretAccessKey,
    addressing,
    prefix: prefix === '' ? '' : `${prefix.replace(/\/$/, '')}/`,
    publicEndpoint: given.address('S3_PUBLIC_ENDPOINT'),
  }
}

/** Its value is a secret, so it is not repeated. */
function readKey({ text: textOf, wrong }: GivenSettings<Name>, name: (typeof needed)[number]): string {
  const text = textOf(name)
  if (!/^[\x21-\x7e]{1,256}$/.test(text))
    wrong.push(`${name} must be visible ASCII characters without spaces.`)
  return text
}
