import { Type } from 'typebox'
import { asObject, isArray, type JsonObject, textOf } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import { readServerAddress } from '../../lib/settings/server-origin.ts'
import { sentence } from '../../lib/text/sentence.ts'
import { plainText } from '../../lib/web-page/plain-text.ts'
import { type ConnectIo, Failure } from '../connector.ts'
import { makeUnavailable, quoteAnswer, refusalTable } from '../kit/json-api.ts'
import { addressOf, dialect } from './api.ts'

const example = 'https://blog.example.org'

/** The field of a form that names the site. */
export const siteField = Type.String({
  title: 'Site',
  description: 'The address of the site, such as https://blog.example.org.',
  minLength: 1,
  maxLength: 500,
})

/** A site with an API, as it describes itself to anybody. */
export interface Site {
  /** Where it is after all redirects, without a slash at the end. */
  readonly address: string
  readonly apiRoot: string
  readonly name: string
  readonly iconUrl: string | null
  /** The page on which a person lets a program in; null where the site has no application passwords. */
  readonly authorizeUrl: string | null
}

/** The address that a form names, also where a person copied it from the pages behind the site. @throws Failure `invalid` */
export function readSiteAddress({ site }: JsonObject): string {
  const given = (textOf(site) ?? '').trim()
  const before = given.search(/\/(?:wp-admin|wp-login\.php|wp-json)(?:[/?#]|$)/)
  const read = readServerAddress(before === -1 ? given : given.slice(0, before), example)
  if ('fault' in read) throw new Failure('invalid', read.fault)
  return read.address
}

const mostRedirects = 3
const within = { timeoutMs: 30_000, maxBytes: 2_000_000 }

/**
 * Finds the API of a site: where its own headers say, else at the two usual places. Nothing secret is sent. Source:
 * developer.wordpress.org/rest-api/using-the-rest-api/discovery. @throws Failure `invalid` where there is none
 */
export async function findSite(given: string, io: ConnectIo): Promise<Site> {
  const { address, link } = await followRedirects(given, io)
  const said = link === null ? null : apiRootIn(link, address)
  const roots = [...(said === null ? [] : [said]), `${address}/wp-json/`, `${address}/?rest_route=/`]
  let refusal: OutboundAnswer | null = null
  for (const apiRoot of new Set(roots)) {
    const answer = await askIndex(apiRoot, io)
    const site = answer.status === 200 ? readIndex(answer, address, apiRoot) : null
    if (site) return site
    if (answer.status >= 500) throw makeUnavailable(dialect, answer)
    if (answer.status === 401 || answer.status === 403) refusal ??= answer
  }
  if (refusal) throw new Failure('forbidden', quoteAnswer(closed, dialect.words(refusal), []))
  throw new Failure('invalid', sentence('There is no WordPress with a REST API at {address}.', { address }))
}

const closed =
  'The site does not show its REST API to other programs. Allow it in the security plugin or at the host.'

/** Where a site says that it is. A secret may go there, so each step must be as safe as an address that a person names. */
async function followRedirects(
  given: string,
  io: ConnectIo,
): Promise<{ address: string; link: string | null }> {
  let address = given
  for (let redirects = 0; redirects <= mostRedirects; redirects++) {
    const answer = await io.fetch({ method: 'HEAD', url: `${address}/`, headers: {}, body: null }, within)
    const to = [301, 302, 303, 307, 308].includes(answer.status) ? textOf(answer.headers.location) : null
    const next = to === null ? null : URL.parse(to, `${address}/`)
    if (!next) return { address, link: textOf(answer.headers.link) }
    // A first page of its own, such as one for each language, is no other site.
    if (next.origin === new URL(address).origin && !`${next.href}/`.startsWith(`${address}/`))
      return { address, link: null }
    const read = readServerAddress(`${next.origin}${next.pathname}`, example)
    if ('fault' in read) throw new Failure('invalid', read.fault)
    if (read.address === address) return { address, link: null }
    address = read.address
  }
  throw new Failure('invalid', 'The site sends us from one address to the next. Give the last of them.')
}

/**
 * The root of the API that a `Link` header names. The password goes there, so it must be on the host of the site; behind a proxy a
 * site may believe that it is read without https.
 */
function apiRootIn(link: string, address: string): string | null {
  const named = /<([^<>]*)>\s*;\s*rel="?https:\/\/api\.w\.org\/"?/.exec(link)?.[1]
  const url = named === undefined ? null : URL.parse(named, `${address}/`)
  if (url?.hash !== '') return null
  const { protocol, host, hostname } = new URL(address)
  if (url.hostname !== hostname)
    throw new Failure(
      'invalid',
      sentence('The API of this site is at {host}. Give that address.', { host: url.host }),
    )
  url.protocol = protocol
  url.host = host
  return url.href
}

async function askIndex(apiRoot: string, io: ConnectIo): Promise<OutboundAnswer> {
  // The description of all routes may be larger than anybody wants to read.
  const url = addressOf(apiRoot, '/', { _fields: 'name,namespaces,authentication,site_icon_url' })
  const answer = await io.fetch(
    { method: 'GET', url, headers: { accept: 'application/json' }, body: null },
    within,
  )
  const limited = refusalTable(dialect, [])(answer, io.now(), [])
  if (limited) throw limited
  return answer
}

function readIndex({ json }: OutboundAnswer, address: string, apiRoot: string): Site | null {
  const index = asObject(json)
  if (!index || !isArray(index.namespaces) || !index.namespaces.includes('wp/v2')) return null
  const ways = asObject(asObject(index.authentication)?.['application-passwords'])
  const name = plainText(textOf(index.name) ?? '').trim()
  return {
    address,
    apiRoot,
    name: name === '' ? new URL(address).host : name,
    iconUrl: textOf(index.site_icon_url) || null,
    authorizeUrl: readAuthorizeUrl(textOf(asObject(ways?.endpoints)?.authorization), address),
  }
}

/** A person types a password there: the page must be on the host of the site. */
function readAuthorizeUrl(given: string | null, address: string): string | null {
  const url = given === null ? null : URL.parse(given)
  const site = new URL(address)
  if (!url || url.hostname !== site.hostname) return null
  url.protocol = site.protocol
  url.host = site.host
  return url.href
}
