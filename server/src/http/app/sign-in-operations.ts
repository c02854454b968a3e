import Type from 'typebox'
import { getPerson } from '../../people/get-person.ts'
import { beginOidc } from '../../people/oidc/begin-oidc.ts'
import { listIdentities, removeIdentity } from '../../people/oidc/identities.ts'
import { longestDestination } from '../../people/oidc/oidc-attempt.ts'
import { signInByPasskey } from '../../people/passkeys/sign-in-by-passkey.ts'
import { askForPasskey } from '../../people/passkeys/verify-passkey.ts'
import { listWaysIn } from '../../people/sign-in/list-ways-in.ts'
import { signUp } from '../../people/sign-up.ts'
import { answerSecondFactor } from '../../people/two-factor/second-factor.ts'
import { idParams, nullable } from '../schemas.ts'
import {
  assertion,
  assertionExample,
  browserOptions,
  identity,
  identityExample,
  requestExample,
} from './factor-schemas.ts'
import { oidcCookie } from './oidc-cookie.ts'
import { definePersonOperation } from './person-operation.ts'
import { closed, done, firstZone, isDone, password, shownLanguage } from './schemas.ts'
import { person, personExample } from './session-operations.ts'

const trip = Type.Object(
  { url: Type.String({ format: 'uri', description: 'The page of the identity provider to open.' }) },
  { title: 'OidcTrip', ...closed },
)
const tripExample = {
  url: 'https://login.example.org/authorize?response_type=code&client_id=crier&scope=openid+email',
}

const otherWays = [
  definePersonOperation({
    id: 'listWaysIn',
    method: 'GET',
    path: '/app/sign-in',
    who: 'anybody',
    summary: 'Ask how one can sign in here',
    response: Type.Object(
      {
        sign_up: Type.Enum(['open', 'closed']),
        passkeys: Type.Boolean({ description: 'Whether the address of the server can have passkeys.' }),
        reset_by_mail: Type.Boolean({
          description: 'Whether a link to set a new password is mailed. Otherwise the operator makes one.',
        }),
        oidc: nullable(
          Type.Object({ name: Type.String({ description: 'The name of the identity provider.' }) }, closed),
        ),
        operator_command: Type.String({
          description: 'The words that begin every command of the operator on this server.',
        }),
      },
      { title: 'WaysIn', ...closed },
    ),
    successExample: {
      sign_up: 'closed',
      passkeys: true,
      reset_by_mail: true,
      oidc: { name: 'Example Inc.' },
      operator_command: 'npm run --silent crier --',
    },
    run: async ({ context: { config } }) => ({ body: listWaysIn(config) }),
  }),
  definePersonOperation({
    id: 'signUp',
    method: 'POST',
    audit: { action: 'person.sign_in', writtenBy: 'verb' },
    path: '/app/sign-up',
    who: 'anybody',
    summary: 'Make an account',
    description: 'Where the operator lets everybody in (SIGNUP=open). You get a workspace of your own.',
    body: Type.Object(
      {
        email: Type.String({ maxLength: 320 }),
        password,
        timezone: firstZone,
        shown_language: shownLanguage,
      },
      closed,
    ),
    response: person,
    problems: [409, 429],
    bodyExample: {
      email: 'ada@example.org',
      password: 'a long sentence of mine',
      timezone: 'Europe/Berlin',
      shown_language: 'en',
    },
    successExample: personExample,
    run: async ({ context, browser }, { body }) => {
      const session = await signUp(context, { ...body, shownLanguage: body.shown_language }, browser)
      return { body: await getPerson(context, session), session }
    },
  }),
  definePersonOperation({
    id: 'answerSecondFactor',
    method: 'POST',
    audit: { action: 'person.sign_in', writtenBy: 'verb' },
    path: '/app/sign-in/second-factor',
    who: 'anybody',
    summary: 'Finish a sign-in with a code',
    description:
      'After the problem `second_factor_needed`, whose `challenge` is good for five minutes and five tries. The code is one of the app or a recovery code, each good once.',
    body: Type.Object(
      { challenge: Type.String({ maxLength: 100 }), code: Type.String({ maxLength: 50 }) },
      closed,
    ),
    response: person,
    problems: [409, 429],
    bodyExample: { challenge: 'uXb0Q2mN4fT8sKcVJ1dRz5yLgHw7aPeE3iOo6tBnMqU', code: '492039' },
    successExample: personExample,
    run: async ({ context, browser }, { body }) => {
      const session = await answerSecondFactor(context, body, browser)
      return { body: await getPerson(context, session), session }
    },
  }),
  definePersonOperation({
    id: 'beginPasskeySignIn',
    method: 'POST',
    audit: { none: 'The sign-in that follows is what the log tells of.' },
    path: '/app/sign-in/passkey/begin',
    who: 'anybody',
    summary: 'Ask for what the browser needs to sign in by a passkey',
    description: 'It is good for five minutes. No address has to be typed.',
    response: browserOptions,
    problems: [409],
    successExample: requestExample,
    run: async ({ context }) => ({ body: { ...(await askForPasskey(context, 'sign in')) } }),
  }),
  definePersonOperation({
    id: 'signInByPasskey',
    method: 'POST',
    audit: { action: 'person.sign_in', writtenBy: 'verb' },
    path: '/app/sign-in/passkey',
    who: 'anybody',
    summary: 'Sign in by a passkey',
    description: 'The device has verified its person, so no second factor is asked for.',
    body: Type.Object({ credential: assertion }, closed),
    response: person,
    problems: [409, 429],
    bodyExample: { credential: assertionExample },
    successExample: personExample,
    run: async ({ context, browser }, { body }) => {
      const session = await signInByPasskey(context, body.credential, browser)
      return { body: await getPerson(context, session), session }
    },
  }),
]

const byProvider = [
  definePersonOperation({
    id: 'beginOidcSignIn',
    method: 'POST',
    audit: { none: 'The sign-in that follows is what the log tells of.' },
    path: '/app/oidc/begin',
    who: 'anybody',
    summary: 'Begin a sign-in at the identity provider',
    description:
      'Sets a cookie, with which the browser is known again when it comes back to `/app/oidc/callback` within ten minutes. From there it is sent to the app: signed in to `/`, or to `/sign-in?problem=…` with the code of a problem, and for `second_factor_needed` with `#challenge=…`. With `to` it is sent to `/sign-in?to=…` in both cases, where the app goes on to that page. Where the provider does not say that it asked its person within the last ten minutes, the session begins without a fresh proof.',
    body: Type.Object(
      {
        prove: Type.Optional(
          Type.Boolean({
            description:
              'Has the provider ask its person who they are, although it may know them from before, so that the session begins with a fresh proof.',
          }),
        ),
        to: Type.Optional(
          Type.String({
            pattern: '^/[!-~]*$',
            maxLength: longestDestination,
            description: 'The page of the app that the person wanted to see, as a path with its query.',
          }),
        ),
      },
      closed,
    ),
    isBodyOptional: true,
    bodyExample: { prove: true, to: '/calendar' },
    response: trip,
    problems: [404, 429],
    successExample: tripExample,
    run: async ({ context, browser: { ip } }, { body: { prove: asksAnew = false, to = null } }) => {
      const { url, cookie } = await beginOidc(context, { purpose: 'sign-in', to, asksAnew, ip })
      return { body: { url }, cookies: [oidcCookie(context.config.publicUrl, cookie)] }
    },
  }),
  definePersonOperation({
    id: 'beginOidcLink',
    method: 'POST',
    audit: { none: 'The identity that is linked is what the log tells of.' },
    path: '/app/oidc/link',
    who: 'person',
    needsProof: true,
    summary: 'Begin to join an identity of the identity provider to your account',
    description: 'The browser comes back to `/settings/security`, or to `/sign-in?problem=…` if it failed.',
    response: trip,
    problems: [404, 429],
    successExample: tripExample,
    run: async ({ context, person: { sessionId }, browser: { ip } }) => {
      const { url, cookie } = await beginOidc(context, {
        purpose: `link-${sessionId}`,
        asksAnew: false,
        ip,
      })
      return { body: { url }, cookies: [oidcCookie(context.config.publicUrl, cookie)] }
    },
  }),
  definePersonOperation({
    id: 'listIdentities',
    method: 'GET',
    path: '/app/identities',
    who: 'person',
    summary: 'List the identities that are joined to your account',
    response: Type.Object({ data: Type.Array(identity) }, closed),
    successExample: { data: [identityExample] },
    run: async ({ context: { db }, person: { userId } }) => ({
      body: { data: await listIdentities(db, userId) },
    }),
  }),
  definePersonOperation({
    id: 'removeIdentity',
    method: 'DELETE',
    audit: { action: 'person.remove_identity', writtenBy: 'verb' },
    path: '/app/identities/{id}',
    who: 'person',
    needsProof: true,
    thing: 'identity',
    summary: 'Part an identity from your account',
    description: 'Every other session of yours ends, and this one gets a new cookie.',
    params: idParams,
    response: done,
    problems: [409],
    successExample: isDone,
    run: async ({ context: { db }, person: signedIn, browser }, { params }) => ({
      body: isDone,
      session: await removeIdentity(db, signedIn, params.id, browser),
    }),
  }),
]

/** The ways to sign in besides a password, and signing up. */
export const signInOperations = [...otherWays, ...byProvider]
