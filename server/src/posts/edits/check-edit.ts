import { accountOf } from '../../accounts/account-of.ts'
import type { Connector, EditPower } from '../../connectors/connector.ts'
import type { CallContext } from '../../context.ts'
import type { JsonObject } from '../../lib/json/json.ts'
import type { FieldProblem } from '../../lib/problem.ts'
import { sentence } from '../../lib/text/sentence.ts'
import { loadDraft } from '../../publishing/load-draft.ts'
import { schemaProblems } from '../request/schema-problems.ts'
import type { FoundPart } from './lock-part.ts'

/** The words that a result is to have from now on. */
export interface WantedEdit {
  readonly caption: string
  /** The part of the result; 0 is the post itself. */
  readonly part?: number
  readonly options?: JsonObject
}

type PartToEdit = Pick<FoundPart, 'part' | 'content' | 'account'> & {
  readonly connector: Connector
  readonly power: EditPower
}

/**
 * Everything that the network is certain to refuse of the new words, counted as when the post was made. Problems of the media
 * are left out: they are public as they are.
 */
export async function checkEdit(
  { db, workspaceId }: CallContext,
  { connector, power, part, content, account }: PartToEdit,
  { caption, options: changes = {} }: WantedEdit,
): Promise<FieldProblem[]> {
  const unfit = Object.entries(changes).flatMap(([name, value]) => {
    const pointer = `/options/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    const schema =
      part !== 'first_comment' && power.options.includes(name) ? connector.options.properties[name] : null
    if (schema) return schemaProblems(schema, value, pointer)
    const known = power.options.join(', ') || 'none'
    const detail = sentence(
      '{network} has no option "{name}" that can be changed in a public post. It has: {known}.',
      { network: connector.name, name, known },
    )
    return [{ pointer, code: 'unknown_option', detail }]
  })
  if (unfit.length > 0) return unfit
  const published = await loadDraft(db, workspaceId, content)
  const draft = { ...published, text: caption, options: { ...published.options, ...changes } }
  const shown = part === 'first_comment' ? { ...draft, media: [], optionMedia: [] } : draft
  const { problems } = connector.check(shown, accountOf(account))
  return problems.flatMap((problem) => {
    const { pointer } = problem
    if (pointer === '/text' || pointer.startsWith('/text/'))
      return [{ ...problem, pointer: pointer.replace('/text', '/caption') }]
    const [, place, name = ''] = pointer.split('/')
    return place === 'options' && Object.hasOwn(changes, name) ? [problem] : []
  })
}
