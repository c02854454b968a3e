import { Type } from 'typebox'
import { asObject, type JsonObject, textOf } from '../../lib/json/json.ts'
import { type Candidate, Failure, type RedirectConnect, type RedirectIo } from '../connector.ts'
import type { Tokens } from '../kit/oauth/oauth-answers.ts'
import { beginByState, finishByState } from '../kit/oauth/oauth-by-state.ts'
import { shareTokens } from '../kit/oauth/shared-tokens.ts'
import { refreshChannel } from './access.ts'
import { readFlow } from './app.ts'
import { describeCandidates } from './candidates.ts'
import { type Channel, listSome, readTeam, requireWriting, type Team } from './channel.ts'

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
  return describeCandidates(channels, team, { tokens, shared, clientId: flow.client.id })
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
    return { team, channels: await listSome(team, accessToken, io) }
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== 'unauthorized') throw error
    throw new Failure('forbidden', error.words, { platformCode: error.platformCode, cause: error })
  }
}
