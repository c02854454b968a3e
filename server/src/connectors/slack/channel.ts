import { readWebAddress } from '../../lib/addresses/web-address.ts'
import { asObject, type JsonObject, textOf } from '../../lib/json/json.ts'
import { sentence } from '../../lib/text/sentence.ts'
import { type ConnectIo, Failure, type Profile } from '../connector.ts'
import { makeRequest } from '../kit/json-api.ts'
import { listIn, mustSucceed, nextPageOf, origin, readSlack } from './api.ts'
import { writeSettings } from './settings.ts'

/** The workspace that a token is for, and the token's permissions. */
export interface Team {
  readonly id: string
  readonly name: string
  /** With a slash at its end. */
  readonly url: string
  readonly scopes: readonly string[]
  /** The name under which people invite the app. */
  readonly botName: string
}

/** A channel as Slack describes it to the app. */
export interface Channel {
  readonly id: string
  readonly name: string
  readonly isPrivate: boolean
  readonly isMember: boolean
  readonly isArchived: boolean
}

/**
 * Finds out whose token it is. The permissions are in a header of the answer. Source: docs.slack.dev/reference/methods/auth.test.
 * @throws Failure
 */
export async function readTeam(token: string, io: ConnectIo): Promise<Team> {
  const answer = await io.fetch(makeRequest(origin, { method: 'POST', path: '/api/auth.test', token }))
  const body = mustSucceed(answer, token, io)
  const [id, url] = [textOf(body.team_id), readWebAddress(textOf(body.url))]
  if (!id || !/^T\w{1,30}$/.test(id) || url === null || textOf(body.bot_id) === null)
    throw new Failure('unavailable', 'Slack does not say which workspace this token belongs to.')
  const scopes = (answer.headers['x-oauth-scopes'] ?? '').split(',').map((scope) => scope.trim())
  return {
    id,
    name: textOf(body.team) ?? '',
    url: url.endsWith('/') ? url : `${url}/`,
    scopes: scopes.filter((scope) => scope !== ''),
    botName: textOf(body.user) ?? '',
  }
}

/** One channel by its id. @throws Failure */
export async function readChannel(id: string, token: string, io: ConnectIo): Promise<Channel> {
  const body = await readSlack('conversations.info', { channel: id }, token, io)
  const channel = readOne(asObject(body.channel) ?? {})
  if (channel) return channel
  throw new Failure(
    'invalid',
    'This is a conversation between people. Posts go to a channel: name one of those.',
  )
}

const onPage = 500
// The method may be called twenty times a minute.
const mostPages = 12

/**
 * The channels that the app can see and that are not archived: all public ones, and the private ones that it is in. The first
 * 6,000 are read. Source: docs.slack.dev/reference/methods/conversations.list.
 * @throws Failure
 */
export async function listChannels(token: string, io: ConnectIo): Promise<Channel[]> {
  const found = new Map<string, Channel>()
  let page: string | null = ''
  for (let read = 0; read < mostPages && page !== null; read++) {
    const body: JsonObject = await readSlack(
      'conversations.list',
      {
        types: 'public_channel,private_channel',
        exclude_archived: 'true',
        limit: String(onPage),
        ...(page && { cursor: page }),
      },
      token,
      io,
    )
    for (const item of listIn(body, 'channels')) {
      const channel = readOne(item)
      if (channel && !channel.isArchived) found.set(channel.id, channel)
    }
    page = nextPageOf(body)
  }
  return [...found.values()]
}

/** All that there are. @throws Failure `forbidden` where there are none */
export async function listSome(team: Team, token: string, io: ConnectIo): Promise<Channel[]> {
  const channels = await listChannels(token, io)
  if (channels.length > 0) return channels
  throw new Failure(
    'forbidden',
    sentence('The workspace {team} has no channel that the app can see.', { team: team.name }),
  )
}

/** Null for conversations between people, which are no channels. @throws Failure where it has no id or name */
function readOne(item: JsonObject): Channel | null {
  if (item.is_im === true || item.is_mpim === true) return null
  const [id, name] = [textOf(item.id), textOf(item.name)]
  if (!id || !/^[CG]\w{1,30}$/.test(id) || !name)
    throw new Failure('unavailable', 'Slack does not say which channel this is.')
  return {
    id,
    name,
    isPrivate: item.is_private === true,
    isMember: item.is_member === true,
    isArchived: item.is_archived === true,
  }
}

/** Why the app cannot post there, in words that say what to do; null where it can, if need be after it joined. */
export function refusalOf(channel: Channel, { scopes, botName }: Team) {
  if (channel.isArchived) return 'This channel is archived. Restore it at Slack, or choose another one.'
  if (channel.isMember || (!channel.isPrivate && scopes.includes('channels:join'))) return null
  return sentence('The app is not in this channel. Write /invite @{name} there, then connect it again.', {
    name: botName,
  })
}

/** A channel as the profile of an account. */
export function profileOf(
  { id, name, isPrivate, isMember }: Channel,
  team: Team,
  clientId: string | null,
): Profile & { readonly displayName: string } {
  return {
    username: name,
    displayName: team.name === '' ? `#${name}` : `#${name}, ${team.name}`,
    // The picture of a workspace needs one more permission.
    avatarUrl: null,
    profileUrl: `${team.url}archives/${id}`,
    settings: writeSettings({
      teamId: team.id,
      teamName: team.name,
      teamUrl: team.url,
      channelId: id,
      channelName: name,
      isPrivate,
      isMember,
      scopes: [...team.scopes],
      clientId,
    }),
  }
}

/** The id of an account: a channel that two workspaces share has one id in both. */
export function externalIdOf(team: Pick<Team, 'id'>, channel: Pick<Channel, 'id'>): string {
  return `${team.id}-${channel.id}`
}

/** Lets nobody connect who could not post. @throws Failure `forbidden` */
export function requireWriting({ scopes }: Team): void {
  if (scopes.includes('chat:write')) return
  throw new Failure(
    'forbidden',
    'The app may not write: it lacks the permission chat:write. Add it, and install the app in the workspace again.',
  )
}
