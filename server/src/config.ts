import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { usualUrlOf } from './lib/addresses/host-in-url.ts'
import { readBilling, type StripeSettings } from './lib/settings/billing-settings.ts'
import { isDatabaseUrl } from './lib/settings/database-url.ts'
import {
  type Environment,
  type GivenSettings,
  openSettings,
  readVariable,
} from './lib/settings/given-settings.ts'
import { type MailSettings, readMailSettings } from './lib/settings/mail-settings.ts'
import { type OidcSettings, parseOidc } from './lib/settings/oidc-settings.ts'
import { readSecrets, type SecretSettings } from './lib/settings/secret-settings.ts'
import { StartError } from './lib/settings/start-error.ts'
import { type SettingName, settings } from './settings.ts'
import { readStorage, type StorageSettings } from './storage/s3/read-storage.ts'
import { defaultTimings, type Timings } from './timings.ts'

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

export interface Config extends SecretSettings, StorageSettings {
  host: string
  port: number
  /** Without a slash at the end. */
  publicUrl: string
  dataDir: string
  databaseUrl: string | null
  /** The most connections for requests, and again as many for publishing. */
  databaseConnections: number
  publishAtOnce: number
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
  /** How many workspaces a person may own and still make another one. */
  workspacesPerPerson: number
  /** Null: media that no post ever used are never deleted. */
  mediaUnattachedHours: number | null
  /** After so many days events are deleted, with their webhook deliveries. */
  eventsKeptDays: number
  /** Null: entries of the audit log are never deleted. */
  auditLogDays: number | null
  /** Platforms whose figures are not read. */
  figuresOff: readonly string[]
  /** Programs that convert media: the path of each, `off`, or nothing, where PATH is searched. */
  engines: { readonly ffmpeg: string; readonly heifConvert: string; readonly searchPath: string }
  /** Media are read at `<mediaUrl>/media/…`, and also below `publicUrl`; null: there alone. Without a slash at the end. */
  mediaUrl: string | null
  /** Who may make an account without an invitation. */
  signup: 'open' | 'closed'
  /**
   * The service that answers ranges of breached passwords, without a slash at the end; null where passwords are not
   * looked up.
   */
  passwordBreachCheck: string | null
  /** Null where there is no identity provider. */
  oidc: OidcSettings | null
  /** Null where nobody pays: the operator alone turns subscriptions on and off. */
  stripe: StripeSettings | null
  /** Null: no mail is sent, and links are shown instead. */
  mail: MailSettings | null
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
  env: Environment = process.env,
  { logsToTerminal }: { logsToTerminal: boolean } = { logsToTerminal: process.stderr.isTTY === true },
): Config {
  const given = openSettings(env, defaultOf)
  const { wrong, text } = given
  const host = readHost(given)
  const port = given.wholeNumber('PORT', 0, 65_535)
  const config: Config = {
    host,
    port,
    publicUrl: given.address('PUBLIC_URL') ?? usualUrlOf({ host, port }),
    dataDir: readDataDir(given),
    databaseUrl: readDatabaseUrl(given),
    databaseConnections: given.wholeNumber('DATABASE_CONNECTIONS', 2, 500),
    publishAtOnce: given.wholeNumber('PUBLISH_AT_ONCE', 48, 10_000),
    ...readSecrets(given),
    outboundAllow: given.networks('OUTBOUND_ALLOW'),
    trustedProxies: readTrustedProxies(given),
    rateLimitPerMinute: given.wholeNumber('RATE_LIMIT_PER_MINUTE', 1, 1_000_000),
    imageMaxMb: given.wholeNumber('IMAGE_MAX_MB', 1, 1_000),
    videoMaxMb: given.wholeNumber('VIDEO_MAX_MB', 1, 100_000),
    documentMaxMb: given.wholeNumber('DOCUMENT_MAX_MB', 1, 1_000),
    mediaQuotaMb: readMediaQuota(given, env),
    mediaQuotaFiles: given.wholeNumber('MEDIA_QUOTA_FILES', 1, 10_000_000),
    workspacesPerPerson: given.wholeNumber('WORKSPACES_PER_PERSON', 0, 10_000),
    mediaUnattachedHours: readUnattachedHours(given),
    eventsKeptDays: given.wholeNumber('EVENTS_KEPT_DAYS', 4, 3_650),
    auditLogDays: readAuditLogDays(given),
    figuresOff: text('FIGURES_OFF')
      .split(',')
      .flatMap((part) => part.trim() || []),
    engines: { ffmpeg: text('FFMPEG'), heifConvert: text('HEIF_CONVERT'), searchPath: env.PATH ?? '' },
    ...readStorage(given),
    mediaUrl: given.address('MEDIA_URL'),
    signup: given.choice('SIGNUP', ['closed', 'open']),
    passwordBreachCheck: readBreachCheck(given),
    oidc: parseOidc(text, wrong),
    stripe: readBilling(given),
    mail: readMailSettings(text('SMTP_URL'), text('MAIL_FROM'), wrong),
    probePort: text('PROBE_PORT') === '' ? null : given.wholeNumber('PROBE_PORT', 1, 65_535),
    logLevel: readLogLevel(env, logsToTerminal ? 'warn' : 'info', wrong),
    platformVariables: readPlatformVariables(env, wrong),
    timings: defaultTimings,
  }
  if (wrong.length > 0) throw new StartError(wrong.join('\n'))
  return config
}

type Given = GivenSettings<SettingName>

// Their defaults are made of other settings.
const made: ReadonlySet<SettingName> = new Set(['PUBLIC_URL', 'MEDIA_URL', 'S3_ENDPOINT'])

function defaultOf(name: SettingName): string {
  return made.has(name) ? '' : (settings.find((setting) => setting.name === name)?.default ?? '')
}

function readHost({ text: textOf, wrong }: Given): string {
  const text = textOf('HOST')
  if (isIP(text) || text === 'localhost') return text
  wrong.push(`HOST is "${text}"; it must be an IP address such as 127.0.0.1, or localhost.`)
  return 'localhost'
}

/** A unit of systemd, for example, passes ~ on as it is, and the data would be in a folder of that name. */
function readDataDir({ text: textOf, wrong }: Given): string {
  const text = textOf('DATA_DIR')
  if (text.startsWith('~'))
    wrong.push(`DATA_DIR is "${text}"; ~ means something to a shell alone: write the whole path.`)
  return resolve(text)
}

function readDatabaseUrl({ text: textOf, wrong }: Given): string | null {
  const text = textOf('DATABASE_URL')
  if (!text) return null
  if (isDatabaseUrl(text)) return text
  wrong.push(
    'DATABASE_URL must look like postgres://user:password@host:5432/database. In the password, write @ as %40, / as %2F, ? as %3F, # as %23 and % as %25.',
  )
  return null
}

/** A list that trusts everybody would let each client choose its own address. */
function readTrustedProxies({ networks: networksOf, wrong }: Given): string[] {
  const networks = networksOf('TRUSTED_PROXIES')
  const all = networks.find((network) => network.endsWith('/0'))
  if (all !== undefined)
    wrong.push(`TRUSTED_PROXIES names "${all}", which is everybody; name the addresses of your proxies.`)
  return networks
}

function readMediaQuota({ text, wholeNumber, wrong }: Given, env: Environment): number | null {
  const before = ['MEDIA_QUOTA_GB', 'MEDIA_QUOTA_GB_FILE'].find((name) => env[name])
  if (before !== undefined)
    wrong.push(`${before} is no longer read. Set MEDIA_QUOTA_MB instead; 1 GB is 1024 MB.`)
  return text('MEDIA_QUOTA_MB') === '' ? null : wholeNumber('MEDIA_QUOTA_MB', 1, 999_999_999)
}

function readUnattachedHours({ text: textOf, wrong }: Given): number | null {
  const text = textOf('MEDIA_UNATTACHED_TTL')
  const hours = text === 'never' ? 0 : /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN
  if (hours <= 100_000) return hours === 0 ? null : hours
  wrong.push(
    `MEDIA_UNATTACHED_TTL is "${text}"; it must be a whole number of hours from 0 to 100000, or never.`,
  )
  return null
}

function readAuditLogDays({ text: textOf, wrong }: Given): number | null {
  const text = textOf('AUDIT_LOG_DAYS')
  const days = text === 'never' ? 0 : /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (text === 'never' || days >= 1) return days === 0 ? null : days
  wrong.push(`AUDIT_LOG_DAYS is "${text}"; it must be a whole number of days from 1 to 99999, or never.`)
  return null
}

/** Have I Been Pwned, or a service that answers as it does. */
function readBreachCheck({ text: textOf, address, wrong }: Given): string | null {
  const text = textOf('PASSWORD_BREACH_CHECK')
  if (text === 'off') return null
  if (text === 'on') return 'https://api.pwnedpasswords.com/range'
  if (/^https?:/i.test(text)) return address('PASSWORD_BREACH_CHECK')
  wrong.push(`PASSWORD_BREACH_CHECK is "${text}"; it must be off, on, or the address of your own copy.`)
  return null
}

function readLogLevel(env: Environment, usual: LogLevel, wrong: string[]): LogLevel {
  const text = readVariable(env, 'LOG_LEVEL', wrong) ?? usual
  const level = logLevels.find((known) => known === text)
  if (level) return level
  wrong.push(`LOG_LEVEL is "${text}"; it must be one of ${logLevels.join(', ')}.`)
  return 'info'
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
