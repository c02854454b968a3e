import type { JsonObject } from '../../lib/json/json.ts'
import { type Account, type ConnectIo, Failure, type Refreshed } from '../connector.ts'
import { renewShared } from '../kit/oauth/shared-tokens.ts'
import { mustSucceed, tellSlack } from './api.ts'
import { readFlow } from './app.ts'
import {
  type Channel,
  externalIdOf,
  profileOf,
  readChannel,
  readTeam,
  refusalOf,
  requireWriting,
} from './channel.ts'
import { readCredentials, readSettings, writeCredentials } from './settings.ts'

/**
 * Renews tokens that end, reads the channel again, and joins it where a person has chosen a public channel that the app was never
 * in. The app joins once: it does not come back to a channel from which it was removed. @throws Failure
 */
export async function refreshChannel(account: Account, given: JsonObject, io: ConnectIo): Promise<Refreshed> {
  const known = readCredentials(given)
  const renewed = known.rotating ? await renewShared(known.accessToken, known.rotating, readFlow, io) : null
  const accessToken = renewed?.accessToken ?? known.accessToken
  const rotating = renewed?.rotating ?? null
  try {
    return {
      credentials: writeCredentials({ ...known, accessToken, rotating }),
      expiresAt: rotating && new Date(rotating.expiresAt),
      profile: await readAgain(account, accessToken, io),
    }
  } catch (error) {
    // An app that may not post is of no use until somebody has done something about it.
    if (!(error instanceof Failure) || !['forbidden', 'invalid'].includes(error.kind)) throw error
    throw new Failure('unauthorized', error.words, { platformCode: error.platformCode, cause: error })
  }
}

async function readAgain(account: Account, token: string, io: ConnectIo) {
  const { channelId, isMember: wasMember, clientId } = readSettings(account)
  const team = await readTeam(token, io)
  requireWriting(team)
  const channel = await readChannel(channelId, token, io)
  if (externalIdOf(team, channel) !== account.externalId)
    throw new Failure('unauthorized', 'This token is for another workspace. Connect the channel again.')
  const refusal = refusalOf(wasMember ? { ...channel, isPrivate: true } : channel, team)
  if (refusal !== null) throw new Failure('forbidden', refusal)
  const joined = channel.isMember ? channel : await join(channel, token, io)
  return profileOf(joined, team, clientId)
}

/** Source: docs.slack.dev/reference/methods/conversations.join. A second call changes nothing. */
async function join(channel: Channel, token: string, io: ConnectIo): Promise<Channel> {
  mustSucceed(await tellSlack('conversations.join', { channel: channel.id }, token, io), token, io)
  return { ...channel, isMember: true }
}
