import { createHash, randomBytes } from 'node:crypto'
import { type Browser, password } from '../app/person.ts'
import type { Answer, House } from '../house.ts'

/** The address to which the programs of tests have browsers sent back. */
export const back = 'https://assistant.example/callback'

/** The request of a program, and the secret that it keeps until it comes with the code. */
export interface Asked {
  readonly verifier: string
  readonly request: Readonly<Record<string, string>>
}

/** Sends a form as a program does. */
export function sendForm(
  house: House,
  path: string,
  form: Record<string, string> | string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return house.request('POST', path, {
    key: null,
    body: typeof form === 'string' ? form : new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })
}

/** Lets a program register itself; answers its id. */
export async function register(house: House, more: object = {}): Promise<string> {
  const body = { client_name: 'Assistant', redirect_uris: [back], ...more }
  return (await house.request('POST', '/oauth/register', { key: null, body })).json.client_id
}

/** Makes a request as a program puts it into the address of the page. */
export function askFor(clientId: string, more: Record<string, string> = {}): Asked {
  const verifier = randomBytes(32).toString('base64url')
  const request = {
    client_id: clientId,
    redirect_uri: back,
    response_type: 'code',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'of the program',
    ...more,
  }
  return { verifier, request }
}

/** Shows who one is, as the page asks before a program is let in. */
export async function prove(browser: Browser): Promise<void> {
  await browser.request('POST', '/app/proof', { body: { password } })
}

/** Agrees on the page; answers where the browser is sent then. */
export function agree(
  house: House,
  browser: Browser,
  { request }: Asked,
  more: object = {},
): Promise<Answer> {
  return browser.request('POST', `/app/workspaces/${house.workspaceId}/programs`, {
    body: { ...request, mode: 'test', scopes: ['read', 'write'], ...more },
  })
}

/** Has the browser of a person who has just shown who they are agree; answers the code. */
export async function codeFor(
  house: House,
  browser: Browser,
  asked: Asked,
  more: object = {},
): Promise<string> {
  const { json } = await agree(house, browser, asked, more)
  return new URL(json.url).searchParams.get('code') ?? ''
}

/** Comes with a code. */
export function exchange(
  house: House,
  { request, verifier }: Asked,
  code: string,
  more: Record<string, string> = {},
): Promise<Answer> {
  const { client_id: clientId = '', redirect_uri: redirectUri = '' } = request
  return sendForm(house, '/oauth/token', {
    grant_type: 'authorization_code',
    code,
    client_id: clientId,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    ...more,
  })
}

/** The access of a program. */
export interface Access {
  readonly clientId: string
  readonly access: string
  readonly refresh: string
  /** Its id in the workspace. */
  readonly id: string
}

/** Has a program registered, let in and given its tokens. */
export async function letIn(house: House, browser: Browser, more: object = {}): Promise<Access> {
  const clientId = await register(house)
  const asked = askFor(clientId)
  const agreed = (await agree(house, browser, asked, more)).json
  const code = new URL(agreed.url).searchParams.get('code') ?? ''
  const { json } = await exchange(house, asked, code)
  return { clientId, access: json.access_token, refresh: json.refresh_token, id: agreed.id }
}

/** Comes with a refresh token. */
export function refresh(house: House, clientId: string, token: string): Promise<Answer> {
  return sendForm(house, '/oauth/token', {
    grant_type: 'refresh_token',
    refresh_token: token,
    client_id: clientId,
  })
}

const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }

/** Asks for the tools, as an agent does. */
export function askTools(house: House, token: string | null): Promise<Answer> {
  return house.request('POST', '/mcp', { key: token, body: listTools })
}
