import { readWebAddress } from '../../lib/addresses/web-address.ts'
import { asObject, isArray, type JsonObject, textOf } from '../../lib/json/json.ts'
import { type ConnectIo, Failure, type Profile } from '../connector.ts'
import { readObject } from '../kit/json-api.ts'
import { callGoogle, dialect, listFromGoogle, origins } from './api.ts'
import { readApp } from './app.ts'
import { pageOf, writeSettings } from './settings.ts'

/** A location as Google describes it now. */
export interface Location extends Profile {
  readonly id: string
  readonly displayName: string
  /** Whether its owner was verified, without which it shows no posts. */
  readonly isVerified: boolean
}

const readMask = 'name,title,storefrontAddress,metadata'
const mostAccountPages = 3
// One sign-in must end before the person loses patience.
const mostLocationPages = 30

/**
 * The locations that a person manages, each in the first account that names it: those of the person's own account, then
 * those of its groups. Posts are asked for by account and location, so each account is asked for its own.
 * Sources: `accounts.list` of the Account Management API, at most 20 on a page; `accounts.locations.list` of the Business
 * Information API, at most 100. @throws Failure
 */
export async function listLocations(token: string, io: ConnectIo): Promise<Location[]> {
  const { clientId } = await readApp(io)
  const found = new Map<string, Location>()
  let left = mostLocationPages
  for (const accountId of await listAccounts(token, io)) {
    let page: string | null = ''
    while (page !== null && left > 0) {
      left--
      const { items, next }: Listed = await listOnce(accountId, page, token, io)
      for (const item of items) {
        const location = readLocation(item, { accountId, clientId })
        if (!found.has(location.id)) found.set(location.id, location)
      }
      page = next
    }
  }
  return [...found.values()]
}

async function listAccounts(token: string, io: ConnectIo): Promise<string[]> {
  const ids: string[] = []
  let page: string | null = ''
  for (let read = 0; read < mostAccountPages && page !== null; read++) {
    const query = { pageSize: '20', ...(page && { pageToken: page }) }
    const listed: Listed = await listFromGoogle(
      origins.accounts,
      { path: '/v1/accounts', query, name: 'accounts' },
      token,
      io,
    )
    ids.push(...listed.items.map(({ name }) => idIn(name, 'accounts')))
    page = listed.next
  }
  return ids
}

interface Listed {
  readonly items: readonly JsonObject[]
  readonly next: string | null
}

/** An account may be one whose locations this person may not list, such as one of an organization: it ends no sign-in. */
async function listOnce(accountId: string, page: string, token: string, io: ConnectIo): Promise<Listed> {
  const query = { readMask, pageSize: '100', ...(page && { pageToken: page }) }
  const path = `/v1/accounts/${encodeURIComponent(accountId)}/locations`
  try {
    return await listFromGoogle(origins.locations, { path, query, name: 'locations' }, token, io)
  } catch (error) {
    if (!(error instanceof Failure) || (error.kind !== 'forbidden' && error.kind !== 'invalid')) throw error
    return { items: [], next: null }
  }
}

/** One location, for an account that is known. @throws Failure when it cannot be read */
export async function readOne(
  id: string,
  accountId: string,
  token: string,
  io: ConnectIo,
): Promise<Location> {
  const { clientId } = await readApp(io)
  const path = `/v1/locations/${encodeURIComponent(id)}`
  const answer = await callGoogle(origins.locations, { path, query: { readMask } }, token, io)
  return readLocation(readObject(dialect, answer), { accountId, clientId })
}

/** Locations of a chain have one title: the address tells them apart. */
function readLocation(item: JsonObject, known: { accountId: string; clientId: string }): Location {
  const id = idIn(item.name, 'locations')
  const metadata = asObject(item.metadata)
  const title = textOf(item.title) || id
  const mapsUrl = readWebAddress(textOf(metadata?.mapsUri))
  return {
    id,
    username: [title, ...addressOf(item)].join(', '),
    displayName: title,
    avatarUrl: null,
    profileUrl: pageOf(mapsUrl),
    settings: writeSettings({ ...known, mapsUrl }),
    isVerified: metadata?.hasVoiceOfMerchant === true,
  }
}

function addressOf({ storefrontAddress }: JsonObject): string[] {
  const address = asObject(storefrontAddress)
  const [first = null] = isArray(address?.addressLines) ? address.addressLines : []
  return [textOf(first), textOf(address?.locality)].filter((part) => part !== null && part !== '') as string[]
}

/** The number in a name such as `locations/17`. @throws Failure where there is none */
function idIn(name: unknown, kind: 'accounts' | 'locations'): string {
  const id = typeof name === 'string' ? new RegExp(`^${kind}/(\\d{1,40})$`).exec(name)?.[1] : undefined
  if (id === undefined) throw new Failure('unavailable', 'Google does not say which location this is.')
  return id
}
