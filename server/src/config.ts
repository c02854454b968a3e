import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { isDatabaseUrl } from './lib/database-url.ts'
import { hostInUrl } from './lib/host-in-url.ts'
import { findNetworkFault } from './lib/network.ts'
import { StartError } from './lib/start-error.ts'
import { type SettingName, settings } from './settings.ts'
import type { BucketSettings } from './storage/s3/bucket.ts'
import { defaultTimings, type Timings } from './timings.ts'

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

export interface Config {
  host: string
  port: number
  /** Without a slash at the end. */
  publicUrl: string
  dataDir: string
  databaseUrl: string | null
  /** The most connections for requests, and again as many for publishing. */
  databaseConnections: number
  publishAtOnce: number
  /** Null: generated and kept in `dataDir`. */
  secretKey: Buffer | null
  /** The key that SECRET_KEY replaces. Null: none, or kept in `dataDir`. */
  secretKeyBefore: Buffer | null
  outboundAllow: readonly string[]
  /** In CIDR notation. */
  trustedProxies: readonly string[]
  rateLimitPerMinute: number
  /** In MB of 1,048,576 bytes, as are the next two. */
  imageMaxMb: number
  videoMaxMb: number
  documentMaxMb: number
  /** For each workspace, in MB of 1,048,576 bytes. Null: no limit. */
  mediaQuotaMb: number | null
  mediaQuotaFiles: number
  /** Null: media that no post ever used are never deleted. */
  mediaUnattachedHours: number | null
  /** Programs that convert media: the path of each, `off`, or nothing, where PATH is searched. */
  engines: { readonly ffmpeg: string; readonly heifConvert: string; readonly searchPath: string }
  /** Where new media are kept. */
  storage: 'disk' | 's3'
  /** Also set while media are moved to the disk or from it. */
  bucket: BucketSettings | null
  /** Media are read at `<mediaUrl>/media/…`, and also below `publicUrl`; null: there alone. Without a slash at the end. */
  mediaUrl: string | null
  /** Null: `/metrics` answers this machine alone, on PROBE_PORT. */
  metricsToken: string | null
  /** Null: there is no port for monitors. */
  probePort: number | null
  logLevel: LogLevel
  /** The variables of the operator's apps at networks, by name: `PLATFORM_…`. */
  platformVariables: Readonly<Record<string, string>>
  timings: Timings
}

/**
 * Reads the environment once and reports every wrong value at once.
 * @throws StartError with one sentence per wrong value.
 */
export function readConfig(
  env: Record<string, string | undefined> = process.env,
  { logsToTerminal }: { logsToTerminal: boolean } = { logsToTerminal: process.stderr.isTTY === true },
): Config {
  const wrong: string[] = []
  const read = (name: SettingName) => readSetting(env, name, wrong)

  const host = parseHost(read('HOST'), wrong)
  const port = parseWholeNumber('PORT', read('PORT'), 0, 65_535, wrong)
  const config: Config = {
    host,
    port,
    publicUrl: parsePublicUrl(read('PUBLIC_URL'), host, port, wrong),
    dataDir: resolve(read('DATA_DIR')),
    databaseUrl: parseDatabaseUrl(read('DATABASE_URL'), wrong),
    databaseConnections: parseWholeNumber(
      'DATABASE_CONNECTIONS',
      read('DATABASE_CONNECTIONS'),
      2,
      500,
      wrong,
    ),
    publishAtOnce: parseWholeNumber('PUBLISH_AT_ONCE', read('PUBLISH_AT_ONCE'), 48, 10_000, wrong),
    ...parseSecretKeys(read('SECRET_KEY'), read('SECRET_KEY_BEFORE'), wrong),
    outboundAllow: parseNetworks('OUTBOUND_ALLOW', read('OUTBOUND_ALLOW'), wrong),
    trustedProxies: parseTrustedProxies(read('TRUSTED_PROXIES'), wrong),
    rateLimitPerMinute: parseWholeNumber(
      'RATE_LIMIT_PER_MINUTE',
      read('RATE_LIMIT_PER_MINUTE'),
      1,
      1_000_000,
      wrong,
    ),
    imageMaxMb: parseWholeNumber('IMAGE_MAX_MB', read('IMAGE_MAX_MB'), 1, 1_000, wrong),
    videoMaxMb: parseWholeNumber('VIDEO_MAX_MB', read('VIDEO_MAX_MB'), 1, 100_000, wrong),
    documentMaxMb: parseWholeNumber('DOCUMENT_MAX_MB', read('DOCUMENT_MAX_MB'), 1, 1_000, wrong),
    mediaQuotaMb: parseMediaQuota(env, read('MEDIA_QUOTA_MB'), wrong),
    mediaQuotaFiles: parseWholeNumber('MEDIA_QUOTA_FILES', read('MEDIA_QUOTA_FILES'), 1, 10_000_000, wrong),
    mediaUnattachedHours: parseUnattachedHours(read('MEDIA_UNATTACHED_TTL'), wrong),
    engines: {
      ffmpeg: read('FFMPEG'),
      heifConvert: read('HEIF_CONVERT'),
      searchPath: env.PATH ?? '',
    },
    ...parseStorage(read, wrong),
    mediaUrl: parseAddress('MEDIA_URL', read('MEDIA_URL'), wrong),
    metricsToken: parseMetricsToken(read('METRICS_TOKEN'), wrong),
    probePort:
      read('PROBE_PORT') === '' ? null : parseWholeNumber('PROBE_PORT', read('PROBE_PORT'), 1, 65_535, wrong),
    logLevel: parseLogLevel(
      readVariable(env, 'LOG_LEVEL', wrong) ?? (logsToTerminal ? 'warn' : 'info'),
      wrong,
    ),
    platformVariables: readPlatformVariables(env, wrong),
    timings: defaultTimings,
  }
  if (wrong.length > 0) throw new StartError(wrong.join('\n'))
  return config
}

type Environment = Readonly<Record<string, string | undefined>>

function readSetting(env: Environment, name: SettingName, wrong: string[]): string {
  const fallback = settings.find((setting) => setting.name === name)?.default ?? ''
  // These defaults are made of other settings.
  const isMade = name === 'PUBLIC_URL' || name === 'MEDIA_URL' || name === 'S3_ENDPOINT'
  return readVariable(env, name, wrong) ?? (isMade ? '' : fallback)
}

/** The value of a variable, or of the file that the variable with `_FILE` names; null where neither is set. */
function readVariable(env: Environment, name: string, wrong: string[]): string | null {
  const value = env[name]
  const file = env[`${name}_FILE`]
  if (value && file) wrong.push(`${name} and ${name}_FILE are both set; set one of them.`)
  if (value) return value.trim()
  if (!file) return null
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    wrong.push(`${name}_FILE names ${file}, which cannot be read (${(error as NodeJS.ErrnoException).code}).`)
    return null
  }
}

/** Which of them a network knows is found out where the networks are known. */
function readPlatformVariables(env: Environment, wrong: string[]): Record<string, string> {
  const given = Object.keys(env).filter((name) => name.startsWith('PLATFORM_') && env[name])
  const names = [...new Set(given.map((name) => name.replace(/_FILE$/, '')))]
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = readVariable(env, name, wrong)
      return value === null ? [] : [[name, value]]
    }),
  )
}

function parseHost(text: string, wrong: string[]): string {
  if (isIP(text) || text === 'localhost') return text
  wrong.push(`HOST is "${text}"; it must be an IP address such as 127.0.0.1, or localhost.`)
  return '127.0.0.1'
}

function parseWholeNumber(name: string, text: string, min: number, max: number, wrong: string[]): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (value >= min && value <= max) return value
  wrong.push(`${name} is "${text}"; it must be a whole number from ${min} to ${max}.`)
  return min
}

function parseMediaQuota(env: Environment, text: string, wrong: string[]): number | null {
  const before = ['MEDIA_QUOTA_GB', 'MEDIA_QUOTA_GB_FILE'].find((name) => env[name])
  if (before !== undefined)
    wrong.push(`${before} is no longer read. Set MEDIA_QUOTA_MB instead; 1 GB is 1024 MB.`)
  return text === '' ? null : parseWholeNumber('MEDIA_QUOTA_MB', text, 1, 999_999_999, wrong)
}

function parseUnattachedHours(text: string, wrong: string[]): number | null {
  const hours = text === 'never' ? 0 : /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN
  if (hours <= 100_000) return hours === 0 ? null : hours
  wrong.push(
    `MEDIA_UNATTACHED_TTL is "${text}"; it must be a whole number of hours from 0 to 100000, or never.`,
  )
  return null
}

function parsePublicUrl(text: string, host: string, port: number, wrong: string[]): string {
  const fallback = `http://${hostInUrl(host)}:${port}`
  return parseAddress('PUBLIC_URL', text, wrong) ?? fallback
}

/** An address without a slash at the end; null for none. */
function parseAddress(name: SettingName, text: string, wrong: string[]): string | null {
  if (!text) return null
  const url = URL.canParse(text) ? new URL(text) : null
  if (url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username) {
    return url.href.replace(/(?<!\/)\/+$/, '')
  }
  wrong.push(`${name} is "${text}"; it must be an address such as https://crier.example.org.`)
  return null
}

const neededForBucket = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
const otherForBucket = ['S3_ENDPOINT', 'S3_PREFIX', 'S3_PUBLIC_ENDPOINT'] as const

/** A bucket may be set although media lie on the disk: they may be on their way to it or from it. */
function parseStorage(
  read: (name: SettingName) => string,
  wrong: string[],
): Pick<Config, 'storage' | 'bucket'> {
  const storage = parseChoice('STORAGE', read('STORAGE'), ['disk', 's3'] as const, wrong)
  const missing = neededForBucket.filter((name) => read(name) === '')
  const isMeant = missing.length < neededForBucket.length || otherForBucket.some((name) => read(name) !== '')
  if (storage === 'disk' && !isMeant) return { storage, bucket: null }
  if (missing.length === 0) return { storage, bucket: parseBucket(read, wrong) }
  const reason = storage === 's3' ? 'STORAGE is s3' : 'A bucket is set'
  wrong.push(`${reason}, so ${missing.join(' and ')} must be set too.`)
  return { storage, bucket: null }
}

function parseBucket(read: (name: SettingName) => string, wrong: string[]): BucketSettings {
  const [region, bucket, prefix] = [read('S3_REGION'), read('S3_BUCKET'), read('S3_PREFIX')]
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
  const accessKeyId = parseKey('S3_ACCESS_KEY_ID', read('S3_ACCESS_KEY_ID'), wrong)
  const secretAccessKey = parseKey('S3_SECRET_ACCESS_KEY', read('S3_SECRET_ACCESS_KEY'), wrong)
  const addressing = parseChoice('S3_ADDRESSING', read('S3_ADDRESSING'), ['path', 'host'] as const, wrong)
  const usual = `https://s3.${region}.amazonaws.com`
  const endpoint = parseAddress('S3_ENDPOINT', read('S3_ENDPOINT'), wrong) ?? usual
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
    publicEndpoint: parseAddress('S3_PUBLIC_ENDPOINT', read('S3_PUBLIC_ENDPOINT'), wrong),
  }
}

/** Its value is a secret, so it is not repeated. */
function parseKey(name: SettingName, text: string, wrong: string[]): string {
  if (!/^[\x21-\x7e]{1,256}$/.test(text))
    wrong.push(`${name} must be visible ASCII characters without spaces.`)
  return text
}

function parseChoice<Choice extends string>(
  name: SettingName,
  text: string,
  choices: readonly [Choice, ...Choice[]],
  wrong: string[],
): Choice {
  const found = choices.find((choice) => choice === text)
  if (found !== undefined) return found
  wrong.push(`${name} is "${text}"; it must be ${choices.join(' or ')}.`)
  return choices[0]
}

function parseDatabaseUrl(text: string, wrong: string[]): string | null {
  if (!text) return null
  if (isDatabaseUrl(text)) return text
  wrong.push(
    'DATABASE_URL must look like postgres://user:password@host:5432/database. In the password, write @ as %40, / as %2F, ? as %3F, # as %23 and % as %25.',
  )
  return null
}

function parseSecretKeys(now: string, before: string, wrong: string[]) {
  const secretKey = parseSecretKey('SECRET_KEY', now, wrong)
  const secretKeyBefore = parseSecretKey('SECRET_KEY_BEFORE', before, wrong)
  if (secretKey && secretKeyBefore && secretKey.equals(secretKeyBefore))
    wrong.push('SECRET_KEY_BEFORE is the same as SECRET_KEY; it must be the old key, or not be set.')
  return { secretKey, secretKeyBefore }
}

function parseSecretKey(name: SettingName, text: string, wrong: string[]): Buffer | null {
  if (!text) return null
  const bytes = /^[0-9a-f]+$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64')
  if (bytes.length >= 32) return bytes
  wrong.push(
    `${name} must be at least 32 bytes in hex or base64, such as the output of: openssl rand -hex 32`,
  )
  return null
}

/** Answers the networks with their lengths: an address alone is a network of one. */
function parseNetworks(name: SettingName, text: string, wrong: string[]): string[] {
  const networks = text.split(',').flatMap((part) => part.trim() || [])
  for (const network of networks) {
    const fault = findNetworkFault(network)
    if (fault !== null) wrong.push(`${name} names "${network}"; ${fault}.`)
  }
  return networks.map((network) => {
    if (network.includes('/')) return network
    return `${network}/${isIP(network) === 6 ? 128 : 32}`
  })
}

/** A list that trusts everybody would let each client choose its own address. */
function parseTrustedProxies(text: string, wrong: string[]): string[] {
  const networks = parseNetworks('TRUSTED_PROXIES', text, wrong)
  const all = networks.find((network) => network.endsWith('/0'))
  if (all !== undefined)
    wrong.push(`TRUSTED_PROXIES names "${all}", which is everybody; name the addresses of your proxies.`)
  return networks
}

function parseMetricsToken(text: string, wrong: string[]): string | null {
  if (!text) return null
  if (!/^[\x21-\x7e]{16,256}$/.test(text)) {
    wrong.push(
      'METRICS_TOKEN must be 16 to 256 visible ASCII characters, such as the output of: openssl rand -hex 32',
    )
  }
  return text
}

function parseLogLevel(text: string, wrong: string[]): LogLevel {
  const level = logLevels.find((known) => known === text)
  if (level) return level
  wrong.push(`LOG_LEVEL is "${text}"; it must be one of ${logLevels.join(', ')}.`)
  return 'info'
}
