import { useLingui } from '@lingui/react/macro'
import type { JsonFault, JsonFaultKind } from './json-text.ts'

/** Says where a text stops being JSON, and what is wrong there. */
export function useJsonFaultWords(): (fault: JsonFault) => string {
  const { t } = useLingui()
  const words: Readonly<Record<JsonFaultKind, string>> = {
    ends: t`The text ends before the JSON does: a bracket or a value is missing.`,
    value: t`A value belongs here: a text in double quotes, a number, true, false, null, a list or an object.`,
    name: t`The name of a member belongs here, in double quotes.`,
    colon: t`A colon is missing after the name.`,
    comma: t`A comma is missing here, or the bracket that closes.`,
    'trailing-comma': t`Nothing follows this comma. Take it out.`,
    text: t`This text has no quote at its end, or a line break or backslash that must be written with a backslash before it.`,
    quote: t`JSON knows straight double quotes alone.`,
    deep: t`This is nested too deeply.`,
    more: t`The JSON has ended already. Take out what follows.`,
  }
  return ({ kind, line, column }) => t`Line ${line}, column ${column}: ${words[kind]}`
}
