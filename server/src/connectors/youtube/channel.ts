import { readWebAddress } from '../../lib/addresses/web-address.ts'
import { asObject, type JsonObject, textOf } from '../../lib/json/json.ts'
import { type ConnectIo, Failure, type Profile } from '../connector.ts'
import { listFromYoutube } from './api.ts'
import { readApp } from './app.ts'
import { writeSettings } from './settings.ts'

export interface Channel extends Profile {
  readonly id: string
  readonly displayName: string
}

/** The channels of an access: the one that the person chose at Google. @throws Failure when one cannot be read */
export async function readChannels(
  token: string,
  granted: readonly string[],
  io: ConnectIo,
): Promise<Channel[]> {
  const query = { part: 'snippet,contentDetails,status', mine: 'true', maxResults: '50' }
  const { items } = await listFromYoutube('channels', query, token, io)
  const { clientId, uploadsPerDay } = await readApp(io)
  return items.map((item) => readChannel(item, { clientId, uploadsPerDay, granted: [...granted] }))
}

interface Known {
  clientId: string
  uploadsPerDay: number
  granted: string[]
}

function readChannel(item: JsonObject, known: Known): Channel {
  const snippet = asObject(item.snippet)
  const lists = asObject(asObject(item.contentDetails)?.relatedPlaylists)
  const [id, title, uploads] = [textOf(item.id), textOf(snippet?.title), textOf(lists?.uploads)]
  if (id === null || title === null || uploads === null)
    throw new Failure('unavailable', 'YouTube does not say which channel this is.')
  return {
    id,
    username: textOf(snippet?.customUrl) ?? title,
    displayName: title,
    avatarUrl: readWebAddress(textOf(asObject(asObject(snippet?.thumbnails)?.default)?.url)),
    profileUrl: `https://www.youtube.com/channel/${encodeURIComponent(id)}`,
    settings: writeSettings({ ...known, uploads, isVerified: isVerified(item) }),
  }
}

/** Videos over 15 minutes and thumbnails ask for the same proof by telephone (support.google.com/youtube/answer/171664). */
function isVerified({ status }: JsonObject): boolean | null {
  const long = textOf(asObject(status)?.longUploadsStatus)
  if (long === 'allowed') return true
  return long === 'eligible' || long === 'disallowed' ? false : null
}
