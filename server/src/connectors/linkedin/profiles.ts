import { readWebAddress } from '../../lib/addresses/web-address.ts'
import { asObject, type JsonObject, textOf } from '../../lib/json/json.ts'
import { type Candidate, type ConnectIo, Failure, type Identified } from '../connector.ts'
import { readObject } from '../kit/json-api.ts'
import type { Tokens } from '../kit/oauth/oauth-answers.ts'
import { callLinkedin, dialect, elementsOf, website } from './api.ts'
import { writeCredentials, writeSettings } from './settings.ts'

/** The access of one person, from which each profile gets credentials of its own. */
export type Access = Pick<Tokens, 'accessToken' | 'refreshToken' | 'expiresAt' | 'granted'>

/** The roles that may publish on a page. Source: learn.microsoft.com/linkedin, Organization Access Control. */
const publishingRoles = ['ADMINISTRATOR', 'CONTENT_ADMINISTRATOR', 'CONTENT_ADMIN']

/** The person and their pages, as far as the access reaches. @throws Failure */
export async function listProfiles(access: Access, io: ConnectIo): Promise<Candidate[]> {
  const has = (scope: string) => access.granted.includes(scope)
  const mayReadPages = has('rw_organization_admin') || has('r_organization_admin')
  const member = has('w_member_social') ? await findMember(access, io) : null
  const pages = has('w_organization_social') && mayReadPages ? await listPages(access, io) : []
  return [...(member ? [{ profile: member, suggested: true, reason: null }] : []), ...pages]
}

/** Null where no permission lets us know who they are. */
async function findMember(access: Access, io: ConnectIo): Promise<Identified | null> {
  if (access.granted.includes('openid')) {
    const body = readObject(dialect, await callLinkedin({ path: '/v2/userinfo' }, access.accessToken, io))
    return makeProfile(access, {
      kind: 'person',
      id: textOf(body.sub),
      name: textOf(body.name),
      vanityName: null,
      picture: textOf(body.picture),
    })
  }
  if (!access.granted.includes('r_basicprofile')) return null
  const body = readObject(dialect, await callLinkedin({ path: '/rest/me' }, access.accessToken, io))
  const names = [textOf(body.localizedFirstName), textOf(body.localizedLastName)]
  return makeProfile(access, {
    kind: 'person',
    id: textOf(body.id),
    name: names.filter((name) => name !== null).join(' '),
    vanityName: textOf(body.vanityName),
    picture: null,
  })
}

async function listPages(access: Access, io: ConnectIo): Promise<Candidate[]> {
  const query = { q: 'roleAssignee', state: 'APPROVED', count: '100' }
  const answer = await callLinkedin({ path: '/rest/organizationAcls', query }, access.accessToken, io)
  const roles = new Map<string, string[]>()
  for (const one of elementsOf(readObject(dialect, answer)) ?? []) {
    const id = /^urn:li:organization:(\d+)$/.exec(textOf(one?.organization) ?? '')?.[1]
    if (id !== undefined) roles.set(id, [...(roles.get(id) ?? []), textOf(one?.role) ?? ''])
  }
  return Promise.all([...roles].map(([id, held]) => describePage(id, held, access, io)))
}

async function describePage(
  id: string,
  roles: readonly string[],
  access: Access,
  io: ConnectIo,
): Promise<Candidate> {
  const body = await readPage(id, access, io)
  const profile = makeProfile(access, {
    kind: 'organization',
    id,
    name: textOf(body.localizedName) ?? `Page ${id}`,
    vanityName: textOf(body.vanityName),
    picture: null,
  })
  const isPublisher = roles.some((role) => publishingRoles.includes(role))
  const reason = `The role there (${roles.join(', ')}) may not publish. An administrator of the page can change it.`
  return { profile, suggested: isPublisher, reason: isPublisher ? null : reason }
}

/** The page's own words; nothing where an app in development may not read them. */
async function readPage(id: string, { accessToken }: Access, io: ConnectIo): Promise<JsonObject> {
  try {
    return asObject((await callLinkedin({ path: `/rest/organizations/${id}` }, accessToken, io)).json) ?? {}
  } catch (error) {
    if (error instanceof Failure && error.kind === 'forbidden') return {}
    throw error
  }
}

interface ProfileFacts {
  readonly kind: 'person' | 'organization'
  readonly id: string | null
  readonly name: string | null
  /** The name in the address of the profile. */
  readonly vanityName: string | null
  readonly picture: string | null
}

/** @throws Failure `unavailable` where LinkedIn does not say who it is */
function makeProfile(access: Access, { kind, id, name, vanityName, picture }: ProfileFacts): Identified {
  if (id === null || !/^[\w-]{1,100}$/.test(id))
    throw new Failure('unavailable', 'LinkedIn does not say whose access this is.')
  const { accessToken, refreshToken, expiresAt, granted } = access
  const folder = kind === 'person' ? 'in' : 'company'
  const page = kind === 'person' ? vanityName : (vanityName ?? id)
  return {
    externalId: `urn:li:${kind}:${id}`,
    username: vanityName ?? (name || id),
    displayName: name || id,
    avatarUrl: readWebAddress(picture),
    profileUrl: page === null ? `${website}/` : `${website}/${folder}/${encodeURIComponent(page)}/`,
    settings: writeSettings({ granted: [...granted] }),
    credentials: writeCredentials({
      accessToken,
      refreshToken,
      expiresAt: expiresAt?.getTime() ?? null,
      profileId: id,
    }),
    expiresAt,
  }
}
