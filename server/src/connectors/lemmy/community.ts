import { asObject, isArray, type JsonObject } from '../../lib/json/json.ts'
import { sentence } from '../../lib/text/sentence.ts'
import { type ConnectIo, Failure, type Step } from '../connector.ts'
import { type Access, askServer, isMissing, pathOf, readSuccess } from './api.ts'
import { numberIn } from './names.ts'
import { readChoices } from './options.ts'
import { languagesIn, readSite } from './site.ts'

/**
 * The numbers under which the server knows the community and the language of a post. A server that does not know a community of another one
 * asks that for it. Source: get_community in crates/apub/src/api/read_community.rs. @throws Failure
 */
export async function findCommunity(
  { draft }: Pick<Step, 'draft'>,
  access: Access,
  io: ConnectIo,
): Promise<{ communityId: number; languageId: number | null }> {
  const { community: name, language } = readChoices(draft)
  if (name === null) throw new Failure('invalid', 'A post here needs a community.')
  const answer = await askServer({ path: pathOf('community'), query: { name } }, access, io)
  if (isMissing(answer))
    throw new Failure('invalid', sentence('The server does not find the community {name}.', { name }))
  const found = readSuccess(answer, access, io)
  const view = asObject(found.community_view)
  const community = asObject(view?.community)
  const communityId = numberIn(community?.id)
  if (!view || !community || communityId === null)
    throw new Failure('unavailable', 'The server did not show the community.')
  refuseClosed(view, community)
  return { communityId, languageId: await findLanguage(language, found, access, io) }
}

function refuseClosed(view: JsonObject, community: JsonObject): void {
  if (community.deleted === true || community.removed === true)
    throw new Failure('invalid', 'The community or the post was deleted.')
  if (view.banned_from_community === true)
    throw new Failure('forbidden', 'The account is banned from the community.')
}

async function findLanguage(
  code: string | null,
  { discussion_languages: taken }: JsonObject,
  access: Access,
  io: ConnectIo,
): Promise<number | null> {
  if (code === null) return null
  const languages = languagesIn(await readSite(access, io))
  const language = languages.find((one) => one.code.toLowerCase() === code.toLowerCase())
  if (!language)
    throw new Failure('invalid', sentence('The server does not know the language {code}.', { code }))
  if (isArray(taken) && taken.length > 0 && !taken.includes(language.id))
    throw new Failure('invalid', 'The community takes no posts in this language.')
  return language.id
}
