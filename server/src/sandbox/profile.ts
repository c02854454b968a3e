import Type, { type Static } from 'typebox'

/** The network's protection of a profile against a second post, and what the profile can read back. */
export type NetworkClass = 'key' | 'expiring_key' | 'two_phase' | 'list' | 'blind'

const hour = 3_600_000

/** The default life of a key or container, in milliseconds. */
export const usualLifetimeMs: Readonly<Record<NetworkClass, number>> = {
  key: hour,
  expiring_key: hour,
  two_phase: 24 * hour,
  list: hour,
  blind: hour,
}

/** The behaviours, each with its default number of affected commits; null: all. */
export const usualTimes = {
  succeed: null,
  /** 422, for good. */
  refuse: null,
  /** 429 with Retry-After; commits are accepted again after it. */
  rate_limit: 1,
  /** Media are processed for a while after they were uploaded. */
  slow_media: null,
  /** As slow_media; and a post is accepted at once and public only after a while. */
  process_slowly: null,
  /** Media are taken by their address alone, and fetched from there. */
  fetches_media: null,
  /** The post is public and the connection is destroyed without an answer. */
  drop_answer: 1,
  /** The post is public and the answer is 500. */
  error_after_accept: 1,
  /** 401, and the token is revoked. */
  lose_token: null,
  /** 403, until the behaviour changes. */
  block_account: null,
  /** The connection is destroyed and nothing was done. */
  drop_before: 1,
  /** The connection stays open without an answer; the post is public after a while all the same. */
  hang: 1,
} as const satisfies Readonly<Record<string, number | null>>

export type Behavior = keyof typeof usualTimes

export interface SandboxProfile {
  readonly id: string
  readonly name: string
  readonly network_class: NetworkClass
  readonly lifetime_ms: number
  readonly behavior: Behavior
  readonly behavior_left: number | null
  readonly slow_ms: number
  readonly retry_after_seconds: number
}

const behaviors = Object.keys(usualTimes) as Behavior[]
const networkClasses = Object.keys(usualLifetimeMs) as NetworkClass[]

/** A new behaviour of a profile. Missing members get their defaults, except class and lifetime, which stay. */
export const behaviorBody = Type.Object(
  {
    behavior: Type.Optional(Type.Enum(behaviors)),
    /** Commits it affects before the profile succeeds again. */
    times: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    /** How long "a while" is. */
    slow_ms: Type.Optional(Type.Integer({ minimum: 1, maximum: hour })),
    retry_after_seconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 86_400 })),
    network_class: Type.Optional(Type.Enum(networkClasses)),
    lifetime_ms: Type.Optional(Type.Integer({ minimum: 100, maximum: 30 * 24 * hour })),
  },
  { additionalProperties: false },
)

export const profileBody = Type.Object(
  {
    /** Within a space, one name is one profile. */
    space: Type.String({ minLength: 1, maxLength: 100 }),
    name: Type.String({ minLength: 1, maxLength: 100 }),
    ...behaviorBody.properties,
  },
  { additionalProperties: false },
)

export type BehaviorSettings = Static<typeof behaviorBody>
export type ProfileBody = Static<typeof profileBody>

const usualSlowMs = 3_000
const usualRetryAfterSeconds = 5

/** Fills in the defaults of a behaviour; null: class and lifetime stay. */
export function completeBehavior(settings: BehaviorSettings) {
  const behavior = settings.behavior ?? 'succeed'
  const networkClass = settings.network_class ?? null
  return {
    behavior,
    networkClass,
    // A new class brings its default lifetime.
    lifetimeMs: settings.lifetime_ms ?? (networkClass && usualLifetimeMs[networkClass]),
    left: settings.times ?? usualTimes[behavior],
    slowMs: settings.slow_ms ?? usualSlowMs,
    retryAfterSeconds: settings.retry_after_seconds ?? usualRetryAfterSeconds,
  }
}
