import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { useTimeFormat } from '../time/format.ts'
import { membersOf } from './members.ts'
import { type Field, humanize, readForm } from './read-schema.ts'
import type { Filled } from './schema-form.tsx'
import { translateField, useServerWords } from './server-words.ts'

interface ValuesSummaryProps {
  /** The JSON Schema of an object. */
  readonly schema: unknown
  readonly value: Filled
  /** The names of members that the page shows elsewhere. */
  readonly without: readonly string[]
}

/** The values of a form in few words, such as "Who can see it: Public · Made for kids". */
export function ValuesSummary({ schema, value, without }: ValuesSummaryProps) {
  const { t } = useLingui()
  const say = useServerWords()
  const format = useTimeFormat()
  const read = useMemo(() => readForm(schema), [schema])
  const form = read === null ? null : translateField(read, say)
  const members = form?.kind === 'object' ? membersOf(form, value) : []
  const known = members.flatMap(({ name, field }) => {
    const title = field.title ?? humanize(name)
    const shown = without.includes(name) ? null : sayValue(field, value[name])
    return shown === null ? [] : [shown === '' ? title : `${title}: ${shown}`]
  })
  const others = Object.keys(value)
    .filter((name) => !without.includes(name) && !members.some((member) => member.name === name))
    .map((name) => say(humanize(name)))
  const words = [...known, ...others]
  return words.length === 0 ? t`Nothing set` : words.join(' · ')

  /** Null where there is nothing to tell; empty where the title alone tells it. */
  function sayValue(field: Field, given: unknown): string | null {
    switch (field.kind) {
      case 'choice': {
        const known = field.choices.find((choice) => choice.value === (given ?? field.initial))
        return known?.label ?? (given === undefined ? null : String(given))
      }
      case 'boolean':
        if (given === undefined || given === field.initial) return null
        return given === true ? '' : t`No`
      case 'text':
        if (typeof given !== 'string' || given === '') return null
        if (field.format === 'date-time') return format.moment(given)
        // An id tells a person nothing.
        return field.isAsked || field.format === 'media-id' ? '' : given
      case 'list':
        return sayList(field, given)
      case 'number':
        return given === undefined ? null : String(given)
      default:
        return given === undefined ? null : ''
    }
  }

  function sayList({ items, isAsked }: Extract<Field, { kind: 'list' }>, given: unknown): string | null {
    if (!Array.isArray(given)) return null
    const isPlain = !isAsked && (items.kind === 'text' || items.kind === 'choice')
    if (given.length === 0) return t`None`
    return isPlain ? given.map((each) => sayValue(items, each) ?? '').join(', ') : String(given.length)
  }
}
