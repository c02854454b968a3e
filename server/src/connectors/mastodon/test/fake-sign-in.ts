import { FakeOAuth } from '../../kit/fakes/fake-oauth.ts'
import type { FakeAnswer, FakeCall } from '../../kit/fakes/fake-server.ts'
import { ok, Refusal } from './fake-answer.ts'
import type { Variant } from './fake-variants.ts'

const people = ['alice', 'bob'] as const

const wide = ['read', 'write', 'follow', 'push']
const parts = ['accounts', 'statuses', 'media']
const narrow = parts.flatMap((part) => [`read:${part}`, `write:${part}`])

// A year, after which Laravel Passport’s tokens end unless they are renewed.
const yearSeconds = 365 * 24 * 3_600

/** The sign-in of a server, as its kind of program has it. */
export function createSignIn({ signIn }: Variant): FakeOAuth {
  return new FakeOAuth({
    people,
    scopes: signIn === 'passport' ? wide : [...wide, ...narrow],
    pkce: signIn === 'doorkeeper' ? 'optional' : 'ignored',
    sendsIssuer: false,
    expiresIn: signIn === 'passport' ? yearSeconds : null,
    namesScopes: signIn !== 'passport' && signIn !== 'snac',
    isMixingUp: signIn === 'snac',
  })
}

/** An app as `POST /api/v1/apps` registers it. */
export function registerApp(oauth: FakeOAuth, { signIn }: Variant, { headers, body }: FakeCall): FakeAnswer {
  if (!/^application\/x-www-form-urlencoded\b/.test(headers['content-type'] ?? ''))
    throw new Refusal(422, 'The body must be a form')
  const form = new URLSearchParams(body.toString())
  const name = form.get('client_name')
  const redirectUris = (form.get('redirect_uris') ?? '').split('\n').filter(isAddress)
  if (!name || redirectUris.length === 0 || !isAddress(form.get('website') ?? 'https://example.org'))
    throw new Refusal(422, 'Validation failed: Redirect URI must be an absolute URI.')
  const scopes = (form.get('scopes') ?? 'read').split(' ')
  if (signIn === 'passport' && !scopes.every((scope) => wide.includes(scope)))
    throw new Refusal(422, 'Validation failed: Scopes doesn’t match configured on the server.')
  const { id, secret } = oauth.register({ redirectUris, scopes })
  return ok({ id: '1', name, website: form.get('website'), client_id: id, client_secret: secret })
}

function isAddress(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '')
}
