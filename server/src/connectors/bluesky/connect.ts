import { isValidDid, isValidHandle } from '@atproto/syntax'
import { Type } from 'typebox'
import { asObject, type JsonObject, textOf } from '../../lib/json/json.ts'
import { sentence } from '../../lib/text/sentence.ts'
import { type Account, type ConnectIo, Failure, type FormConnect, type Identified } from '../connector.ts'
import { errorCode, failureOf, toRequest, unavailable } from './api.ts'
import { directoryField, readIdentifier, readOrigin } from './form.ts'
import { homeOf, tryFindHome } from './identity.ts'
import { refresh } from './refresh.ts'
import { askLimits } from './server-limits.ts'
import { askProfile, notAServer, profileUrlOf, readExpiry, readTokens } from './session.ts'
import {
  defaultDirectory,
  defaultService,
  readSession,
  readSettings,
  writeSession,
  writeSettings,
} from './settings.ts'

const fields = Type.Object(
  {
    service: Type.Optional(
      Type.String({
        title: 'Server',
        description: 'The address of the account’s server.',
        default: defaultService,
        maxLength: 300,
      }),
    ),
    handle: Type.String({
      title: 'Handle',
      description: 'The handle of the account, such as alice.bsky.social, without @.',
      minLength: 3,
      maxLength: 300,
    }),
    app_password: Type.String({
      title: 'App password',
      description: 'An app password, created in Bluesky under Settings, Privacy and security, App passwords.',
      format: 'password',
      minLength: 1,
      maxLength: 512,
    }),
    directory: directoryField,
  },
  { additionalProperties: false },
)

/** Connects by handle and app password; the session they open is kept and renewed, the password is not. */
export const connect: FormConnect = {
  kind: 'form',
  way: 'app_password',
  fields,
  needsApp: false,
  needs: [],
  identify,
  refresh,
  revoke,
}

async function identify(input: JsonObject, io: ConnectIo): Promise<Identified> {
  const service = readOrigin(textOf(input.service) ?? defaultService, defaultService)
  const directory = readOrigin(textOf(input.directory) ?? defaultDirectory, defaultDirectory)
  const identifier = readIdentifier(textOf(input.handle) ?? '')
  const limits = await askLimits(service, io)
  const answer = await openSession(service, identifier, textOf(input.app_password) ?? '', io)
  const did = textOf(answer.did)
  const handle = textOf(answer.handle)
  if (!isValidDid(did) || !isValidHandle(handle)) throw new Failure('unavailable', notAServer(service))
  if (answer.active === false)
    throw new Failure(
      'forbidden',
      'This Bluesky account is not active. Activate it in the Bluesky app first.',
    )
  const session = readTokens(answer, service)
  const profile = await askProfile(service, did, io)
  const home = homeOf(did, answer.didDoc) ?? (await tryFindHome(did, directory, io))
  return {
    externalId: did,
    username: handle,
    displayName: profile.displayName ?? handle,
    avatarUrl: profile.avatarUrl,
    profileUrl: profileUrlOf(did),
    settings: writeSettings({ service, did, home, issuer: null, directory, ...limits }),
    credentials: writeSession(session),
    expiresAt: readExpiry(session.accessJwt),
  }
}

async function revoke(account: Account, credentials: JsonObject, io: ConnectIo): Promise<void> {
  const { service } = readSettings(account)
  const { refreshJwt } = readSession(credentials)
  const given = { service, method: 'com.atproto.server.deleteSession', isProcedure: true, token: refreshJwt }
  const answer = await io.fetch(toRequest(given))
  if (answer.status === 200) return
  const failure = failureOf(answer, io.now(), [refreshJwt]) ?? unavailable(answer)
  // A session that has ended already is ended.
  if (failure.kind !== 'unauthorized') throw failure
}

async function openSession(
  service: string,
  identifier: string,
  password: string,
  io: ConnectIo,
): Promise<JsonObject> {
  const method = 'com.atproto.server.createSession'
  const answer = await io.fetch(toRequest({ service, method, input: { identifier, password } }))
  if (answer.status === 200) return asObject(answer.json) ?? {}
  const platformCode = errorCode(answer)
  if (platformCode === 'AuthFactorTokenRequired') {
    const text = 'This is the password of the account itself. Make an app password in Bluesky and use that.'
    throw new Failure('unauthorized', text, { platformCode })
  }
  if (platformCode === 'AuthenticationRequired') {
    const text = sentence(
      '{service} does not know this handle with this app password. Is it the server the account lives on?',
      { service },
    )
    throw new Failure('unauthorized', text, { platformCode })
  }
  throw failureOf(answer, io.now(), [password]) ?? unavailable(answer)
}
