import { type Static, Type } from 'typebox'
import { asObject, type Json, type JsonObject, textOf } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import type { Failure, RedirectIo } from '../connector.ts'
import { makeUnavailable, quoteAnswer } from '../kit/json-api.ts'
import { stored, text } from '../kit/media/stored.ts'
import { dialect, errorOf, failureOf, plainHeaders, readLimit } from './api.ts'

const schema = Type.Object({
  clientId: text,
  clientSecret: text,
  /** The address and the scopes it was made for, separated by spaces: a server refuses others. */
  redirectUri: text,
  scopes: text,
})

/** Crier as one server knows it. */
export type Registration = Static<typeof schema>

const registrations = stored(schema, 'Crier was registered at this server without an id.')

/** The registration at a server, which is made where there is none, or one for other scopes. @throws Failure */
export async function findRegistration(
  origin: string,
  scopes: readonly string[],
  io: RedirectIo,
): Promise<{ registration: Registration; isNew: boolean }> {
  let isNew = false
  const make = () => {
    isNew = true
    return register(origin, scopes, io)
  }
  const found = await io.registration(origin, make)
  const known = registrations.read(found)
  const isFitting = known.redirectUri === io.redirectUri && known.scopes === scopes.join(' ')
  const registration = isFitting ? known : registrations.read(await io.registration(origin, make, found))
  return { registration, isNew }
}

/** Another registration in place of one that the server forgot. @throws Failure */
export async function replaceRegistration(
  origin: string,
  forgotten: Registration,
  io: RedirectIo,
): Promise<Registration> {
  const make = () => register(origin, forgotten.scopes.split(' '), io)
  return registrations.read(await io.registration(origin, make, registrations.write(forgotten)))
}

/** A registration for one sign-in alone. @throws Failure */
export async function registerOnce(
  origin: string,
  scopes: readonly string[],
  io: RedirectIo,
): Promise<Registration> {
  return registrations.read(await register(origin, scopes, io))
}

const longestValue = 2_000

async function register(origin: string, scopes: readonly string[], io: RedirectIo): Promise<JsonObject> {
  const form = new URLSearchParams({
    client_name: 'Crier',
    redirect_uris: io.redirectUri,
    scopes: scopes.join(' '),
    website: io.publicUrl,
  })
  const answer = await io.fetch(
    {
      method: 'POST',
      url: new URL('/api/v1/apps', origin).href,
      headers: { ...plainHeaders, 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
    },
    { timeoutMs: 20_000, maxBytes: 200_000 },
  )
  const reply = answer.status >= 200 && answer.status < 300 ? asObject(answer.json) : null
  const [clientId, clientSecret] = [idOf(reply?.client_id), idOf(reply?.client_secret)]
  if (clientId === null || clientSecret === null) throw refusedRegistration(answer, io)
  return registrations.write({
    clientId,
    clientSecret,
    redirectUri: io.redirectUri,
    scopes: scopes.join(' '),
  })
}

/** Ids of some are numbers. */
function idOf(json: Json | undefined): string | null {
  const value = typeof json === 'number' ? String(json) : textOf(json)
  return value !== null && value.length <= longestValue ? value : null
}

function refusedRegistration(answer: OutboundAnswer, io: RedirectIo): Failure {
  const limited = readLimit(answer, io.now(), [])
  if (limited) return limited
  if (answer.status >= 500) return makeUnavailable(dialect, answer)
  const text = 'The server does not let Crier register, so nobody can sign in from here.'
  return failureOf('invalid', quoteAnswer(text, errorOf(answer), []), answer)
}
