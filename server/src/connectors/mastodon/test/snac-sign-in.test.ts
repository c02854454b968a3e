// @module-tag slow
import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../../../../scripts/test-needs.ts'
import type { Outbound } from '../../../lib/safe-fetch/outbound.ts'
import { identifyIo, localOutbound } from '../../conformance/local-network.ts'
import type { Identified, RedirectIo } from '../../connector.ts'
import { connectByOauth } from '../sign-in.ts'
import { oneRequest, type Snac, startSnac } from './servers/start-snac.ts'
import { failureOf } from './steps.ts'

let snac: Snac
let outbound: Outbound
let io: RedirectIo

beforeAll(async () => {
  if (isHere('snac server')) snac = await startSnac()
})

afterAll(() => snac?.stop())

beforeEach(skipWithout('snac server'))

// snac ends idle connections after a moment, perhaps just when the first request of the next test is on its way.
beforeEach(() => {
  outbound = localOutbound()
  const redirectUri = 'https://crier.example.org/oauth/callback/mastodon'
  io = { ...identifyIo(outbound), redirectUri, state: randomBytes(32).toString('base64url') }
})
afterEach(() => outbound.close())

/** Logs in on the server's own page; answers the address to which it sends the person back. */
async function logIn(url: string, login: string, passwd: string): Promise<URL> {
  const page = await (await fetch(url, { headers: oneRequest })).text()
  const action = /action="([^"]+)"/.exec(page)?.[1] ?? ''
  const hidden = [...page.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)]
  const form = new URLSearchParams(hidden.map(([, name = '', value = '']): [string, string] => [name, value]))
  form.set('login', login)
  form.set('passwd', passwd)
  const answer = await fetch(action, { method: 'POST', headers: oneRequest, body: form, redirect: 'manual' })
  return new URL(answer.headers.get('location') ?? '')
}

function newName(): string {
  return `a${randomBytes(5).toString('hex')}`
}

async function signIn(name = newName()): Promise<Identified> {
  const password = snac.addPerson(name)
  const { url, keep } = await connectByOauth.begin({ instance: snac.url }, io)
  const back = await logIn(url, name, password)
  expect(`${back.origin}${back.pathname}`).toBe(io.redirectUri)
  expect(back.searchParams.get('state')).toBe(io.state)
  const [candidate] = await connectByOauth.finish(back.searchParams, keep, io)
  if (!candidate) throw new Error('There is no candidate.')
  return candidate.profile
}

describe('on a real snac2', () => {
  test('a person signs in on its own page, and the token is good until it is given back', async () => {
    const name = newName()
    const { externalId, username, settings, credentials } = await signIn(name)
    expect(username).toBe(`${name}@${new URL(snac.url).host}`)
    const account = { id: 'an-account', externalId, username, settings }
    expect((await connectByOauth.refresh(account, credentials, io)).credentials).toEqual(credentials)
    await connectByOauth.revoke(account, credentials, io)
    expect((await failureOf(connectByOauth.refresh(account, credentials, io))).kind).toBe('unauthorized')
    expect((await signIn()).username).not.toBe(username)
  })

  test('two people who sign in at once each get their own account', async () => {
    const names = [newName(), newName()]
    const people = await Promise.all(
      names.map(async (name) => {
        const password = snac.addPerson(name)
        return { name, password, ...(await connectByOauth.begin({ instance: snac.url }, io)) }
      }),
    )
    const backs = []
    for (const { url, name, password } of people) backs.push(await logIn(url, name, password))
    for (const [index, { keep, name }] of people.entries()) {
      const found = await connectByOauth.finish(backs[index]?.searchParams ?? new URLSearchParams(), keep, io)
      expect(found[0]?.profile.displayName).toBe(name)
    }
  })

  test('a forgotten registration is refused with a sentence', async () => {
    const name = newName()
    const password = snac.addPerson(name)
    const { url, keep } = await connectByOauth.begin({ instance: snac.url }, io)
    const back = await logIn(url, name, password)
    const forgotten = { ...keep, client_id: 'f'.repeat(32) }
    const failure = await failureOf(connectByOauth.finish(back.searchParams, forgotten, io))
    expect(failure).toMatchObject({ kind: 'invalid', message: expect.stringContaining('Sign in again') })
  })
})
