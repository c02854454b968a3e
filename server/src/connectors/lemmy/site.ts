import { readWebAddress } from '../../lib/addresses/web-address.ts'
import { asObject, type JsonObject, textOf } from '../../lib/json/json.ts'
import { sentence } from '../../lib/text/sentence.ts'
import { type ConnectIo, Failure, type Profile } from '../connector.ts'
import { makeUnavailable, refusalTable } from '../kit/json-api.ts'
import { type Access, askServer, dialect, pathOf, readList, readSuccess } from './api.ts'
import { generationOf } from './generation.ts'
import { writeSettings } from './settings.ts'

const noLemmy = (instance: string) =>
  sentence('There is no Lemmy server with the third version of the API at {instance}.', { instance })

/** Everything that a server says about itself, and about the owner of the token. @throws Failure */
export async function readSite(access: Access, io: ConnectIo): Promise<JsonObject> {
  return readSuccess(await askServer({ path: pathOf('site') }, access, io), access, io)
}

/** Makes sure that Crier can publish to a server, before it is shown a password. @throws Failure `invalid` */
export async function mustBeLemmy(instance: string, io: ConnectIo): Promise<void> {
  const answer = await askServer({ path: pathOf('site') }, { instance, token: null }, io)
  const limited = refusalTable(dialect, [])(answer, io.now(), [])
  if (limited) throw limited
  if (answer.status >= 500) throw makeUnavailable(dialect, answer)
  const site = answer.status === 200 ? asObject(answer.json) : null
  const version = textOf(site?.version)
  if (version === null || !asObject(site?.site_view)) throw new Failure('invalid', noLemmy(instance))
  if (generationOf(version) === null)
    throw new Failure(
      'invalid',
      sentence('Crier publishes to Lemmy 0.19 and 1.0. This server has version {version}.', { version }),
    )
}

/** The account that a token is of. */
export interface Owner {
  readonly personId: number
  readonly profile: Profile & { readonly displayName: string }
}

/** The owner of the token; null where the server takes the caller for a stranger. @throws Failure */
export function readOwner(site: JsonObject, instance: string): Owner | null {
  const person = asObject(asObject(asObject(site.my_user)?.local_user_view)?.person)
  const [name, version] = [textOf(person?.name), textOf(site.version)]
  const personId = person?.id
  if (!person || name === null) return null
  if (typeof personId !== 'number' || !Number.isSafeInteger(personId) || personId < 1 || version === null)
    throw new Failure('unavailable', 'The server does not say whose account this is.')
  const profileUrl = `${instance}/u/${encodeURIComponent(name)}`
  const address = URL.parse(textOf(person.actor_id) ?? '')
  return {
    personId,
    profile: {
      username: `${name}@${address?.host || new URL(instance).host}`,
      displayName: textOf(person.display_name) ?? name,
      avatarUrl: readWebAddress(textOf(person.avatar)),
      profileUrl: readWebAddress(profileUrl) ?? instance,
      settings: writeSettings({ instance, personId, version, rate: rateIn(site) }),
    },
  }
}

/** Posts are counted by the address that they come from. Source: LocalSiteRateLimit in crates/db_schema. */
function rateIn(site: JsonObject): { posts: number; everyMs: number } | null {
  const limits = asObject(asObject(site.site_view)?.local_site_rate_limit)
  const [posts, seconds] = [limits?.post, limits?.post_per_second]
  const isCount = (value: unknown): value is number =>
    typeof value === 'number' && Number.isSafeInteger(value) && value >= 1 && value <= 1_000_000
  return isCount(posts) && isCount(seconds) ? { posts, everyMs: seconds * 1_000 } : null
}

/** The languages of a server by their codes, such as `en`. @throws Failure */
export function languagesIn(site: JsonObject): { id: number; code: string; name: string }[] {
  return readList(site, 'all_languages').flatMap(({ id, code, name }) =>
    typeof id === 'number' && typeof code === 'string' && typeof name === 'string'
      ? [{ id, code, name }]
      : [],
  )
}
