import type { TObject } from 'typebox'
import { type Html, html } from '../../lib/html.ts'
import type { FieldProblem } from '../../lib/problem.ts'
import type { Speech } from '../../words/speech.ts'

/** The members of a field’s JSON Schema that a form has a use for. */
interface Field {
  readonly name: string
  readonly isRequired: boolean
  readonly type: string
  readonly title: string
  readonly hint: string | null
  readonly isSecret: boolean
  readonly choices: readonly Choice[] | null
  readonly initial: string
  readonly maxLength: number | null
}

interface Choice {
  readonly value: string
  readonly label: string
}

/** The values that were filled in, by the names of their fields. */
export type Filled = Readonly<Record<string, unknown>>

/**
 * The fields of a form by their JSON Schema, those that may be left out folded away. `filled` is shown again, except
 * secrets; `faults` are those whose pointer begins with `/fields`, each beside its field.
 */
export function schemaForm(
  speech: Speech,
  schema: TObject,
  filled: Filled | null,
  faults: readonly FieldProblem[],
): Html {
  const faultOf = ({ name }: Field) => {
    const fault = faults.find(({ pointer }) => pointer.split('/')[2] === name)
    return fault ? speech.tell(fault.detail) : null
  }
  const show = (field: Field) =>
    fieldOf(speech, field, filled === null ? field.initial : textOf(filled[field.name]), faultOf(field))
  const fields = fieldsOf(schema)
  const others = fields.filter(({ isRequired }) => !isRequired)
  const isOpen = others.some((field) => faultOf(field) !== null) ? html` open` : null
  const folded =
    others.length === 0
      ? null
      : html`<details${isOpen}><summary>${speech.say('More settings')}</summary>${others.map(show)}</details>`
  return html`${fields.filter(({ isRequired }) => isRequired).map(show)}${folded}`
}

/** Reads such a form. A field that was left empty is left out; the schema judges everything else. */
export function readSchemaForm(schema: TObject, form: URLSearchParams): Record<string, unknown> {
  const filled = fieldsOf(schema).flatMap((field): [string, unknown][] => {
    const value = readField(field, form.get(field.name) ?? '')
    return value === null ? [] : [[field.name, value]]
  })
  return Object.fromEntries(filled)
}

function readField({ type, isSecret }: Field, sent: string): unknown {
  const text = isSecret ? sent : sent.trim()
  if (type === 'boolean') return text === 'on'
  if (text === '') return null
  const isNumber = type === 'integer' || type === 'number'
  return isNumber && Number.isFinite(Number(text)) ? Number(text) : text
}

function fieldsOf({ properties, required }: TObject): Field[] {
  return Object.entries(properties).flatMap(([name, property]): Field[] => {
    const { type, title, description, format, maxLength, ...more } = asRecord(property)
    // A list or an object has no field; no way to sign in asks for one.
    if (type === 'array' || type === 'object') return []
    const field = {
      name,
      isRequired: asList(required).includes(name),
      type: typeof type === 'string' ? type : 'string',
      title: typeof title === 'string' ? title : sayName(name),
      hint: typeof description === 'string' ? description : null,
      isSecret: format === 'password',
      choices: choicesOf(more),
      initial: textOf(more.default),
      maxLength: typeof maxLength === 'number' ? maxLength : null,
    }
    return [field]
  })
}

/** `app_password` is "App password" where a field has no title of its own. */
export function sayName(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')
}

function choicesOf({ enum: values, anyOf }: Record<string, unknown>): Choice[] | null {
  if (Array.isArray(values)) return values.map((value) => ({ value: String(value), label: String(value) }))
  const constants = asList(anyOf).map(choiceOf)
  const choices = constants.filter((choice) => choice !== null)
  return choices.length > 0 && choices.length === constants.length ? choices : null
}

function choiceOf(one: unknown): Choice | null {
  if (!(one instanceof Object) || !('const' in one) || typeof one.const !== 'string') return null
  const { const: value } = one
  return { value, label: 'title' in one && typeof one.title === 'string' ? one.title : sayName(value) }
}

function fieldOf(speech: Speech, field: Field, value: string, fault: Html | null): Html {
  const { tell } = speech
  const { name, hint, isRequired, type } = field
  const title = tell(field.title)
  const notesIds = [
    ...(hint === null ? [] : [`${name}-hint`]),
    ...(fault === null ? [] : [`${name}-fault`]),
  ].join(' ')
  const described = notesIds === '' ? null : html` aria-describedby="${notesIds}"`
  const isWrong = fault === null ? null : html` aria-invalid="true"`
  const attributes = html` id="${name}" name="${name}"${described}${isWrong}`
  const notes = html`${hint === null ? null : html`<span class="soft" id="${name}-hint">${tell(hint)}</span>`}
    ${fault === null ? null : html`<span class="fault" id="${name}-fault">${fault}</span>`}`
  if (type === 'boolean')
    return html`<p class="field"><label><input type="checkbox"${attributes}${value === 'true' ? html` checked` : null}>
      ${title}</label>${notes}</p>`
  return html`<p class="field"><label for="${name}">${title}</label>
    ${inputOf(speech, field, value, html`${attributes}${isRequired ? html` required` : null}`)}${notes}</p>`
}

function inputOf(
  { tell }: Speech,
  { choices, isSecret, isRequired, maxLength }: Field,
  value: string,
  attributes: Html,
): Html {
  if (choices !== null) {
    const options = choices.map(
      (choice) =>
        html`<option value="${choice.value}"${choice.value === value ? html` selected` : null}>${tell(choice.label)}</option>`,
    )
    return html`<select${attributes}>${isRequired ? null : html`<option value=""></option>`}${options}</select>`
  }
  const longest = maxLength === null ? null : html` maxlength="${maxLength}"`
  const plain = html` autocapitalize="none" spellcheck="false" autocomplete="off"${longest}${attributes}`
  if (isSecret) return html`<input type="password"${plain}>`
  return html`<input type="text" value="${value}"${plain}>`
}

function textOf(value: unknown): string {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : ''
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function asRecord(value: object): Record<string, unknown> {
  return { ...value }
}
