import type { FakeAnswer, FakeCall, FakeServer } from '../../kit/fakes/fake-server.ts'
import { startFakeServer } from '../../kit/fakes/fake-server.ts'
import { type RestCall, shown, userOf } from './fake-call.ts'
import { serveComments } from './fake-comments.ts'
import { serveMedia } from './fake-media.ts'
import { servePosts } from './fake-posts.ts'
import { serveTerms } from './fake-terms.ts'
import { isUuid, noRoute, serveMe } from './fake-users.ts'
import {
  addPassword,
  createWorld,
  type FakeWorld,
  inGroups,
  refuse,
  siteOrigin,
  userNamed,
} from './fake-world.ts'

/** The call that makes a draft public, or changes a post, as faults and the journal of calls name it. */
export const publishing = 'POST one post'

/** A WordPress in memory, that refuses everything a real one was seen to refuse. */
export interface FakeWordPress extends FakeServer {
  readonly world: FakeWorld
  /** The address under which it is known. */
  readonly site: string
}

export async function startFakeWordPress(
  shape: Partial<FakeWorld> = {},
  origin = siteOrigin,
): Promise<FakeWordPress> {
  const world = { ...createWorld(), ...shape }
  const site = `${origin}${world.folder}`
  const server = await startFakeServer({
    routes: { '*': (call) => answer(world, site, call) },
    nameOf: (method, path) => nameOf(method, path.slice(world.folder.length).replace(/^\/wp-json/, '')),
    internalError: {
      code: 'internal_server_error',
      message: 'There has been a critical error on this website.',
      data: { status: 500 },
    },
  })
  return { ...server, world, site }
}

function nameOf(method: string, route: string): string {
  return /^\/wp\/v2\/(?:posts|pages)\/\d+$/.test(route) && method === 'POST'
    ? publishing
    : `${method} ${route}`
}

function answer(world: FakeWorld, site: string, call: FakeCall): FakeAnswer | Promise<FakeAnswer> {
  const { pathname, searchParams } = call.url
  if (!`${pathname}/`.startsWith(`${world.folder}/`)) return page(404, 'Not Found')
  const path = pathname.slice(world.folder.length)
  if (path === '/wp-admin/authorize-application.php') return authorize(world, site, searchParams)
  const route = routeOf(world, path, searchParams)
  if (route === null) return path === '/' || path === '' ? firstPage(world, site) : page(404, 'Not Found')
  if (world.closed === 'page') return page(403, '<h1>Forbidden</h1>')
  if (world.closed === 'json')
    throw refuse(
      401,
      'rest_login_required',
      'The REST API on this site is restricted to authenticated users.',
    )
  const user = userOf(world, call)
  return serve({ world, method: call.method, route, query: searchParams, user, call, site })
}

function routeOf({ hasPrettyLinks }: FakeWorld, path: string, query: URLSearchParams): string | null {
  if (path === '/' || path === '') return query.get('rest_route')
  if (!hasPrettyLinks || !/^\/wp-json(?:\/|$)/.test(path)) return null
  return path.slice('/wp-json'.length) || '/'
}

function page(status: number, html: string): FakeAnswer {
  return { status, json: null, bytes: { bytes: Buffer.from(html), mimeType: 'text/html' } }
}

/** Source: rest_output_link_header. */
function firstPage({ saysLink, hasPrettyLinks }: FakeWorld, site: string): FakeAnswer {
  const root = hasPrettyLinks ? `${site}/wp-json/` : `${site}/index.php?rest_route=/`
  const link = `<${root.replace('index.php', '')}>; rel="https://api.w.org/"`
  return { ...page(200, '<h1>The harbour</h1>'), headers: saysLink ? { link } : {} }
}

function serve(rest: RestCall): FakeAnswer | Promise<FakeAnswer> {
  const { route, world, site } = rest
  if (route === '/') {
    const authorization = `${site}/wp-admin/authorize-application.php`
    const ways = world.hasPasswords ? { 'application-passwords': { endpoints: { authorization } } } : []
    const namespaces = ['oembed/1.0', 'wp/v2', 'wp-site-health/v1', 'wp-block-editor/v1']
    const name = 'The harbour &amp; its boats'
    return shown(rest, {
      name,
      url: site,
      home: site,
      namespaces,
      authentication: ways,
      site_icon_url: '',
      routes: {},
    })
  }
  const [, resource = '', below = ''] = /^\/wp\/v2\/(\w+)(\/.*)?$/.exec(route) ?? []
  const id = /^\/(\d+)$/.exec(below)?.[1]
  const number = id === undefined ? null : Number(id)
  const isKnown = below === '' || number !== null
  if (resource === 'users' && below.startsWith('/me')) return serveMe(rest, below.slice('/me'.length))
  if (resource === 'posts' && isKnown) return servePosts(rest, 'post', number)
  if (resource === 'pages' && isKnown) return servePosts(rest, 'page', number)
  if (resource === 'comments' && isKnown) return serveComments(rest, number)
  if (resource === 'media' && below === '') return serveMedia(rest)
  if (resource === 'categories' && below === '') return serveTerms(rest, 'categories')
  if (resource === 'tags' && below === '') return serveTerms(rest, 'tags')
  throw refuse(404, 'rest_no_route', noRoute)
}

/**
 * The page on which a person lets a program in, with the answer of one who is signed in: `no` says that they refuse. Source:
 * wp-admin/authorize-application.php.
 */
function authorize(world: FakeWorld, site: string, query: URLSearchParams): FakeAnswer {
  const [success, reject] = [query.get('success_url') ?? '', query.get('reject_url') ?? '']
  const isSafe = [success, reject].every((url) => url.startsWith('https://'))
  const [name, appId] = [query.get('app_name') ?? '', query.get('app_id') ?? '']
  if (!isSafe || !isUuid(appId) || name === '')
    return page(400, 'The Authorize Application request is not allowed.')
  if (query.has('no')) return { status: 302, json: null, headers: { location: reject } }
  const user = userNamed(world)
  if (user.passwords.some((one) => one.name === name))
    return page(200, 'Each application name should be unique.')
  const { password } = addPassword(user, name, appId)
  const back = new URL(success)
  back.searchParams.set('site_url', site)
  back.searchParams.set('user_login', user.login)
  back.searchParams.set('password', inGroups(password))
  return { status: 302, json: null, headers: { location: back.href } }
}
