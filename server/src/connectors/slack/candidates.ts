import type { Candidate } from '../connector.ts'
import type { Tokens } from '../kit/oauth/oauth-answers.ts'
import type { SharedTokens } from '../kit/oauth/shared-tokens.ts'
import { type Channel, externalIdOf, profileOf, refusalOf, type Team } from './channel.ts'
import { writeCredentials } from './settings.ts'

/** The access of a sign-in, which is one for all channels. */
export interface GivenAccess {
  readonly tokens: Pick<Tokens, 'accessToken' | 'expiresAt'>
  readonly shared: SharedTokens | null
  /** The operator's app, or null where a person brought a token. */
  readonly clientId: string | null
}

/** As many as a person is shown. */
const mostShown = 200

/** The channels to choose from: those that the app is in come first, then those that it may join. */
export function describeCandidates(
  channels: readonly Channel[],
  team: Team,
  given: GivenAccess,
): Candidate[] {
  const sorted = channels.toSorted(byUse).slice(0, mostShown)
  return sorted.map((channel, place) => describeCandidate(channel, team, given, place))
}

function byUse(one: Channel, other: Channel): number {
  return Number(other.isMember) - Number(one.isMember) || one.name.localeCompare(other.name, 'en')
}

function describeCandidate(
  channel: Channel,
  team: Team,
  { tokens, shared, clientId }: GivenAccess,
  place: number,
): Candidate {
  const credentials = writeCredentials({
    accessToken: tokens.accessToken,
    place,
    rotating: shared?.rotating ?? null,
  })
  const profile = {
    ...profileOf(channel, team, clientId),
    externalId: externalIdOf(team, channel),
    credentials,
    expiresAt: tokens.expiresAt,
  }
  const refusal = refusalOf(channel, team)
  return {
    profile,
    suggested: place === 0 && channel.isMember,
    reason: refusal === null ? null : String(refusal),
  }
}
