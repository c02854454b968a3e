import { randomBytes } from 'node:crypto'
import type { JsonObject } from '../../../lib/json/json.ts'
import { consentPage } from '../../kit/fakes/fake-consent.ts'
import { fakeSecrets } from '../../kit/fakes/fake-secrets.ts'
import type { FakeAnswer, FakeCall } from '../../kit/fakes/fake-server.ts'
import { bot, type FakeWorld, issueToken, ok, refuse, team } from './fake-world.ts'

interface Code {
  readonly redirectUri: string
  readonly scopes: readonly string[]
  isUsed: boolean
}

/** Slack's sign-in: one app, whose tokens end after twelve hours where it rotates them. */
export class FakeSignIn {
  readonly client = { id: '1111111111.2222222222', secret: newSecret('') }
  redirectUris: readonly string[] = []
  isRotating = false
  isOrganization = false
  /** How long a rotated token lives. */
  lifeMs = 43_200_000
  readonly #world: FakeWorld
  readonly #codes = new Map<string, Code>()
  /** Refresh tokens that were not traded yet, with the permissions of their installation. */
  readonly #refresh = new Map<string, readonly string[]>()
  #installed: string | null = null

  constructor(world: FakeWorld) {
    this.#world = world
  }

  /** The page on which a person agrees. Slack shows an error there where it does not trust the address to go back to. */
  authorize({ method, url, body }: FakeCall): FakeAnswer {
    const query = url.searchParams
    const redirectUri = query.get('redirect_uri') ?? ''
    const scopes = (query.get('scope') ?? '').split(',').filter((scope) => scope !== '')
    const isAsked = query.get('client_id') === this.client.id && this.redirectUris.includes(redirectUri)
    if (!isAsked || scopes.length === 0 || scopes.some((scope) => scope.includes(' ')))
      return page(400, '<h1>Something went wrong when authorizing this app.</h1>')
    if (method === 'GET') return page(200, consentPage(url, { scopes }, [team.name]))
    const back = new URL(redirectUri)
    back.searchParams.set('state', query.get('state') ?? '')
    if (new URLSearchParams(body.toString()).get('decision') !== 'allow')
      back.searchParams.set('error', 'access_denied')
    else {
      const code = newSecret('')
      this.#codes.set(code, { redirectUri, scopes, isUsed: false })
      back.searchParams.set('code', code)
    }
    return { status: 302, json: null, headers: { location: back.href } }
  }

  /** Trades a code or a refresh token. The app proves itself by HTTP Basic. */
  trade({ headers, body }: FakeCall): FakeAnswer {
    if (!/^application\/x-www-form-urlencoded\b/.test(headers['content-type'] ?? ''))
      throw refuse('invalid_post_type')
    const basic = /^Basic (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? ''
    const [id, secret] = Buffer.from(basic, 'base64').toString().split(':').map(decodeURIComponent)
    if (id !== this.client.id) throw refuse('invalid_client_id')
    if (secret !== this.client.secret) throw refuse('bad_client_secret')
    const form = new URLSearchParams(body.toString())
    switch (form.get('grant_type') ?? 'authorization_code') {
      case 'authorization_code':
        return this.#answer(this.#readCode(form))
      case 'refresh_token':
        return this.#answer(this.#spend(form.get('refresh_token') ?? ''))
      default:
        throw refuse('invalid_grant_type')
    }
  }

  /** Ends everything that anybody was given, as when the app is removed from the workspace. */
  endAll(): void {
    for (const token of this.#world.tokens.values()) token.isRevoked = true
    this.#refresh.clear()
  }

  #readCode(form: URLSearchParams): readonly string[] {
    const code = this.#codes.get(form.get('code') ?? '')
    if (!code || code.isUsed) throw refuse('invalid_code')
    if (form.get('redirect_uri') !== code.redirectUri) throw refuse('bad_redirect_uri')
    code.isUsed = true
    return code.scopes
  }

  #spend(token: string): readonly string[] {
    const scopes = this.#refresh.get(token)
    if (!scopes) throw refuse('invalid_refresh_token')
    this.#refresh.delete(token)
    return scopes
  }

  #answer(scopes: readonly string[]): FakeAnswer {
    return ok({
      ...(this.isRotating ? this.#rotate(scopes) : { access_token: this.#install(scopes) }),
      token_type: 'bot',
      scope: scopes.join(','),
      bot_user_id: bot.userId,
      app_id: 'A0CR1ER',
      team: this.isOrganization ? null : { id: team.id, name: team.name },
      enterprise: this.isOrganization ? { id: 'E0HARB0R1', name: 'Harbour' } : null,
      is_enterprise_install: this.isOrganization,
      authed_user: { id: 'U0ANNE' },
    })
  }

  /** A workspace that installs an app again gets the token that it has. */
  #install(scopes: readonly string[]): string {
    const known = this.#installed
    if (known !== null && this.#world.tokens.get(known)?.isRevoked === false) return known
    this.#installed = issueToken(this.#world, scopes)
    return this.#installed
  }

  #rotate(scopes: readonly string[]): JsonObject {
    const token = newSecret('xoxe.xoxb-1-')
    this.#world.tokens.set(token, { scopes, until: Date.now() + this.lifeMs, isRevoked: false })
    const refresh = newSecret('xoxe-1-')
    this.#refresh.set(refresh, scopes)
    return { access_token: token, expires_in: Math.round(this.lifeMs / 1_000), refresh_token: refresh }
  }
}

function page(status: number, markup: string): FakeAnswer {
  return { status, json: null, bytes: { bytes: Buffer.from(markup), mimeType: 'text/html; charset=utf-8' } }
}

function newSecret(prefix: string): string {
  const secret = `${prefix}${randomBytes(24).toString('hex')}`
  fakeSecrets.note(secret)
  return secret
}
