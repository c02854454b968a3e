import { Type } from 'typebox'
import { readWebAddress } from '../../lib/addresses/web-address.ts'
import { isArray, type Json, type JsonObject, textOf } from '../../lib/json/json.ts'
import {
  type Account,
  type ConnectIo,
  Failure,
  type FormConnect,
  type Identified,
  type Refreshed,
} from '../connector.ts'
import { type Access, accessOf, askNeynar, readFid, readList, readOperatorsKey, readSuccess } from './api.ts'
import { listCasts } from './casts.ts'
import { allows, writeCredentials, writeSettings } from './settings.ts'

const signerField = Type.String({
  title: 'Signer UUID',
  description: 'The UUID of a signer that the owner of the account has approved, made with the same API key.',
  format: 'password',
  minLength: 1,
  maxLength: 100,
})

const shared = {
  kind: 'form',
  needs: [],
  refresh,
  // Neynar has no call that ends a signer. README.md says how its owner does.
  revoke: async () => undefined,
} as const

/** Connects by a key and a signer that the person brings. */
export const connectByOwnKey: FormConnect = {
  ...shared,
  way: 'own_key',
  fields: Type.Object(
    {
      api_key: Type.String({
        title: 'Neynar API key',
        description: 'The key of your app at dev.neynar.com.',
        format: 'password',
        minLength: 1,
        maxLength: 200,
      }),
      signer_uuid: signerField,
    },
    { additionalProperties: false },
  ),
  needsApp: false,
  identify: async (input, io) => {
    const apiKey = (textOf(input.api_key) ?? '').trim()
    if (!/^[\x21-\x7e]+$/.test(apiKey))
      throw new Failure('invalid', 'Copy the whole API key, and nothing else.')
    return describeAccount({ apiKey, signerUuid: readUuid(input.signer_uuid), isOwnKey: true }, io)
  },
}

/** Connects by a signer that was made with the operator's key. */
export const connectBySigner: FormConnect = {
  ...shared,
  way: 'signer',
  fields: Type.Object({ signer_uuid: signerField }, { additionalProperties: false }),
  needsApp: true,
  identify: async (input, io) => {
    const signerUuid = readUuid(input.signer_uuid)
    return describeAccount({ apiKey: await readOperatorsKey(io), signerUuid, isOwnKey: false }, io)
  },
}

function readUuid(copied: Json | undefined): string {
  const uuid = (textOf(copied) ?? '').trim().toLowerCase()
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(uuid)) return uuid
  throw new Failure('invalid', 'Copy the whole signer, and nothing else: five groups of letters and digits.')
}

interface Signer {
  readonly fid: number
  readonly permissions: readonly string[]
}

/** The account of a signer. @throws Failure */
async function describeAccount(access: Access, io: ConnectIo): Promise<Identified> {
  const { fid, permissions } = await readSigner(access, io)
  const answer = await askNeynar(
    { path: '/v2/farcaster/user/bulk/', query: { fids: String(fid) } },
    access,
    io,
  )
  const user = readList(readSuccess(answer, access, io).users).find((one) => readFid(one.fid) === fid)
  const username = textOf(user?.username)
  if (!user || !username) throw new Failure('unavailable', 'Neynar does not show the account of this signer.')
  // A lost answer could never be settled without the account's own casts.
  await listCasts(fid, { limit: 1, cursor: null }, access, io)
  return {
    externalId: String(fid),
    username,
    displayName: textOf(user.display_name) || username,
    avatarUrl: readWebAddress(textOf(user.pfp_url)),
    // Source: docs.farcaster.xyz/reference/farcaster/intent-urls, "View profile by FID".
    profileUrl: `https://farcaster.xyz/~/profiles/${fid}`,
    settings: writeSettings({ fid, isPro: isPro(user), permissions: [...permissions] }),
    credentials: writeCredentials({
      signerUuid: access.signerUuid,
      apiKey: access.isOwnKey ? access.apiKey : null,
    }),
    expiresAt: null,
  }
}

function isPro({ pro }: JsonObject): boolean {
  return typeof pro === 'object' && pro !== null && 'status' in pro && pro.status === 'subscribed'
}

/** @throws Failure `unauthorized` unless the signer may publish */
async function readSigner(access: Access, io: ConnectIo): Promise<Signer> {
  const query = { signer_uuid: access.signerUuid }
  const answer = await askNeynar({ path: '/v2/farcaster/signer/', query }, access, io)
  const signer = readSuccess(answer, access, io)
  switch (signer.status) {
    case 'approved':
      return readApproved(signer)
    case 'revoked':
      throw new Failure(
        'unauthorized',
        'The owner of the account has taken back the approval of this signer. Approve another one, and connect the account again.',
      )
    case 'generated':
    case 'pending_approval':
      throw new Failure(
        'unauthorized',
        'The owner of the account has not approved this signer yet. Approve it in the Farcaster app, and connect the account again.',
      )
    default:
      throw new Failure('unavailable', 'Neynar does not say what this signer may do.')
  }
}

function readApproved(signer: JsonObject): Signer {
  const fid = readFid(signer.fid)
  if (fid === null) throw new Failure('unavailable', 'Neynar does not say what this signer may do.')
  const given = isArray(signer.permissions) ? signer.permissions : []
  const permissions = given.filter((name) => typeof name === 'string')
  if (!allows(permissions, 'PUBLISH_CAST'))
    throw new Failure('unauthorized', 'This signer may not publish casts. Approve one that may.')
  return { fid, permissions }
}

/** A signer has no end and cannot be renewed. This finds out whether it is still approved, and reads the profile anew. */
async function refresh(account: Account, credentials: JsonObject, io: ConnectIo): Promise<Refreshed> {
  const found = await describeAccount(await accessOf(credentials, io), io)
  if (found.externalId !== account.externalId)
    throw new Failure(
      'unauthorized',
      'This signer now belongs to another account. Connect the account again.',
    )
  const { username, displayName, avatarUrl, profileUrl, settings } = found
  return { credentials, expiresAt: null, profile: { username, displayName, avatarUrl, profileUrl, settings } }
}
