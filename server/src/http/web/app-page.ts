import type { IncomingHttpHeaders } from 'node:http'
import type { Config } from '../../config.ts'
import type { StreamAnswer } from '../stream-route.ts'
import type { BuiltFile } from './built-app.ts'

type Settings = Pick<Config, 'publicUrl' | 'mediaUrl' | 'bucket'>

/** Paths that are never pages of the app: programs ask for them, and must get a 404. */
const forPrograms = /^\/(?:v1|app|oauth|media|docs|assets|healthz|readyz|metrics)(?:\/|$)|\.[a-z\d]{1,12}$/

/** The page that asks whether a program may use Crier. */
export const consentPath = '/authorize'

/** Hosted assistants open that page in a window of its own and wait there for its end, which they would not hear of otherwise. */
export const stayWithOpener = { 'cross-origin-opener-policy': 'unsafe-none' }

/** The page on which clients look at posts. */
const reviewPath = '/review'

/** No search engine keeps that page, and no other page learns of it. */
const forClientsAlone = { 'x-robots-tag': 'noindex, nofollow, noarchive', 'referrer-policy': 'no-referrer' }

/**
 * Whether a browser asks for a page of the app. The app itself knows its pages and says where there is none, so every path is one
 * that is not known otherwise.
 */
export function asksForPage(
  { method, headers }: { readonly method: string; readonly headers: IncomingHttpHeaders },
  path: string,
): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  return (headers.accept ?? '').includes('text/html') && !forPrograms.test(path)
}

/**
 * Where a browser goes that sends here what a phone's share sheet gave it. Its service worker takes shares before they reach the
 * server; a browser that has lost its worker gets the page that says so, and has a worker again from then on.
 */
export const lostShare = 'share?kept=none'

/** Whether a browser sends a share. */
export function sendsShare(
  { method, headers }: { readonly method: string; readonly headers: IncomingHttpHeaders },
  path: string,
): boolean {
  return method === 'POST' && path === '/share' && (headers.accept ?? '').includes('text/html')
}

/**
 * The page of the app: the same at every address, but for the files that it asks for early. It says whether the browser brought a
 * session: then it asks at once who is there, and otherwise not at all.
 */
export function appPage(
  app: ReadonlyMap<string, BuiltFile> | null,
  settings: Settings,
  path: string,
  hasSession: boolean,
): StreamAnswer {
  const index = app?.get('index.html')
  if (index === undefined) return notBuilt
  const base = new URL(settings.publicUrl).pathname.replace(/\/$/, '')
  const { bytes } = index.inCoding(undefined)
  const text = bytes
    .toString('utf8')
    .replaceAll('%CRIER_BASE%', base)
    .replaceAll('%CRIER_SESSION%', hasSession ? 'perhaps' : 'none')
    // The files name each other from where they lie, and the page from wherever it is shown.
    .replaceAll(/(src|href)="\.\//g, `$1="${base}/`)
    .replaceAll(/<link data-who=""([^<>]*)>/g, hasSession ? '<link$1>' : '')
    // The build says at which addresses a file is needed first (web/build/early.ts).
    .replaceAll(/<link data-at="([^"<>]*)"([^<>]*)>/g, (_link, at: string, rest: string) =>
      at.split(' ').includes(path) ? `<link${rest}>` : '',
    )
  return {
    status: 200,
    headers: {
      'content-type': index.type,
      'cache-control': 'no-store',
      'content-security-policy': policyOf(settings),
      'referrer-policy': 'same-origin',
      ...(path === consentPath ? stayWithOpener : {}),
      ...(path === reviewPath ? forClientsAlone : {}),
    },
    body: text,
  }
}

/** Media may lie at another host, and large files go straight to the object storage. Nothing else comes from elsewhere. */
function policyOf({ mediaUrl, bucket }: Settings): string {
  const media = mediaUrl === null ? [] : [new URL(mediaUrl).origin]
  const storage = bucket === null ? [] : storageOrigins(bucket)
  const from = (...sources: string[]) => ["'self'", ...new Set(sources)].join(' ')
  return [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src ${from('data:', 'blob:', ...media, ...storage)}`,
    `media-src ${from('blob:', ...media, ...storage)}`,
    `connect-src ${from(...media, ...storage)}`,
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ')
}

/** Browsers reach the object storage only where it has an address for the world. */
function storageOrigins({ publicEndpoint, bucket, addressing }: NonNullable<Settings['bucket']>): string[] {
  if (publicEndpoint === null) return []
  const url = new URL(publicEndpoint)
  if (addressing === 'host') url.hostname = `${bucket}.${url.hostname}`
  return [url.origin]
}

const notBuilt: StreamAnswer = {
  status: 503,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: 'The app was not built. Run `npm run build-web`, and start Crier again.\n',
}
