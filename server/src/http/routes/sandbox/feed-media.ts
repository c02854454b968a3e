import type { Context } from '../../../context.ts'
import { readFeedMedium } from '../../../sandbox/read-feed.ts'
import { defineStream, type StreamAnswer, type StreamRequest } from '../../stream-route.ts'

/** The path below which the simulated network has its profiles, their posts and their media. */
export const feedsPath = '/sandbox'

/** The path of the pages of the app that show them. */
export const feedPagesPath = '/build/sandbox'

/** The addresses of the simulated network: its pages are in the app, and its media are served here. */
export const sandboxStreams = [
  defineStream({
    id: 'showSandbox',
    method: 'GET',
    path: feedsPath,
    group: 'pages',
    authentication: 'none',
    mayWait: true,
    doc: null,
    run: async ({ config }) => leadTo(config.publicUrl, ''),
  }),
  defineStream({
    id: 'showSandboxFeed',
    method: 'GET',
    path: '/sandbox/{profile}',
    group: 'pages',
    authentication: 'none',
    mayWait: true,
    doc: null,
    run: async ({ config }, { params }) =>
      leadTo(config.publicUrl, `/${encodeURIComponent(params.profile ?? '')}`),
  }),
  defineStream({
    id: 'showSandboxPost',
    method: 'GET',
    path: '/sandbox/{profile}/{post}',
    group: 'pages',
    authentication: 'none',
    doc: null,
    run: async ({ config }, { params }) => {
      const { profile = '', post = '' } = params
      return leadTo(config.publicUrl, `/${encodeURIComponent(profile)}?post=${encodeURIComponent(post)}`)
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

/** The app shows a feed to the members of the workspace that its account is in. */
function leadTo(publicUrl: string, path: string): StreamAnswer {
  const location = `${publicUrl.replace(/\/$/, '')}${feedPagesPath}${path}`
  return { status: 302, headers: { ...quiet, location, 'cache-control': 'no-store' }, body: null }
}

async function showMedium({ db }: Context, { params, headers }: StreamRequest): Promise<StreamAnswer> {
  const asked = readRange(headers.range)
  const medium = await readFeedMedium(
    db,
    params.profile ?? '',
    params.medium ?? '',
    asked ?? { start: 0, end: null },
  )
  if (!medium) return missing
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

// Everybody who knows the address of a medium may see it, so the address must not leak.
const quiet = {
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex, nofollow',
  'cross-origin-resource-policy': 'same-origin',
}

const missing: StreamAnswer = {
  status: 404,
  headers: { ...quiet, 'content-type': 'text/plain; charset=utf-8' },
  body: 'There is nothing here.\n',
}
