import { useLingui } from '@lingui/react/macro'
import { knownHints } from './known-hints.ts'
import { knownTitles } from './known-titles.ts'
import { type Choice, type Field, humanize, type Member } from './read-schema.ts'

/** Says a text of the server in the language of the viewer. */
export type TranslateText = (text: string) => string

// A text is known by its English words alone, so the same words mean the same on every network, and a text that is not known
// is shown as the server wrote it.
const known = new Map([...knownTitles, ...knownHints].map((each) => [each.message, each]))

/** The way to say a text of the server in the language of the viewer. */
export function useServerWords(): TranslateText {
  const { i18n } = useLingui()
  return (text) => {
    const descriptor = known.get(text)
    return descriptor === undefined ? text : i18n._(descriptor)
  }
}

/** A field with its words in the language of the viewer. */
export function translateField(field: Field, say: TranslateText): Field {
  const hint = field.hint === null ? null : say(field.hint)
  const title = field.title === null ? null : say(field.title)
  switch (field.kind) {
    case 'choice':
      return { ...field, title, hint, choices: field.choices.map((each) => saidChoice(each, say)) }
    case 'list':
      return { ...field, title, hint, items: translateField(field.items, say) }
    case 'either':
      return { ...field, title, hint, fields: field.fields.map((each) => translateField(each, say)) }
    case 'object':
      return {
        ...field,
        title,
        hint,
        members: saidMembers(field.members, say),
        conditions: field.conditions.map(({ when, members, otherwise }) => ({
          when,
          members: saidMembers(members, say),
          otherwise: saidMembers(otherwise, say),
        })),
      }
    default:
      return { ...field, title, hint }
  }
}

function saidChoice({ value, label }: Choice, say: TranslateText): Choice {
  return { value, label: say(label) }
}

/** A field without a title is called by its name. */
function saidMembers(members: readonly Member[], say: TranslateText): Member[] {
  return members.map(({ name, isRequired, field }) => {
    const own = translateField(field, say)
    return { name, isRequired, field: { ...own, title: own.title ?? say(humanize(name)) } }
  })
}
