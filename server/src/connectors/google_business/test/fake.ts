import { FakeGoogle } from '../../kit/fakes/fake-google-login.ts'
import { type FakeServer, startFakeServer } from '../../kit/fakes/fake-server.ts'
import { neededScope } from '../app.ts'
import { accounts, listAccounts, listLocations, locations, readLocation } from './fake-locations.ts'
import { changePost, deletePost, listPosts, makePost, readPost } from './fake-posts.ts'
import { errorInfo, refuse, type World } from './fake-world.ts'

/** The calls, as faults and the journal name them, whatever the location. */
export const calls = {
  publish: 'POST localPosts',
  list: 'GET localPosts',
  read: 'GET localPost',
  edit: 'PATCH localPost',
  delete: 'DELETE localPost',
  accounts: 'GET /v1/accounts',
  locations: 'GET locations',
} as const

/** Google with two people and their businesses. It refuses everything that its documentation says is refused. */
export interface FakeBusiness extends FakeServer {
  readonly google: FakeGoogle
  readonly world: World
}

export async function startFakeBusiness(): Promise<FakeBusiness> {
  const google = new FakeGoogle(['harbour', 'tide'], [neededScope, 'https://www.googleapis.com/auth/youtube'])
  const world: World = {
    accounts,
    locations,
    posts: [],
    processMs: 0,
    mostOnPage: 1_000,
    hosts: new Map(),
    repeatsSource: false,
    isApproved: true,
    access: ({ headers }) => {
      const token = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? ''
      const owner = google.oauth.ownerOf(token)
      if (!owner) throw refuse(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.')
      if (!owner.scopes.includes(neededScope)) {
        const details = [errorInfo('ACCESS_TOKEN_SCOPE_INSUFFICIENT')]
        throw refuse(403, 'PERMISSION_DENIED', 'Insufficient authentication scopes.', details)
      }
      if (!world.isApproved) {
        const details = [errorInfo('RATE_LIMIT_EXCEEDED', { quota_limit_value: '0' })]
        throw refuse(429, 'RESOURCE_EXHAUSTED', 'Quota exceeded for quota metric Requests.', details)
      }
      return owner.person
    },
  }
  const server = await startFakeServer({
    nameOf: (method, path) => `${method} ${shorten(path)}`,
    routes: {
      ...google.routes,
      [calls.accounts]: (call) => listAccounts(world, call),
      [calls.locations]: (call) => listLocations(world, call),
      'GET /v1/locations/:id': (call, id) => readLocation(world, call, id),
      [calls.publish]: (call) => makePost(world, call),
      [calls.list]: (call) => listPosts(world, call),
      [calls.read]: (call) => readPost(world, call),
      [calls.edit]: (call) => changePost(world, call),
      [calls.delete]: (call) => deletePost(world, call),
    },
    internalError: { error: { code: 500, message: 'Internal error encountered.', status: 'INTERNAL' } },
  })
  google.oauth.issuer = server.url
  return { ...server, google, world }
}

/** The path of a call without the numbers of its account and location. */
function shorten(path: string): string {
  if (/^\/v4\/accounts\/\d+\/locations\/\d+\/localPosts$/.test(path)) return 'localPosts'
  if (/^\/v4\/accounts\/\d+\/locations\/\d+\/localPosts\/\d+$/.test(path)) return 'localPost'
  return /^\/v1\/accounts\/\d+\/locations$/.test(path) ? 'locations' : path
}
