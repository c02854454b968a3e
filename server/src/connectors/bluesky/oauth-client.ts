import { randomUUID } from 'node:crypto'
import { None, PrivateKeyJwt } from 'oauth4webapi'
import { type JsonObject, textOf } from '../../lib/json/json.ts'
import type { ConnectIo, DocumentPower } from '../connector.ts'
import { makeKey, openPrivateKey, publicPartOf } from '../kit/oauth/dpop.ts'
import type { OAuthClient } from '../kit/oauth/oauth-server.ts'

/** The least that our calls need: posts are put, which may create or update; gates are created; both are deleted; media are uploaded. */
export const scopes = [
  'atproto',
  'repo:app.bsky.feed.post?action=create&action=update&action=delete',
  'repo:app.bsky.feed.threadgate?action=create&action=delete',
  'blob:image/*',
  'blob:video/mp4',
]

/** The scopes for servers that know only the older, broad one, which includes all of ours. */
export const broadScopes = ['atproto', 'transition:generic']

const metadataPath = '/oauth/bluesky/client-metadata.json'
const keysPath = '/oauth/bluesky/jwks.json'

/** The documents by which a server knows this Crier (atproto.com/specs/oauth). */
export const clientDocuments: DocumentPower = {
  power: 'documents',
  paths: [metadataPath, keysPath],
  read: async (path, io) =>
    path === keysPath ? { keys: [await publicKey(io)] } : describeClient(io.publicUrl),
}

function describeClient(publicUrl: string): JsonObject {
  return {
    client_id: `${publicUrl}${metadataPath}`,
    client_name: 'Crier',
    client_uri: publicUrl,
    application_type: 'web',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    redirect_uris: [`${publicUrl}/oauth/callback/bluesky`],
    scope: everyScope,
    dpop_bound_access_tokens: true,
    token_endpoint_auth_method: 'private_key_jwt',
    token_endpoint_auth_signing_alg: 'ES256',
    jwks_uri: `${publicUrl}${keysPath}`,
  }
}

const everyScope = [...new Set([...scopes, ...broadScopes])].join(' ')

async function publicKey(io: ConnectIo): Promise<JsonObject> {
  const { kid = '', ...key } = await findKey(io)
  return { ...publicPartOf(key), kid, use: 'sig', alg: 'ES256' }
}

/** Our key as a client, the same for every process and every server. */
function findKey(io: ConnectIo): Promise<JsonObject> {
  return io.registration('client key', async () => ({ ...(await makeKey()), kid: randomUUID() }))
}

// A Crier on somebody's own machine has no address at which a server could read our documents.
const developmentId = 'http://localhost'

/** The id of the client that signs somebody in, who then comes back to `redirectUri`. */
export function makeClientId(redirectUri: string, publicUrl: string): string {
  if (publicUrl.startsWith('https:')) return `${publicUrl}${metadataPath}`
  const [uri = '', scope = ''] = [redirectUri, everyScope].map(encodeURIComponent)
  return `${developmentId}?redirect_uri=${uri}&scope=${scope}`
}

/** The client of an id, which stays that of an account's tokens whatever our address is by now. */
export async function openClient(id: string, io: ConnectIo): Promise<OAuthClient> {
  if (id.startsWith(`${developmentId}?`)) return { id, authenticate: None(), secrets: [] }
  const key = await findKey(io)
  const kid = textOf(key.kid) ?? ''
  return { id, authenticate: PrivateKeyJwt({ key: await openPrivateKey(key), kid }), secrets: [] }
}
