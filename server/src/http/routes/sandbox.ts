import type { Context } from '../../context.ts'
import { feedPage, missingPage, postPage, profilesPage } from '../../sandbox/feed-page.ts'
import { feedPolicy } from '../../sandbox/feed-style.ts'
import { listProfiles, readFeed, readFeedMedium, readThread } from '../../sandbox/read-feed.ts'
import { isForwarded, isLoopback } from '../signs-of-others.ts'
import { defineStream, type StreamAnswer, type StreamRequest } from '../stream-route.ts'

/** The path of the list of all feeds of the simulated network. */
export const feedsPath = '/sandbox'

/** The feeds of the simulated network, for a browser. */
export const sandboxStreams = [
  defineStream({
    id: 'showSandbox',
    method: 'GET',
    path: feedsPath,
    group: 'pages',
    authentication: 'none',
    doc: null,
    run: async ({ config, db }, request) => {
      const profiles = isAtHome(config.publicUrl, request) ? await listProfiles(db) : null
      return pageOf(200, profilesPage(profiles, baseOf(config.publicUrl)))
    },
  }),
  defineStream({
    id: 'showSandboxFeed',
    method: 'GET',
    path: '/sandbox/{profile}',
    group: 'pages',
    authentication: 'none',
    doc: null,
    run: async ({ config, db }, { params, query }) => {
      const feed = await readFeed(db, params.profile ?? '', query.get('before'))
      return feed ? pageOf(200, feedPage(feed, baseOf(config.publicUrl))) : missing(config.publicUrl)
    },
  }),
  defineStream({
    id: 'showSandboxPost',
    method: 'GET',
    path: '/sandbox/{profile}/{post}',
    group: 'pages',
    authentication: 'none',
    doc: null,
    run: async ({ config, db }, { params }) => {
      const feed = await readThread(db, params.profile ?? '', params.post ?? '')
      const base = baseOf(config.publicUrl)
      return feed ? pageOf(200, postPage(feed, params.post ?? '', base)) : missing(config.publicUrl)
    },
  }),
  defineStream({
    id: 'showSandboxMedium',
    method: 'GET',
    path: '/sandbox/{profile}/media/{medium}',
    group: 'pages',
    authentication: 'none',
    doc: null,
    run: showMedium,
  }),
]

async function showMedium(
  { db, config }: Context,
  { params, headers }: StreamRequest,
): Promise<StreamAnswer> {
  const asked = readRange(headers.range)
  const medium = await readFeedMedium(
    db,
    params.profile ?? '',
    params.medium ?? '',
    asked ?? { start: 0, end: null },
  )
  if (!medium) return missing(config.publicUrl)
  const { bytes, mime_type: type, size } = medium
  const common = {
    ...quiet,
    'content-security-policy': "default-src 'none'; sandbox",
    'content-type': type,
    'accept-ranges': 'bytes',
    'cache-control': 'private, max-age=31536000, immutable',
  }
  if (!asked) return { status: 200, headers: common, body: bytes }
  if (bytes.length === 0)
    return { status: 416, headers: { ...quiet, 'content-range': `bytes */${size}` }, body: null }
  const range = `bytes ${asked.start}-${asked.start + bytes.length - 1}/${size}`
  return { status: 206, headers: { ...common, 'content-range': range }, body: bytes }
}

/** One range from a start, as players of videos ask for; any other form is answered with the whole. */
function readRange(header: string | string[] | undefined): { start: number; end: number | null } | null {
  const [, start, last] = /^bytes=(\d{1,9})-(\d{1,9})?$/.exec(String(header)) ?? []
  return start === undefined
    ? null
    : { start: Number(start), end: last === undefined ? null : Number(last) + 1 }
}

// Everybody who knows the address of a feed may see it, so the address must not leak.
const quiet = {
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex, nofollow',
  'cross-origin-resource-policy': 'same-origin',
}

function pageOf(status: number, body: string): StreamAnswer {
  const type = 'text/html; charset=utf-8'
  const headers = {
    ...quiet,
    'content-type': type,
    'content-security-policy': feedPolicy,
    'cache-control': 'no-store',
  }
  return { status, headers, body }
}

function missing(publicUrl: string): StreamAnswer {
  return pageOf(404, missingPage(baseOf(publicUrl)))
}

/** The path of the sandbox as a browser sees it. */
function baseOf(publicUrl: string): string {
  return `${new URL(publicUrl).pathname.replace(/\/$/, '')}${feedsPath}`
}

/**
 * The list of all profiles is only for a person at the machine itself: Crier is not published under another address, the
 * browser asked for that very one, and neither another page's script nor a proxy is asking. Browsers ask for a connection
 * that is kept, in a header that proxies do not pass on, so a proxy that says nothing of itself is told by its own. One that
 * imitates a browser in everything is not told; PUBLIC_URL tells us of it.
 */
function isAtHome(publicUrl: string, { headers, ip }: StreamRequest): boolean {
  const { host, hostname } = new URL(publicUrl)
  const isLocal = hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)
  const isDirect = !isForwarded(headers) && isLoopback(ip) && headers.connection === 'keep-alive'
  return isDirect && isLocal && headers.host === host && headers.origin === undefined
}
