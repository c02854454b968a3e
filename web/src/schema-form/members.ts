import type { Member, ObjectField } from './read-schema.ts'

/** The members that a form asks for with these values: those that hang on others come and go with them. */
export function membersOf(form: ObjectField, value: Readonly<Record<string, unknown>>): readonly Member[] {
  const further = form.conditions.flatMap(({ when, members, otherwise }) =>
    Object.entries(when).every(([name, values]) => values.includes(value[name])) ? members : otherwise,
  )
  const known = form.members.map((member) => further.find(({ name }) => name === member.name) ?? member)
  return [...known, ...further.filter(({ name }) => !form.members.some((member) => member.name === name))]
}

/** The value with which a new row or a new object begins: what the schema sets, and nothing else. */
export function firstValue(member: Member['field']): unknown {
  if (member.initial !== undefined) return member.initial
  switch (member.kind) {
    case 'object':
      return Object.fromEntries(
        member.members
          .filter(({ isRequired, field }) => isRequired || field.initial !== undefined)
          .map(({ name, field }) => [name, firstValue(field)] as const)
          .filter(([, value]) => value !== undefined),
      )
    case 'list':
      return []
    case 'text':
      return ''
    case 'choice':
      return member.choices[0]?.value
    case 'either':
      return member.fields[0] === undefined ? undefined : firstValue(member.fields[0])
    default:
      return undefined
  }
}
