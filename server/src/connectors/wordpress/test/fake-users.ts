import type { JsonObject } from '../../../lib/json/json.ts'
import type { FakeAnswer } from '../../kit/fakes/fake-server.ts'
import { forbidden, jsonOf, type RestCall, shown, textField, userOf } from './fake-call.ts'
import {
  addPassword,
  capabilitiesOf,
  type FakePassword,
  type FakeUser,
  inGroups,
  invalidParameter,
  refuse,
} from './fake-world.ts'

/** The user who asks, and their application passwords. Sources: WP_REST_Users_Controller, WP_REST_Application_Passwords_Controller. */
export function serveMe(rest: RestCall, below: string): FakeAnswer {
  const { user, method, world, query } = rest
  if (!user) throw refuse(401, 'rest_not_logged_in', 'You are not currently logged in.')
  if (below === '') {
    const { id, login, email } = user
    const common = {
      id,
      name: login,
      slug: login,
      avatar_urls: { 96: 'https://secure.gravatar.com/avatar/0' },
    }
    if (query.get('context') !== 'edit') return shown(rest, common)
    return shown(rest, { ...common, username: login, email, capabilities: capabilitiesOf(user, world) })
  }
  if (below === '/application-passwords' && method === 'POST') return create(rest, user)
  const uuid = /^\/application-passwords\/([\w-]+)$/.exec(below)?.[1]
  if (uuid === undefined) throw refuse(404, 'rest_no_route', noRoute)
  const found = user.passwords.find((one) =>
    uuid === 'introspect' ? isOfCall(rest, one) : one.uuid === uuid,
  )
  if (!found) throw refuse(404, 'rest_application_password_not_found', 'Application password not found.')
  if (method === 'GET') return shown(rest, describe(found))
  if (method !== 'DELETE') throw forbidden(rest, 'rest_no_route', noRoute)
  user.passwords.splice(user.passwords.indexOf(found), 1)
  return { status: 200, json: { deleted: true, previous: describe(found) } }
}

export const noRoute = 'No route was found matching the URL and request method.'

function isOfCall({ world, call }: RestCall, { password }: FakePassword): boolean {
  const pair = Buffer.from((call.headers.authorization ?? '').slice('Basic '.length), 'base64').toString()
  return userOf(world, call) !== null && pair.replace(/[^a-z\d]/gi, '').endsWith(password)
}

function create(rest: RestCall, user: FakeUser): FakeAnswer {
  const fields = jsonOf(rest)
  const name = textField(fields, 'name') ?? ''
  const appId = textField(fields, 'app_id') ?? ''
  if (name.trim() === '') throw refuse(400, 'rest_missing_callback_param', 'Missing parameter(s): name')
  if (appId !== '' && !isUuid(appId)) throw invalidParameter('app_id', 'app_id is not a valid UUID.')
  if (user.passwords.some((one) => one.name === name))
    throw refuse(409, 'application_password_duplicate_name', 'Each application name should be unique.')
  const made = addPassword(user, name, appId)
  return { status: 201, json: { ...describe(made), password: inGroups(made.password) } }
}

export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}

function describe({ uuid, name, appId }: FakePassword): JsonObject {
  return { uuid, app_id: appId, name, created: '2026-11-27T15:00:00', last_used: null, last_ip: null }
}
