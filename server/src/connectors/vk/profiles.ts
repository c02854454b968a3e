import { readWebAddress } from '../../lib/addresses/web-address.ts'
import { asObject, isArray, type Json, type JsonObject, textOf } from '../../lib/json/json.ts'
import { type ConnectIo, Failure } from '../connector.ts'
import { callVk, idOf, objectsIn, website } from './api.ts'

/** A wall: that of a person, or of a community, whose number is negative then. */
export interface Wall {
  readonly externalId: string
  readonly username: string
  readonly displayName: string
  readonly avatarUrl: string | null
  readonly profileUrl: string
}

const fields = 'screen_name,photo_200'

/** The person of a token. Source: dev.vk.com/en/method/users.get. @throws Failure */
export async function readPerson(token: string, io: ConnectIo): Promise<Wall> {
  const { response } = await callVk('users.get', { fields }, token, io)
  const [person] = isArray(response) ? response.map(asObject) : []
  const id = idOf(person?.id)
  if (!person || id === null) throw new Failure('unavailable', 'VK does not say whose access it is.')
  const name = [person.first_name, person.last_name].flatMap((part) => textOf(part) ?? []).join(' ')
  return describeWall(person, String(id), `id${id}`, name)
}

/** The communities in whose name the person may post. Source: dev.vk.com/en/method/groups.get. @throws Failure */
export async function readCommunities(token: string, io: ConnectIo): Promise<readonly Wall[]> {
  const asked = { filter: 'admin,editor', extended: '1', fields, count: '1000' }
  const { response } = await callVk('groups.get', asked, token, io)
  return objectsIn(asObject(response)?.items).flatMap((group) => describeCommunity(group) ?? [])
}

/** The community of a key. Source: dev.vk.com/en/method/groups.getById. @throws Failure */
export async function readCommunity(token: string, io: ConnectIo): Promise<Wall> {
  const { response } = await callVk('groups.getById', { fields }, token, io)
  const groups: Json | undefined = isArray(response) ? response : asObject(response)?.groups
  const [group] = isArray(groups) ? groups.map(asObject) : []
  const wall = group ? describeCommunity(group) : null
  if (wall === null) throw new Failure('unavailable', 'VK does not say which community this is.')
  return wall
}

function describeCommunity(group: JsonObject): Wall | null {
  const id = idOf(group.id)
  return id === null ? null : describeWall(group, `-${id}`, `club${id}`, textOf(group.name) ?? '')
}

function describeWall(from: JsonObject, externalId: string, usualName: string, name: string): Wall {
  const given = textOf(from.screen_name) ?? ''
  const username = /^[\w.]{1,64}$/.test(given) ? given : usualName
  return {
    externalId,
    username,
    displayName: name.trim() || username,
    avatarUrl: readWebAddress(textOf(from.photo_200)),
    profileUrl: `${website}/${username}`,
  }
}
