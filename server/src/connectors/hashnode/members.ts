import { asObject, type JsonObject, textOf } from '../../lib/json/json.ts'
import { type ChoicesPower, type ConnectIo, Failure, type FetchLimits } from '../connector.ts'
import { askHashnode, type GraphCall, readNodes } from './api.ts'
import { readSettings, readToken } from './settings.ts'

/** Somebody who writes in a publication. */
interface Member {
  readonly userId: string
  readonly username: string
  readonly name: string
  readonly role: string
}

type Document = GraphCall['document']

/** A publication, asked for by one of the documents that take its id. @throws Failure */
export async function readPublication(
  document: Document,
  publicationId: string,
  token: string,
  io: ConnectIo,
  within?: FetchLimits,
): Promise<JsonObject> {
  const call = { document, variables: { id: publicationId } }
  const publication = asObject((await askHashnode(call, token, io, within ? { within } : {})).publication)
  if (publication) return publication
  throw new Failure('unavailable', 'Hashnode did not show the publication.')
}

async function listMembers(publicationId: string, token: string, io: ConnectIo): Promise<Member[]> {
  const publication = await readPublication('publication', publicationId, token, io)
  return readNodes(asObject(publication.members)).flatMap(({ user, role }) => {
    const [userId, username] = [textOf(asObject(user)?.id), textOf(asObject(user)?.username)]
    if (userId === null || username === null) return []
    return [{ userId, username, name: textOf(asObject(user)?.name) ?? username, role: textOf(role) ?? '' }]
  })
}

/** A member; null for one who is none, or who hides it. @throws Failure where the publication cannot be read */
export async function findMember(
  publicationId: string,
  userId: string,
  token: string,
  io: ConnectIo,
): Promise<Member | null> {
  const members = await listMembers(publicationId, token, io)
  return members.find((member) => member.userId === userId) ?? null
}

/** The series of the publication, and the people who write in it. */
export const ownChoices: ChoicesPower = {
  power: 'choices',
  options: ['series_id', 'publish_as', 'co_authors'],
  list: async ({ option, query, account, credentials }, io) => {
    const { publicationId } = readSettings(account)
    const token = readToken(credentials)
    const choices =
      option === 'series_id'
        ? await listSeries(publicationId, token, io)
        : (await listMembers(publicationId, token, io)).map(({ userId, username, name }) => {
            return { value: userId, label: name, detail: `@${username}` }
          })
    const words = query.trim().toLowerCase()
    return choices.filter(({ label, detail }) => `${label} ${detail ?? ''}`.toLowerCase().includes(words))
  },
}

async function listSeries(publicationId: string, token: string, io: ConnectIo) {
  const publication = await readPublication('series', publicationId, token, io)
  return readNodes(asObject(publication.seriesList)).flatMap(({ id, name }) => {
    const value = textOf(id)
    return value === null ? [] : [{ value, label: textOf(name) ?? value, detail: null }]
  })
}
