import { Type } from 'typebox'
import { type JsonObject, textOf } from '../../lib/json/json.ts'
import { sentence } from '../../lib/text/sentence.ts'
import {
  type Account,
  type Candidate,
  type ConnectIo,
  Failure,
  type Identified,
  type ListConnect,
  type Refreshed,
} from '../connector.ts'
import { type Access, accessOf } from './api.ts'
import { type FoundChannel, type ListedChannel, listChannels, readChannel } from './channels.ts'
import { writeBotCredentials } from './settings.ts'

/** Connects channels by the token of a bot that is in their servers and may post there. */
export const connectByBot: ListConnect = {
  kind: 'form',
  way: 'bot_token',
  fields: Type.Object(
    {
      bot_token: Type.String({
        title: 'Token of the bot',
        description:
          'The developer portal shows it once, on the page Bot of your application, after Reset Token.',
        format: 'password',
        minLength: 1,
        maxLength: 300,
      }),
      channel: Type.Optional(
        Type.String({
          title: 'Channel',
          description:
            'Its name, such as #news, its link or its id. Left out, you choose from the channels of the bot. It must be allowed to view the channel, send messages, attach files and read the message history there.',
          maxLength: 300,
        }),
      ),
    },
    { additionalProperties: false },
  ),
  needsApp: false,
  needs: [],
  list,
  refresh,
  // Discord has no call that ends the token of a bot. README.md says how its owner ends it.
  revoke: async () => undefined,
}

async function list(input: JsonObject, io: ConnectIo): Promise<Candidate[]> {
  const token = cleanToken(textOf(input.bot_token) ?? '')
  const access: Access = { sender: 'bot', token }
  const named = textOf(input.channel)?.trim() ?? ''
  if (named === '')
    return (await listAny(access, io)).map((one, place) => describeCandidate(one, place, token))
  const wanted = readWanted(named)
  const id = 'id' in wanted ? wanted.id : chooseChannel(wanted.name, await listAny(access, io))
  return [{ profile: identified(await readChannel(id, access, io), token), suggested: true, reason: null }]
}

function identified({ channelId, ...profile }: FoundChannel, token: string): Identified {
  const credentials = writeBotCredentials({ botToken: token })
  return { ...profile, externalId: channelId, credentials, expiresAt: null }
}

function describeCandidate({ found, reason }: ListedChannel, place: number, token: string): Candidate {
  return { profile: identified(found, token), suggested: place === 0 && reason === null, reason }
}

/** @throws Failure `forbidden` where the bot sees no channel */
async function listAny(access: Access, io: ConnectIo): Promise<ListedChannel[]> {
  const all = await listChannels(access, io)
  if (all.length > 0) return all
  throw new Failure('forbidden', 'The bot sees no text channel and no announcement channel. Let it view one.')
}

/** A token has three parts with points between them. One that is copied with the name of its scheme is taken too. */
function cleanToken(text: string): string {
  const token = text.trim().replace(/^Bot\s+/i, '')
  if (/^[\w-]{10,100}\.[\w-]{4,20}\.[\w-]{20,120}$/.test(token)) return token
  throw new Failure(
    'invalid',
    'Copy the whole token of the bot, and nothing else: three groups of letters and digits with points between them.',
  )
}

const addressPattern =
  /^(?:https?:\/\/)?(?:(?:www|ptb|canary)\.)?discord(?:app)?\.com\/channels\/\d{1,20}\/(\d{1,20})(?:\/\d{1,20})?\/?$/i

/** An id, also from the link of a channel or of a message in it, or else a name. @throws Failure `invalid` */
function readWanted(text: string): { readonly id: string } | { readonly name: string } {
  const id = addressPattern.exec(text)?.[1] ?? /^\d{15,20}$/.exec(text)?.[0]
  if (id !== undefined) return { id }
  const name = text.replace(/^#/, '')
  if (!/[/\s]/.test(name)) return { name }
  throw new Failure('invalid', 'Name the channel as #news, by the link that Copy Link gives, or by its id.')
}

const mostNamed = 25

/** The only channel of that name. @throws Failure `invalid`, which names those that there are */
function chooseChannel(name: string, all: readonly ListedChannel[]): string {
  const fitting = all.filter((one) => one.name.toLowerCase() === name.toLowerCase())
  const [only, ...more] = fitting
  if (only && more.length === 0) return only.found.channelId
  const shown = (fitting.length > 0 ? fitting : all).slice(0, mostNamed)
  const channels = shown.map((one) => `#${one.name} (${one.guildName}, ${one.found.channelId})`)
  throw new Failure(
    'invalid',
    sentence('Choose one of the channels, by its name or its id: {channels}.', { channels }),
  )
}

/** A token has no end. This finds out whether the bot may still post, and reads the channel again. */
async function refresh(account: Account, credentials: JsonObject, io: ConnectIo): Promise<Refreshed> {
  try {
    const access = accessOf(account, credentials)
    const { channelId: _, ...profile } = await readChannel(account.externalId, access, io)
    return { credentials, expiresAt: null, profile }
  } catch (error) {
    // A bot that may not post is of no use until its owner has done something about it.
    if (!(error instanceof Failure) || !['forbidden', 'invalid'].includes(error.kind)) throw error
    throw new Failure('unauthorized', error.words, { platformCode: error.platformCode, cause: error })
  }
}
