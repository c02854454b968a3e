import type { JsonObject } from '../../../lib/json/json.ts'
import type { FakeAnswer, FakeCall } from '../../kit/fakes/fake-server.ts'
import {
  type FakeAccount,
  type FakeLocation,
  ok,
  pageOf,
  refuse,
  refuseUnknown,
  type World,
} from './fake-world.ts'

export const accounts: readonly FakeAccount[] = [
  { id: '101', type: 'PERSONAL', title: 'Harriet Harbour', owner: 'harbour', locationIds: ['201'] },
  { id: '102', type: 'LOCATION_GROUP', title: 'Cafés', owner: 'harbour', locationIds: ['201', '202', '203'] },
  { id: '103', type: 'ORGANIZATION', title: 'A company', owner: 'harbour', locationIds: [] },
  { id: '104', type: 'PERSONAL', title: 'Theo Tide', owner: 'tide', locationIds: [] },
]

export const locations: readonly FakeLocation[] = [
  {
    id: '201',
    title: 'Harbour Café',
    address: { addressLines: ['1 Quay Street', 'Second floor'], locality: 'Bath' },
    isVerified: true,
  },
  { id: '202', title: 'Harbour Café', address: null, isVerified: true },
  {
    id: '203',
    title: 'Harbour Kiosk',
    address: { addressLines: [], locality: 'Wells' },
    isVerified: false,
  },
]

export function listAccounts(world: World, call: FakeCall): FakeAnswer {
  const person = world.access(call)
  const own = world.accounts.filter(({ owner }) => owner === person).map(showAccount)
  return pageOf(
    call,
    { name: 'accounts', most: 20, usual: 20, known: ['filter', 'parentAccount'] },
    own,
    world,
  )
}

function showAccount({ id, type, title }: FakeAccount): JsonObject {
  return {
    name: `accounts/${id}`,
    accountName: title,
    type,
    role: 'PRIMARY_OWNER',
    verificationState: 'UNVERIFIED',
  }
}

export function listLocations(world: World, call: FakeCall): FakeAnswer {
  const person = world.access(call)
  const id = /^\/v1\/accounts\/([^/]+)\//.exec(call.url.pathname)?.[1]
  const account = world.accounts.find((one) => one.id === id)
  if (!account) throw refuse(404, 'NOT_FOUND', 'Requested entity was not found.')
  if (account.owner !== person || account.type === 'ORGANIZATION')
    throw refuse(403, 'PERMISSION_DENIED', 'The caller does not have permission')
  const mask = maskOf(call)
  const own = account.locationIds.map((each) => showLocation(find(world, each), mask))
  const how = { name: 'locations', most: 100, usual: 10, known: ['readMask', 'filter', 'orderBy'] }
  return pageOf(call, how, own, world)
}

export function readLocation(world: World, call: FakeCall, id: string): FakeAnswer {
  const person = world.access(call)
  refuseUnknown(call.url, ['readMask'])
  const mask = maskOf(call)
  if (!mayManage(world, person, id)) throw refuse(404, 'NOT_FOUND', 'Requested entity was not found.')
  return ok(showLocation(find(world, id), mask))
}

function mayManage({ accounts: all }: World, person: string, locationId: string): boolean {
  return all.some(({ owner, locationIds }) => owner === person && locationIds.includes(locationId))
}

const members = ['name', 'title', 'storefrontAddress', 'metadata', 'languageCode', 'storeCode']

/** Which members are wanted has to be said. */
function maskOf({ url }: FakeCall): readonly string[] {
  const mask = (url.searchParams.get('readMask') ?? '').split(',')
  if (mask.every((name) => members.includes(name))) return mask
  throw refuse(400, 'INVALID_ARGUMENT', 'Invalid field mask provided')
}

function find({ locations: all }: World, id: string): FakeLocation {
  const location = all.find((one) => one.id === id)
  if (!location) throw new Error(`There is no location ${id}.`)
  return location
}

/** Members that are false are left out. */
function showLocation({ id, title, address, isVerified }: FakeLocation, mask: readonly string[]): JsonObject {
  const whole: JsonObject = {
    name: `locations/${id}`,
    title,
    languageCode: 'en',
    metadata: {
      ...(isVerified ? { hasVoiceOfMerchant: true } : {}),
      mapsUri: `https://maps.google.com/maps?cid=${id}`,
      newReviewUri: `https://search.google.com/local/writereview?placeid=${id}`,
    },
    ...(address
      ? {
          storefrontAddress: {
            regionCode: 'GB',
            locality: address.locality,
            addressLines: [...address.addressLines],
          },
        }
      : {}),
  }
  return Object.fromEntries(Object.entries(whole).filter(([name]) => mask.includes(name)))
}
