import { asObject, isArray, type Json, type JsonObject, textOf } from '../../../lib/json/json.ts'
import {
  type FakeCast,
  type FakeEmbed,
  type FakeSigner,
  type FakeWorld,
  keepCast,
  refuse,
} from './fake-world.ts'

// The members of PostCastReqBody. The real one drops a member that it does not know; here it is a mistake of ours.
const members = new Set([
  'signer_uuid',
  'text',
  'embeds',
  'parent',
  'parent_author_fid',
  'channel_id',
  'idem',
])

/**
 * Makes a cast, as far as Neynar and the network take it. The key of a request is looked for when it arrives, and held only once its
 * cast is made: nobody knows better. `arrived` is the number of calls before this one, and `now` that of all so far.
 */
export function publishCast(
  world: FakeWorld,
  key: string,
  { fid }: FakeSigner,
  body: JsonObject,
  { arrived, now }: { readonly arrived: number; readonly now: number },
): Json {
  for (const name of Object.keys(body))
    if (!members.has(name)) throw refuse(400, 'InvalidField', `Unknown: ${name}`, name)
  const idem = textOf(body.idem)
  const place = `${key} ${idem}`
  const held = idem === null ? undefined : world.held.get(place)
  const isHeld = held !== undefined && held.since <= arrived
  const cast = isHeld ? held.cast : keepCast(world, { fid, ...readCast(world, fid, body) })
  if (idem !== null && !isHeld) world.held.set(place, { cast, since: now })
  return { success: true, cast: { hash: cast.hash, author: { fid }, text: cast.text } }
}

function readCast(
  world: FakeWorld,
  fid: number,
  body: JsonObject,
): Pick<FakeCast, 'text' | 'embeds' | 'parent' | 'channel'> {
  const text = textOf(body.text) ?? ''
  const embeds = readEmbeds(world, body.embeds)
  const parent = textOf(body.parent)
  const channel = textOf(body.channel_id)
  const answered = world.casts.find(({ hash }) => hash === parent)
  if (parent !== null && !answered) throw refuse(404, 'NotFound', 'Parent cast not found', 'parent')
  if (answered && body.parent_author_fid !== undefined && body.parent_author_fid !== answered.fid)
    throw refuse(404, 'NotFound', 'Parent cast not found', 'parent_author_fid')
  if (channel !== null && !world.channels.some(({ id }) => id === channel))
    throw refuse(404, 'NotFound', 'Channel not found', 'channel_id')
  validate(text, embeds, world.users.find((user) => user.fid === fid)?.isPro === true)
  return { text, embeds, parent, channel }
}

/** Neynar’s description takes two embeds, each of one form. */
function readEmbeds({ casts }: FakeWorld, given: Json | undefined): FakeEmbed[] {
  if (given === undefined) return []
  if (!isArray(given) || given.length > 2)
    throw refuse(400, 'InvalidField', 'Array must contain at most 2 element(s)', 'embeds')
  return given.map((one) => {
    const { url, cast_id: id, ...more } = asObject(one) ?? {}
    const [address, hash] = [textOf(url), textOf(asObject(id)?.hash)]
    if (Object.keys(more).length > 0 || (address === null) === (hash === null))
      throw refuse(400, 'InvalidField', 'Invalid embed', 'embeds')
    if (address !== null) return { url: address }
    const quoted = casts.find((cast) => cast.hash === hash && cast.fid === asObject(id)?.fid)
    if (!quoted) throw refuse(404, 'NotFound', 'Embedded cast not found', 'embeds')
    return { hash: quoted.hash }
  })
}

/** Source: validate_cast_add_body and validate_url of Snapchain. */
function validate(text: string, embeds: readonly FakeEmbed[], isPro: boolean): void {
  const bytes = Buffer.byteLength(text)
  if (bytes > 10_000) throw refuse(400, 'bad_request.validation_failure', 'text too long for 10k cast')
  if (bytes > 1_024 && !isPro) throw refuse(400, 'bad_request.validation_failure', 'pro user feature')
  if (text === '' && embeds.length === 0) throw refuse(400, 'bad_request.validation_failure', 'cast is empty')
  for (const { url } of embeds)
    if (url !== undefined && (url === '' || Buffer.byteLength(url) > 256))
      throw refuse(400, 'bad_request.validation_failure', 'url must be 1 to 256 bytes')
}
