interface EventKind {
  readonly description: string
  readonly data: object
  readonly example: object
}

/** The page that tells every event, its data and an example. */
export function generateEvents(catalog: Readonly<Record<string, EventKind>>): string {
  const kinds = Object.entries(catalog).map(([type, { description, data, example }]) =>
    [`## ${type}`, description, fieldTable(data as Schema), json(example)].join('\n\n'),
  )
  return [introduction, ...kinds].join('\n')
}

const introduction = `# Events

An event records a change. It is stored in the transaction that makes the change, so there is never one without the other.
An event is \`{id, type, created_at, data}\`. \`GET /v1/events\` lists them, oldest first, and streams them as server-sent
events. Webhook endpoints receive them; [webhooks.md](../webhooks.md) says how. They are kept for 30 days unless
\`EVENTS_KEPT_DAYS\` says otherwise.

Events are read in the order in which they were committed, so whoever goes on from a cursor gets each event once and
misses none. \`created_at\` is when an event was written, a moment before its commit: it is not quite the order of the list. An
event is readable once every transaction that began to write before it has ended, usually within milliseconds. The order
between two webhooks is not promised, because each is tried again on its own.

This page is generated. To change it, edit server/src/webhooks/event-catalog.ts, then run \`npm run check -- --fix\`.
`

interface Schema {
  readonly type?: string
  readonly format?: string
  readonly description?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
}

function fieldTable(schema: Schema): string {
  const rows = fieldsOf(schema, '').map((cells) => `| ${cells.join(' | ')} |`)
  return ['| Field | Holds | |', '| --- | --- | --- |', ...rows].join('\n')
}

/** The fields of an object and of the objects within it: name, what it holds, what is said of it. */
function fieldsOf(schema: Schema, prefix: string): string[][] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const inner = field.anyOf?.find(({ properties }) => properties) ?? field
    const description = field.description ?? field.anyOf?.find((one) => one.description)?.description ?? ''
    return [[`\`${prefix}${name}\``, holdsOf(field), description], ...fieldsOf(inner, `${prefix}${name}.`)]
  })
}

function holdsOf({ anyOf, const: value, enum: values, items, type, format }: Schema): string {
  if (anyOf) return anyOf.map(holdsOf).join(' or ')
  if (value !== undefined) return `\`${value}\``
  if (values) return values.map((one) => `\`${one}\``).join(', ')
  if (items) return `list of ${holdsOf(items)}`
  return { uuid: 'id', uri: 'address', 'date-time': 'time' }[format ?? ''] ?? type ?? 'anything'
}

function json(example: object): string {
  return `\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\`\n`
}
