import { Type } from 'typebox'
import { readWebAddress } from '../../lib/addresses/web-address.ts'
import { asObject, type JsonObject, textOf } from '../../lib/json/json.ts'
import {
  type Account,
  type Candidate,
  type ConnectIo,
  Failure,
  type Identified,
  type ListConnect,
  type Refreshed,
} from '../connector.ts'
import { cleanToken } from '../kit/clean-token.ts'
import { askHashnode, dialect, readNodes } from './api.ts'
import { findMember } from './members.ts'
import { formRefusalsOf, withoutPlan } from './refusals.ts'
import { readSettings, readToken, writeCredentials, writeSettings } from './settings.ts'

/** Connects publications by the personal access token of one of their authors. */
export const connectByToken: ListConnect = {
  kind: 'form',
  way: 'token',
  fields: Type.Object(
    {
      access_token: Type.String({
        title: 'Personal access token',
        description: 'Created at hashnode.com/settings/developer. Your publication needs the Pro plan.',
        format: 'password',
        minLength: 1,
        maxLength: 300,
      }),
    },
    { additionalProperties: false },
  ),
  needsApp: false,
  needs: [],
  list,
  refresh,
  // The API has no call that ends a token: its owner deletes it on the page where it was made.
  revoke: async () => undefined,
}

/** Each publication is asked for on its own, to say why it cannot be chosen. */
const mostShown = 20

/** A person on Hashnode, with the publications that they write in. */
interface Person {
  readonly id: string
  readonly publications: readonly JsonObject[]
  readonly username: string
  readonly picture: string | null
}

const formRefusals = formRefusalsOf(dialect)

async function list(input: JsonObject, io: ConnectIo): Promise<Candidate[]> {
  const token = cleanToken(input.access_token)
  const person = await readPerson(token, true, io)
  const candidates: Candidate[] = []
  for (const publication of person.publications.slice(0, mostShown)) {
    const profile = describeProfile(publication, person, token)
    const reason = await findReason(readSettings(profile).publicationId, person, token, io)
    const suggested = reason === null && !candidates.some((other) => other.suggested)
    candidates.push({ profile, suggested, reason })
  }
  if (candidates.length > 0) return candidates
  throw new Failure('forbidden', 'You write in no publication on Hashnode. Create a blog there first.')
}

async function readPerson(token: string, isNew: boolean, io: ConnectIo): Promise<Person> {
  const how = isNew ? { refusals: formRefusals } : {}
  const me = asObject((await askHashnode({ document: 'me', variables: {} }, token, io, how)).me)
  const [id, username] = [textOf(me?.id), textOf(me?.username)]
  if (id === null || username === null)
    throw new Failure('unavailable', 'Hashnode did not say whose token this is.')
  const publications = readNodes(asObject(me?.publications))
  return { id, username, publications, picture: textOf(me?.profilePicture) }
}

/** Why a publication cannot be chosen, in a sentence; null where it can. @throws Failure */
async function findReason(
  publicationId: string,
  { id: userId }: Person,
  token: string,
  io: ConnectIo,
): Promise<string | null> {
  try {
    const member = await findMember(publicationId, userId, token, io)
    // Source: github.com/Hashnode/gql-skill, auth-and-roles.md. The list leaves out members who hide themselves.
    const isContributor = member?.role.toUpperCase() === 'CONTRIBUTOR'
    return isContributor ? 'You are a contributor there, and contributors cannot publish.' : null
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== 'forbidden') throw error
    return error.message === withoutPlan ? withoutPlan : 'Hashnode does not let you see this publication.'
  }
}

function describeProfile(publication: JsonObject, person: Person, token: string): Identified {
  const publicationId = textOf(publication.id)
  if (publicationId === null) throw new Failure('unavailable', 'Hashnode did not name a publication.')
  const home = `https://hashnode.com/@${encodeURIComponent(person.username)}`
  const url = readWebAddress(textOf(publication.url)) ?? home
  const pictures = [asObject(publication.preferences)?.logo, publication.favicon, person.picture]
  return {
    // Several people may write in one publication, each under their own name.
    externalId: `${publicationId}/${person.id}`,
    username: url === home ? person.username : new URL(url).host,
    displayName: textOf(publication.title) ?? person.username,
    avatarUrl: pictures.map((each) => readWebAddress(textOf(each))).find((each) => each !== null) ?? null,
    profileUrl: url,
    settings: writeSettings({ publicationId, url, userId: person.id, isTeam: publication.isTeam === true }),
    credentials: writeCredentials({ accessToken: token }),
    expiresAt: null,
  }
}

/** A token has no end that Hashnode would tell. This finds out whether it is still good, and reads the profile anew. */
async function refresh(account: Account, credentials: JsonObject, io: ConnectIo): Promise<Refreshed> {
  const token = readToken(credentials)
  const { userId, publicationId } = readSettings(account)
  const person = await readPerson(token, false, io)
  if (person.id !== userId)
    throw new Failure('unauthorized', 'This token now belongs to another person. Connect the account again.')
  const publication = person.publications.find(({ id }) => id === publicationId)
  if (!publication) return { credentials, expiresAt: null, profile: null }
  const { username, displayName, avatarUrl, profileUrl, settings } = describeProfile(
    publication,
    person,
    token,
  )
  return { credentials, expiresAt: null, profile: { username, displayName, avatarUrl, profileUrl, settings } }
}
