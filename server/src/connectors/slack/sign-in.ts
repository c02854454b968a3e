import { Type } from 'typebox'
import { asObject, type JsonObject, textOf } from '../../lib/json/json.ts'
import { sentence } from '../../lib/text/sentence.ts'
import { type Candidate, Failure, type RedirectConnect, type RedirectIo } from '../connector.ts'
import type { Tokens } from '../kit/oauth/oauth-answers.ts'
import { beginByState, finishByState } from '../kit/oauth/oauth-by-state.ts'
import { refreshChannel } from './access.ts'
import { readFlow } from './app.ts'
import {
  type Channel,
  externalIdOf,
  listChannels,
  profileOf,
  readTeam,
  refusalOf,
  requireWriting,
  type Team,
} from './channel.ts'
import { writeCredentials } from './settings.ts'
import { type SharedTokens, shareTokens } from './shared-tokens.ts'

/** Connects channels on Slack's own page, with the operator's app. */
export const connectByOauth: RedirectConnect = {
  kind: 'redirect',
  way: 'oauth',
  fields: Type.Object({}, { additionalProperties: false }),
  needsApp: true,
  needs: ['https'],
  begin: async (_input, io) => beginByState(await readFlow(io), io),
  finish,
  refresh: refreshChannel,
  // One token is for all channels of a workspace, and ending it would end it for the others too.
  revoke: async () => undefined,
}

async function finish(callback: URLSearchParams, keep: JsonObject, io: RedirectIo): Promise<Candidate[]> {
  const flow = await readFlow(io)
  const tokens = await finishByState(flow, callback, keep, io)
  refuseOrganization(tokens)
  const { team, channels } = await readWorkspace(tokens, io)
  const shared = await shareTokens(tokens, io)
  const given = { tokens, shared, clientId: flow.client.id }
  const sorted = channels.toSorted(byUse).slice(0, mostShown)
  return sorted.map((channel, place) => describeCandidate(channel, team, given, place))
}

/** As many as a person is shown. */
const mostShown = 200

/** Channels that the app is in come first, then those that it may join. */
function byUse(one: Channel, other: Channel): number {
  return Number(other.isMember) - Number(one.isMember) || one.name.localeCompare(other.name, 'en')
}

function describeCandidate(
  channel: Channel,
  team: Team,
  { tokens, shared, clientId }: { tokens: Tokens; shared: SharedTokens | null; clientId: string },
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

/** Source: docs.slack.dev/enterprise: such a token is for many workspaces, and each call would have to name one. */
function refuseOrganization({ answer }: Tokens): void {
  if (answer.is_enterprise_install !== true && textOf(asObject(answer.team)?.id) !== null) return
  throw new Failure(
    'forbidden',
    'The app was installed for a whole organization. Sign in again and choose one workspace.',
  )
}

async function readWorkspace(
  { accessToken }: Tokens,
  io: RedirectIo,
): Promise<{ team: Team; channels: Channel[] }> {
  try {
    const team = await readTeam(accessToken, io)
    requireWriting(team)
    const channels = await listChannels(accessToken, io)
    if (channels.length > 0) return { team, channels }
    throw new Failure(
      'forbidden',
      sentence('The workspace {team} has no channel that the app can see.', { team: team.name }),
    )
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== 'unauthorized') throw error
    throw new Failure('forbidden', error.words, { platformCode: error.platformCode, cause: error })
  }
}
