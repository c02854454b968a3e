import { asObject, isArray, type JsonObject } from '../../lib/json/json.ts'
import { sentence } from '../../lib/text/sentence.ts'
import { type Choice, type ChoicesPower, type ConnectIo, Failure } from '../connector.ts'
import { type Access, accessOf, askSite, isCode, mustSucceed, readSuccess, requireId } from './api.ts'
import { nameOf } from './profile.ts'

type Taxonomy = 'categories' | 'tags'

const perPage = '100'

/**
 * The number of a category. Only editors may create one, and a misspelt name would be a new one, so each must exist.
 * @throws Failure `invalid` where the site has none of this name
 */
export async function findCategory(name: string, access: Access, io: ConnectIo): Promise<number> {
  const found = (await search('categories', name, access, io)).find((term) => isNamed(term, name))
  if (found) return requireId(found.id)
  throw new Failure(
    'invalid',
    sentence('The site has no category “{name}”. Create it there, or choose another one.', { name }),
  )
}

/**
 * The number of a tag, which is created where it is missing: the site answers the number of one that exists. Source:
 * WP_REST_Terms_Controller::create_item. @throws Failure
 */
export async function findOrCreateTag(name: string, access: Access, io: ConnectIo): Promise<number> {
  const call = { path: '/wp/v2/tags', query: { _fields: 'id' }, json: { name: name.toWellFormed() } }
  const answer = await askSite(call, access, io)
  if (isCode(answer, 'term_exists')) return requireId(asObject(asObject(answer.json)?.data)?.term_id)
  if (answer.status !== 403) return requireId(readSuccess(answer, access, io).id)
  const found = (await search('tags', name, access, io)).find((term) => isNamed(term, name))
  if (found) return requireId(found.id)
  throw new Failure(
    'forbidden',
    sentence('The site has no tag “{name}”, and this user may not create one.', { name }),
  )
}

/** Names are kept as HTML, and are searched so. */
async function search(
  taxonomy: Taxonomy,
  words: string,
  access: Access,
  io: ConnectIo,
): Promise<readonly JsonObject[]> {
  const query = {
    per_page: perPage,
    orderby: 'count',
    order: 'desc',
    _fields: 'id,name',
    ...(words === '' ? {} : { search: words.toWellFormed().replace(/&/g, '&amp;') }),
  }
  const answer = await askSite({ path: `/wp/v2/${taxonomy}`, query }, access, io)
  mustSucceed(answer, access, io)
  if (!isArray(answer.json))
    throw new Failure('unavailable', 'The site did not show its categories and tags.')
  return answer.json.map(asObject).filter((term) => term !== null)
}

function isNamed(term: JsonObject, name: string): boolean {
  return folded(nameOf(term.name) ?? '') === folded(name)
}

function folded(name: string): string {
  return name.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase()
}

/** The categories and tags of the site, most used first. */
export const termChoices: ChoicesPower = {
  power: 'choices',
  options: ['categories', 'tags'],
  list: async ({ option, query, account, credentials }, io) => {
    const taxonomy = option === 'tags' ? 'tags' : 'categories'
    const terms = await search(taxonomy, query, accessOf(account, credentials), io)
    const names = new Set(terms.map(({ name }) => nameOf(name)).filter((name) => name !== null))
    return [...names].map((name): Choice => ({ value: name, label: name, detail: null }))
  },
}
