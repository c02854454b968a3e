import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../../../../test/free-port.ts'

const program = join(import.meta.dirname, 'snac/root/usr/bin/snac')

/** snac2, a real and small server that speaks Mastodon's API, with its data in a folder that goes with it. */
export interface Snac {
  /** Where it listens, such as `http://127.0.0.1:40123`. */
  readonly url: string
  /** A new person with a token, made as an application makes one. */
  join(name: string): Promise<string>
  /** A new person; answers the password. */
  addPerson(name: string): string
  stop(): Promise<void>
}

/** Starts one. About half a second. */
export async function startSnac(): Promise<Snac> {
  const folder = mkdtempSync(join(tmpdir(), 'crier-snac-'))
  const data = join(folder, 'data')
  const host = `127.0.0.1:${await freePort()}`
  initialise(data, host)
  const child = spawn(program, ['httpd', data], { stdio: 'ignore' })
  const exited = once(child, 'exit')
  const url = `http://${host}`
  await Promise.race([untilItAnswers(url), exited.then(() => Promise.reject(new Error('snac ended.')))])
  return {
    url,
    join: (name) => openAccount(url, name, addPerson(data, name)),
    addPerson: (name) => addPerson(data, name),
    stop: async () => {
      child.kill('SIGTERM')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function initialise(data: string, host: string): void {
  run(['init', data], `127.0.0.1\n${host.split(':')[1]}\n${host}\n\n\n`)
  const file = join(data, 'server.json')
  const settings: object = JSON.parse(readFileSync(file, 'utf8'))
  // A connection that is kept open keeps a thread.
  writeFileSync(file, JSON.stringify({ ...settings, host, protocol: 'http', num_threads: 32 }))
}

function run(args: string[], input = ''): string {
  const { status, stdout, stderr } = spawnSync(program, args, { input, encoding: 'utf8' })
  if (status !== 0) throw new Error(`snac ${args.join(' ')} ended with ${status}: ${stdout}${stderr}`)
  return stdout + stderr
}

function addPerson(data: string, name: string): string {
  const password = /password is (\S+)/.exec(run(['adduser', data, name]))?.[1]
  if (!password) throw new Error('snac made no password.')
  return password
}

/** snac ends idle connections after a moment, perhaps just when the next request is on its way. */
export const oneRequest = { connection: 'close' }

async function openAccount(url: string, name: string, password: string): Promise<string> {
  const redirect = 'urn:ietf:wg:oauth:2.0:oob'
  const made = await ask(url, '/api/v1/apps', {
    client_name: 'Crier of the tests',
    redirect_uris: redirect,
    scopes: 'read write',
  })
  const { client_id, client_secret }: Record<string, string> = JSON.parse(made)
  const login = { login: name, passwd: password, redir: redirect, cid: client_id ?? '', state: '' }
  const code = (await ask(url, '/oauth/x-snac-login', login)).trim()
  const grant = { grant_type: 'authorization_code', code, redirect_uri: redirect }
  const given = await ask(url, '/oauth/token', {
    ...grant,
    client_id: client_id ?? '',
    client_secret: client_secret ?? '',
  })
  const { access_token }: Record<string, string> = JSON.parse(given)
  if (!access_token) throw new Error(`snac gave no token: ${given}`)
  return access_token
}

async function ask(url: string, path: string, form: Record<string, string>): Promise<string> {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: oneRequest,
    body: new URLSearchParams(form),
  })
  if (answer.status !== 200) throw new Error(`snac answered ${path} with ${answer.status}.`)
  return answer.text()
}

async function untilItAnswers(url: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const answer = await fetch(`${url}/.well-known/nodeinfo`, { headers: oneRequest }).catch(() => null)
    if (answer?.status === 200) return
    await pause(50)
  }
  throw new Error('snac did not answer within five seconds.')
}
