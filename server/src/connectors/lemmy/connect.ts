import { Type } from 'typebox'
import { asObject, type JsonObject, textOf } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import { readServerOrigin } from '../../lib/settings/server-origin.ts'
import {
  type Account,
  type ConnectIo,
  Failure,
  type FormConnect,
  type Identified,
  type Refreshed,
} from '../connector.ts'
import { makeUnavailable, type Refusal, refusalTable } from '../kit/json-api.ts'
import { accessOf, askServer, dialect, failureOfCall, pathOf } from './api.ts'
import { banned, tokenEnded } from './refusals.ts'
import { readSettings, writeCredentials } from './settings.ts'
import { mustBeLemmy, readOwner, readSite } from './site.ts'

/** Connects by a password, which is forgotten once the server has given a token for it. */
export const connectByPassword: FormConnect = {
  kind: 'form',
  way: 'password',
  fields: Type.Object(
    {
      instance: Type.String({
        title: 'Server',
        description: 'The address of the account’s server, such as https://lemmy.world.',
        minLength: 1,
        maxLength: 300,
      }),
      username_or_email: Type.String({
        title: 'Username or e-mail address',
        description: 'As on the sign-in page of that server.',
        minLength: 1,
        maxLength: 300,
      }),
      password: Type.String({
        title: 'Password',
        description: 'Crier trades it for a token at once and does not keep it.',
        format: 'password',
        minLength: 1,
        maxLength: 200,
      }),
      totp_code: Type.Optional(
        Type.String({
          title: 'Two-factor code',
          description: 'The current code of six digits, where the account asks for one.',
          format: 'password',
          maxLength: 20,
        }),
      ),
    },
    { additionalProperties: false },
  ),
  needsApp: false,
  needs: [],
  identify,
  refresh,
  revoke,
}

async function identify(input: JsonObject, io: ConnectIo): Promise<Identified> {
  const read = readServerOrigin(textOf(input.instance) ?? '', 'https://lemmy.world')
  if ('fault' in read) throw new Failure('invalid', read.fault)
  const instance = read.origin
  await mustBeLemmy(instance, io)
  const jwt = await signIn(instance, input, io)
  const owner = readOwner(await readSite({ instance, token: jwt }, io), instance)
  if (!owner) throw new Failure('unavailable', 'The server does not say whose account this is.')
  return {
    ...owner.profile,
    externalId: `${new URL(instance).host}/${owner.personId}`,
    credentials: writeCredentials({ jwt }),
    expiresAt: null,
  }
}

const codeNeeded = 'This account asks for a two-factor code. Fill in the current one.'

/** Every answer is a refusal of the password, or of the account as such. Source: crates/api/src/local_user/login.rs. */
const signInRefusals: readonly Refusal[] = [
  {
    answers: ['401 incorrect_login', '400 incorrect_login', '404 not_found', '400 not_found'],
    kind: 'unauthorized',
    text: 'The server does not accept this name and password.',
  },
  { answers: ['400 missing_totp_token'], kind: 'unauthorized', text: codeNeeded },
  {
    answers: ['400 incorrect_totp_token'],
    kind: 'unauthorized',
    text: 'The server does not accept this two-factor code. Codes change every 30 seconds.',
  },
  { answers: ['400 site_ban'], kind: 'account_blocked', text: banned },
  { answers: ['400 deleted'], kind: 'forbidden', text: 'This account was deleted.' },
  {
    answers: ['400 email_not_verified'],
    kind: 'forbidden',
    text: 'The e-mail address of this account is not confirmed yet.',
  },
  {
    answers: ['400 registration_application_is_pending', '400 registration_denied'],
    kind: 'forbidden',
    text: 'The server has not admitted this account.',
  },
  {
    answers: ['400 rate_limit_error'],
    kind: 'rate_limited',
    text: 'The server allows few sign-ins in an hour. Try again later.',
  },
]

/** The token of a new sign-in. @throws Failure */
async function signIn(instance: string, input: JsonObject, io: ConnectIo): Promise<string> {
  const password = textOf(input.password) ?? ''
  const code = (textOf(input.totp_code) ?? '').replace(/\s/g, '')
  const json = {
    username_or_email: (textOf(input.username_or_email) ?? '').trim(),
    password,
    ...(code === '' ? {} : { totp_2fa_token: code }),
    // Without it, Lemmy 1.0 may end the sign-in sooner.
    stay_logged_in: true,
  }
  const answer = await askServer({ path: pathOf('user/login'), json }, { instance, token: null }, io)
  const jwt = answer.status === 200 ? textOf(asObject(answer.json)?.jwt) : null
  if (jwt !== null && /^[\x21-\x7e]+$/.test(jwt)) return jwt
  const secrets = [password, code].filter((secret) => secret !== '')
  throw refusalTable(dialect, signInRefusals)(answer, io.now(), secrets) ?? makeUnavailable(dialect, answer)
}

/**
 * A token has no end and cannot be renewed. This finds out whether it is still good: a server takes the caller with a token that
 * is not for a stranger. It learns the server's version and limits anew.
 */
async function refresh(account: Account, credentials: JsonObject, io: ConnectIo): Promise<Refreshed> {
  const access = accessOf(account, credentials)
  const owner = readOwner(await readSite(access, io), access.instance)
  if (!owner || owner.personId !== readSettings(account).personId)
    throw new Failure('unauthorized', tokenEnded)
  return { credentials, expiresAt: null, profile: owner.profile }
}

/** Ends this sign-in alone. @throws Failure unless it has ended */
async function revoke(account: Account, credentials: JsonObject, io: ConnectIo): Promise<void> {
  const access = accessOf(account, credentials)
  const answer = await askServer({ path: pathOf('user/logout'), json: {} }, access, io)
  if (answer.status !== 200 && !hasEnded(answer)) throw failureOfCall(answer, access, io)
}

function hasEnded(answer: OutboundAnswer): boolean {
  return ['incorrect_login', 'not_logged_in'].includes(dialect.code(answer) ?? '')
}
