import { Type } from 'typebox'
import { type JsonObject, textOf } from '../../lib/json/json.ts'
import { type Candidate, type ConnectIo, Failure, type ListConnect } from '../connector.ts'
import { refreshChannel } from './access.ts'
import { describeCandidates } from './candidates.ts'
import {
  type Channel,
  listChannels,
  listSome,
  readChannel,
  readTeam,
  refusalOf,
  requireWriting,
} from './channel.ts'

/** Connects channels by the token of an app that the person has made in their own workspace. */
export const connectByBot: ListConnect = {
  kind: 'form',
  way: 'bot_token',
  fields: Type.Object(
    {
      bot_token: Type.String({
        title: 'Token of the bot',
        description:
          'The Bot User OAuth Token of your app, which begins with xoxb-. It stands at api.slack.com/apps under OAuth & Permissions.',
        format: 'password',
        minLength: 1,
        maxLength: 300,
      }),
      channel: Type.Optional(
        Type.String({
          title: 'Channel',
          description:
            'Its name, such as #harbour, its id, such as C0123456789, or its address. Left out, you choose from the channels that the app sees. Invite the app to a private one first with /invite.',
          maxLength: 300,
        }),
      ),
    },
    { additionalProperties: false },
  ),
  needsApp: false,
  needs: [],
  list,
  refresh: refreshChannel,
  // The token belongs to the person's own app, and to its other channels. README.md says how its owner ends it.
  revoke: async () => undefined,
}

async function list(input: JsonObject, io: ConnectIo): Promise<Candidate[]> {
  const token = cleanToken(textOf(input.bot_token) ?? '')
  const named = readName(textOf(input.channel) ?? '')
  const team = await readTeam(token, io)
  requireWriting(team)
  const access = { tokens: { accessToken: token, expiresAt: null }, shared: null, clientId: null }
  if (named === null) return describeCandidates(await listSome(team, token, io), team, access)
  const channel = await findChannel(named, token, io)
  const refusal = refusalOf(channel, team)
  if (refusal !== null) throw new Failure('forbidden', refusal)
  return describeCandidates([channel], team, access)
}

/** @throws Failure `invalid` with what to copy in place of it */
function cleanToken(text: string): string {
  const token = text.trim()
  if (/^xoxb-[\w-]{10,250}$/.test(token)) return token
  if (/^xoxe/.test(token))
    throw new Failure(
      'invalid',
      'Tokens of this app end after twelve hours, because token rotation is on. Make another app without it.',
    )
  throw new Failure('invalid', 'Copy the whole Bot User OAuth Token, and nothing else. It begins with xoxb-.')
}

type Named = { readonly id: string } | { readonly name: string }

/** A name, an id, or an address with the id in it; null where nothing is named. @throws Failure `invalid` */
function readName(text: string): Named | null {
  const given = text.trim()
  if (given === '') return null
  const id =
    /^(?:https:\/\/[\w.-]{1,200}\/(?:archives|client\/\w{1,30})\/)?([CG][A-Z0-9]{6,30})(?:[/?#].*)?$/.exec(
      given,
    )?.[1]
  if (id !== undefined) return { id }
  const name = given.replace(/^#/, '').toLowerCase()
  // Source: slack.com/help/articles/201402297. Names may have letters of any script.
  if (/^[\p{L}\p{M}\p{N}_-]{1,80}$/u.test(name)) return { name }
  throw new Failure(
    'invalid',
    'Name the channel as #harbour, by its id, such as C0123456789, or by the address that Slack copies as its link.',
  )
}

async function findChannel(named: Named, token: string, io: ConnectIo): Promise<Channel> {
  if ('id' in named) return readChannel(named.id, token, io)
  const channels = await listChannels(token, io)
  const found = channels.find(({ name }) => name === named.name)
  if (found) return found
  throw new Failure(
    'invalid',
    'Slack shows the app no channel of this name. Invite the app to it with /invite, or give the id of the channel.',
  )
}
