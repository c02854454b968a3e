import type { JsonObject } from '../../../lib/json/json.ts'
import type { FakeAnswer } from '../../kit/fakes/fake-server.ts'
import { forbidden, jsonOf, listed, may, type RestCall, shown, textField } from './fake-call.ts'
import { type FakeTerm, nextId, refuse, slugFrom } from './fake-world.ts'

/** The controller of categories and tags. Source: WP_REST_Terms_Controller. */
export function serveTerms(rest: RestCall, taxonomy: 'categories' | 'tags'): FakeAnswer {
  const terms = rest.world[taxonomy]
  if (rest.method === 'POST')
    return create(rest, terms, taxonomy === 'tags' ? 'edit_posts' : 'manage_categories')
  const search = rest.query.get('search')?.toLowerCase() ?? ''
  // The words are looked for in the names as they are kept, with their entities.
  const found = terms.filter(({ name, slug }) => name.toLowerCase().includes(search) || slug.includes(search))
  return listed(rest, found.map(describe))
}

function create(rest: RestCall, terms: FakeTerm[], capability: string): FakeAnswer {
  if (!may(rest, capability))
    throw forbidden(
      rest,
      'rest_cannot_create',
      'Sorry, you are not allowed to create terms in this taxonomy.',
    )
  const given = textField(jsonOf(rest), 'name')
  if (given === null) throw refuse(400, 'rest_missing_callback_param', 'Missing parameter(s): name')
  const bare = given.replace(/<[^<>]*>/g, '').trim()
  const name = bare.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
  if (name === '') throw refuse(400, 'empty_term_name', 'A name is required for this term.')
  const standing = terms.find((term) => term.name.toLowerCase() === name.toLowerCase())
  if (standing)
    throw refuse(400, 'term_exists', 'A term with the name provided already exists in this taxonomy.', {
      term_id: standing.id,
    })
  const term = { id: nextId(rest.world), name, slug: slugFrom(bare) }
  terms.push(term)
  return shown(rest, describe(term), 201)
}

function describe({ id, name, slug }: FakeTerm): JsonObject {
  return { id, count: 0, description: '', name, slug }
}
