import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { createInterface } from 'node:readline'

const folder = join(import.meta.dirname, 'pds')

/** Bluesky's own server, running as a child process with accounts, posts and blobs in a folder that goes with it. */
export interface BlueskyPds {
  /** Where it listens, such as `http://127.0.0.1:40123`. */
  readonly url: string
  /** The directory of identities it uses. */
  readonly plcUrl: string
  /** Handles end in `.test`. The app password is what a person would give to Crier. */
  createAccount(account: { handle: string; password?: string }): Promise<BlueskyPdsAccount>
  /** Calls a method as a person's own client would; the answer's status and JSON. */
  call(method: string, call?: PdsCall): Promise<PdsAnswer>
  stop(): Promise<void>
}

export interface BlueskyPdsAccount {
  readonly did: string
  readonly handle: string
  readonly password: string
  readonly appPassword: string
  /** A session with the main password. */
  readonly accessJwt: string
}

export interface PdsCall {
  readonly query?: Readonly<Record<string, string>>
  readonly input?: unknown
  /** A procedure that takes no input. */
  readonly isProcedure?: boolean
  readonly token?: string
}

export interface PdsAnswer {
  readonly status: number
  readonly json: Record<string, unknown>
}

/** Skips tests on a machine where the server could not be installed, with the reason: `beforeEach(skipWithoutBlueskyPds)`. */
export function skipWithoutBlueskyPds({ skip }: { skip(condition: boolean, note: string): void }): void {
  skip(
    !isBlueskyPdsInstalled(),
    `the Bluesky server is not installed: run \`npm ci\` in ${relative(process.cwd(), folder)}`,
  )
}

export function isBlueskyPdsInstalled(): boolean {
  return existsSync(join(folder, 'node_modules/.package-lock.json'))
}

/**
 * Starts one. `settings` are laid over the server's own, such as `{ rateLimitsEnabled: true }`; `loopbackNames` among them
 * are found on this machine. It trusts the certificates in `caFile`. About 1.5 s.
 */
export async function startBlueskyPds(
  settings: Readonly<Record<string, unknown>> = {},
  { caFile }: { caFile?: string } = {},
): Promise<BlueskyPds> {
  // Signing in, it sometimes waits for a time that has passed, and Node warns of that.
  const quiet = '--disable-warning=TimeoutNegativeWarning'
  const child = spawn(process.execPath, [quiet, 'server.mjs', JSON.stringify(settings)], {
    cwd: folder,
    ...(caFile === undefined ? {} : { env: { NODE_EXTRA_CA_CERTS: caFile } }),
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const [line] = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    exited.then(([code]) =>
      Promise.reject(new Error(`The Bluesky server ended before it was ready: ${code}.`)),
    ),
  ])
  const { url, plcUrl }: { url: string; plcUrl: string } = JSON.parse(String(line))
  const call = (method: string, given: PdsCall = {}) => callPds(url, method, given)
  return {
    url,
    plcUrl,
    call,
    createAccount: (account) => createAccount(call, account),
    stop: async () => {
      child.kill('SIGTERM')
      await exited
    },
  }
}

async function createAccount(
  call: BlueskyPds['call'],
  given: { handle: string; password?: string },
): Promise<BlueskyPdsAccount> {
  const password = given.password ?? randomBytes(12).toString('base64url')
  const email = `${given.handle.replaceAll('.', '-')}@example.com`
  const account = await must(
    call('com.atproto.server.createAccount', { input: { ...given, email, password } }),
  )
  const accessJwt = String(account.accessJwt)
  const input = { name: 'crier' }
  const made = await must(call('com.atproto.server.createAppPassword', { input, token: accessJwt }))
  return {
    did: String(account.did),
    handle: String(account.handle),
    password,
    appPassword: String(made.password),
    accessJwt,
  }
}

async function must(answering: Promise<PdsAnswer>): Promise<Record<string, unknown>> {
  const answer = await answering
  if (answer.status === 200) return answer.json
  throw new Error(`The Bluesky server answered ${answer.status} ${JSON.stringify(answer.json)}.`)
}

async function callPds(
  url: string,
  method: string,
  { query, input, isProcedure, token }: PdsCall,
): Promise<PdsAnswer> {
  const answer = await globalThis.fetch(`${url}/xrpc/${method}?${new URLSearchParams(query)}`, {
    method: input === undefined && !isProcedure ? 'GET' : 'POST',
    headers: {
      ...(input === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(input === undefined ? {} : { body: JSON.stringify(input) }),
  })
  const text = await answer.text()
  return { status: answer.status, json: text === '' ? {} : JSON.parse(text) }
}
