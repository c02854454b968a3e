import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { isDatabaseUrl } from './lib/database-url.ts'
import { hostInUrl } from './lib/host-in-url.ts'
import { findNetworkFault } from './lib/network.ts'
import { StartError } from './lib/start-error.ts'

/** An environment variable. `docs/configuration.md` is generated from this list. */
interface Setting {
  name: string
  default: string
  description: string
  secret?: true
}

export const settings = [
  { name: 'PORT', default: '4747', description: 'The port that serves the API, uploads and media.' },
  {
    name: 'HOST',
    default: '127.0.0.1',
    description: 'The address to listen on. `0.0.0.0` or `::` opens Crier to the network.',
  },
  {
    name: 'PUBLIC_URL',
    default: 'http://HOST:PORT',
    description: 'The address at which clients reach Crier. Media and upload URLs begin with it.',
  },
  {
    name: 'DATA_DIR',
    default: './data',
    description: 'The folder for the embedded PostgreSQL, the generated secrets and the stored media.',
  },
  {
    name: 'DATABASE_URL',
    default: '',
    secret: true,
    description:
      'Your own PostgreSQL (15 or newer) instead of the embedded one, as `postgres://user:password@host:port/database`.',
  },
  {
    name: 'DATABASE_CONNECTIONS',
    default: '10',
    description:
      'The most database connections that a process opens for requests, and again as many for publishing. `docs/scaling.md` adds up the few others.',
  },
  {
    name: 'PUBLISH_AT_ONCE',
    default: '384',
    description:
      'How many posts a worker process publishes at once. At most two thirds of them are on one platform. `docs/scaling.md` says when a smaller number is better.',
  },
  {
    name: 'SECRET_KEY',
    default: '',
    secret: true,
    description:
      'At least 32 bytes in hex or base64, used to encrypt tokens and to sign upload URLs. If it is not set, Crier generates one in DATA_DIR. Keep a copy apart from the database.',
  },
  {
    name: 'SECRET_KEY_BEFORE',
    default: '',
    secret: true,
    description:
      'The old SECRET_KEY while it is replaced by another one. Everything that it encrypted or signed stays valid. `docs/self-hosting.md` says when to set it and when to remove it.',
  },
  {
    name: 'OUTBOUND_ALLOW',
    default: '',
    description:
      'Networks that outgoing requests may reach besides the public internet, in CIDR notation and separated by commas, such as `127.0.0.1/32,10.0.0.0/8`. In these networks http, every port and literal IP addresses are allowed.',
  },
  {
    name: 'TRUSTED_PROXIES',
    default: '',
    description:
      'The networks of your own proxies, in CIDR notation and separated by commas, such as `127.0.0.1/32`. The address of a client that comes through them is read from `X-Forwarded-For`: the last one that is not a trusted proxy. API keys that are limited to addresses need it behind a proxy.',
  },
  {
    name: 'RATE_LIMIT_PER_MINUTE',
    default: '600',
    description: 'How many requests an API key may make per minute.',
  },
  {
    name: 'IMAGE_MAX_MB',
    default: '50',
    description: 'The largest image that may be uploaded, in MB of 1,048,576 bytes.',
  },
  {
    name: 'VIDEO_MAX_MB',
    default: '5120',
    description: 'The largest video that may be uploaded, in MB of 1,048,576 bytes.',
  },
  {
    name: 'DOCUMENT_MAX_MB',
    default: '100',
    description: 'The largest PDF that may be uploaded, in MB of 1,048,576 bytes.',
  },
  {
    name: 'MEDIA_QUOTA_GB',
    default: '500',
    description:
      'How many GB of 1,073,741,824 bytes the media of one workspace may have together, as they were uploaded.',
  },
  {
    name: 'MEDIA_QUOTA_FILES',
    default: '100000',
    description: 'How many media one workspace may have.',
  },
  {
    name: 'METRICS_TOKEN',
    default: '',
    secret: true,
    description:
      'A token of at least 16 characters. A monitor sends it as `Authorization: Bearer …` to read `/metrics`, from anywhere. If it is not set, `/metrics` is only on PROBE_PORT.',
  },
  {
    name: 'PROBE_PORT',
    default: '',
    description:
      'A port for monitors, on HOST: every process answers `/healthz`, `/readyz` and `/metrics` there. Without METRICS_TOKEN, `/metrics` answers only programs on this machine that ask this port directly, so do not publish it through a proxy. If it is not set, a `work` process listens on no port.',
  },
  {
    name: 'LOG_LEVEL',
    default: 'info',
    description:
      'How much is logged: `trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`. From `info` on, there is a line for each request. If it is not set and the log goes to a terminal, only warnings and errors are logged, so that the terminal stays readable.',
  },
] as const satisfies readonly Setting[]

type SettingName = (typeof settings)[number]['name']

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** Durations in milliseconds, from `docs/states.md`. Tests shorten them; no variable sets them. */
export interface Timings {
  /** A commit is sent within this time after it is stored, or not at all. */
  sendWindowMs: number
  /** How long a network may take to answer a commit; a connector may ask for more. */
  requestTimeoutMs: number
  /** How long a network gets after the last possible answer to show a post, before we look. */
  settleMs: number
  leaseMs: number
  leaseRenewMs: number
  /** A worker that reopened its session ignores missing sessions of others for this time. */
  sessionGraceMs: number
  /** How long before its time a target with media is prepared. */
  prepareLeadMs: number
  /** The first pause after a failure that may succeed later. It doubles with each failure. */
  backoffMs: number
  /** Pauses between looks at a network that shows nothing (R4 of the state machine). */
  reconcilePausesMs: readonly number[]
  /** An accepted commit without a verdict needs a review after this time. */
  confirmLimitMs: number
  /** How long a process holds an upload without renewing its claim. It renews it three times as often. */
  uploadLeaseMs: number
  /** An upload that is slower than 10 kB a second for this time is cut off. */
  uploadStallMs: number
  /** The dispatcher queries the database at least this often, in case a wake-up was lost. */
  wakeFallbackMs: number
  /** A stopping worker finishes its current work within this time and hands over the rest. */
  stopMs: number
  /** A stopping server answers 503 for at least this time before it closes idle connections. */
  lingerMs: number
}

export const defaultTimings: Timings = {
  sendWindowMs: 5_000,
  requestTimeoutMs: 30_000,
  settleMs: 30_000,
  leaseMs: 60_000,
  leaseRenewMs: 15_000,
  sessionGraceMs: 10_000,
  prepareLeadMs: 60_000,
  backoffMs: 2_000,
  reconcilePausesMs: [60_000, 180_000, 600_000],
  confirmLimitMs: 24 * 3_600_000,
  uploadLeaseMs: 30_000,
  uploadStallMs: 30_000,
  wakeFallbackMs: 5_000,
  stopMs: 22_000,
  lingerMs: 500,
}

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
  /** For each workspace, in GB of 1,073,741,824 bytes. */
  mediaQuotaGb: number
  mediaQuotaFiles: number
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
    mediaQuotaGb: parseWholeNumber('MEDIA_QUOTA_GB', read('MEDIA_QUOTA_GB'), 1, 1_000_000, wrong),
    mediaQuotaFiles: parseWholeNumber('MEDIA_QUOTA_FILES', read('MEDIA_QUOTA_FILES'), 1, 10_000_000, wrong),
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
  return readVariable(env, name, wrong) ?? (name === 'PUBLIC_URL' ? '' : fallback)
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

function parsePublicUrl(text: string, host: string, port: number, wrong: string[]): string {
  const fallback = `http://${hostInUrl(host)}:${port}`
  if (!text) return fallback
  const url = URL.canParse(text) ? new URL(text) : null
  if (url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username) {
    return url.href.replace(/(?<!\/)\/+$/, '')
  }
  wrong.push(`PUBLIC_URL is "${text}"; it must be an address such as https://crier.example.org.`)
  return fallback
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
