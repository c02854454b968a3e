import type { AuditAction } from '../audit/audit-entry.ts'
import type { Json, JsonObject } from '../lib/json/json.ts'

/**
 * How the audit log records an operation. An action alone, such as `member.invite`, is written once the verb is done,
 * in its transaction, with the names of the members of the body. `keeps` lists the members whose values are recorded;
 * all others read `hidden`. `subjectIn` is the member of the answer with the thing that was made, where the answer itself is not that
 * thing. With `writtenBy`, the verb writes its entries itself. `none` gives the reason why there is
 * no entry.
 */
export type AuditRule =
  | AuditAction
  | {
      readonly action: AuditAction
      readonly keeps: readonly string[]
      readonly subjectIn?: string
    }
  | { readonly action: AuditAction; readonly writtenBy: 'verb' }
  | { readonly none: string }

/** Every operation that may change something has a rule for the log. */
export type Audited =
  | { readonly method: 'GET'; readonly audit?: never }
  | { readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'; readonly audit: AuditRule }

/** A rule without an entry of the serving code. */
export type OwnAuditRule = Exclude<AuditRule, string | { readonly keeps: readonly string[] }>

/**
 * Like `Audited`, for operations around which there is no transaction: their verbs write their entries themselves, in their own
 * transactions, so that no change is stored without its entry.
 */
export type AuditedByVerb =
  | Extract<Audited, { readonly method: 'GET' }>
  | (Exclude<Audited, { readonly method: 'GET' }> & { readonly audit: OwnAuditRule })

/** The parts of a request whose verb is done. */
interface Done {
  readonly params: unknown
  readonly body: unknown
  readonly result: unknown
}

export interface EntryOfRule {
  readonly action: AuditAction
  readonly subjectId: string | null
  readonly details: JsonObject
}

/** The entry that the serving code writes; null where it writes none. */
export function entryOf(rule: AuditRule | undefined, { params, body, result }: Done): EntryOfRule | null {
  if (rule === undefined || (typeof rule === 'object' && !('keeps' in rule))) return null
  const { action, keeps, subjectIn = null } = typeof rule === 'string' ? { action: rule, keeps: [] } : rule
  const made = subjectIn === null ? result : memberOf(result, subjectIn)
  return { action, subjectId: idIn(params) ?? idIn(made), details: detailsOf(body, keeps) }
}

/** The entry that an action with these rules is found by; null for a rule without one. */
export function actionOf(rule: AuditRule): AuditAction | null {
  if (typeof rule === 'string') return rule
  return 'action' in rule ? rule.action : null
}

function idIn(value: unknown): string | null {
  const id = memberOf(value, 'id')
  return typeof id === 'string' ? id : null
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

/** A list of names, so that a secret in a new member of a body is never written by oversight. */
function detailsOf(body: unknown, keeps: readonly string[]): JsonObject {
  if (typeof body !== 'object' || body === null) return {}
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, keeps.includes(name) ? (value as Json) : 'hidden']),
  )
}
