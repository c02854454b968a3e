import type { TObject, TSchema } from 'typebox'
import { isObject, type Json } from '../../lib/json/json.ts'
import { escapePointer } from '../../lib/json/strict-json.ts'
import { isMediaName } from '../../lib/requests/validate.ts'
import type { Layered, MediaReference } from './post-request.ts'

type Options = ReadonlyMap<string, Layered<Json>>

/** The media that options name in fields of the format `media-id`, such as a cover. */
export function listOptionMedia(options: Options, schema: TObject): MediaReference[] {
  const references: MediaReference[] = []
  mapOptionMedia(options, schema, (reference) => {
    references.push(reference)
    return reference.path
  })
  return references
}

/** Answers options with `change` of each name of a medium in its place. Values of a wrong form stay as they are. */
export function mapOptionMedia(
  options: Options,
  schema: TObject,
  change: (reference: MediaReference) => string,
): Map<string, Layered<Json>> {
  const named = mediaOptionsOf(schema)
  return new Map(
    [...options].map(([name, { value, pointer }]) => {
      const own = named.get(name)
      return [name, { value: own ? mapMedia(own, value, pointer, change) : value, pointer }]
    }),
  )
}

const known = new WeakMap<TObject, ReadonlyMap<string, TSchema>>()

/** The options that may name media, by name. They are remembered, because nearly every post asks for them. */
function mediaOptionsOf(schema: TObject): ReadonlyMap<string, TSchema> {
  const found =
    known.get(schema) ?? new Map(Object.entries(schema.properties).filter(([, own]) => namesMedia(own)))
  known.set(schema, found)
  return found
}

function namesMedia(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false
  if ('format' in schema && schema.format === 'media-id') return true
  return Object.values(schema).some(namesMedia)
}

/** The parts of a schema that can lead to a medium. */
interface Shape {
  readonly format?: unknown
  readonly items?: Shape
  readonly properties?: Readonly<Record<string, Shape>>
  readonly anyOf?: readonly Shape[]
}

function mapMedia(
  shape: Shape,
  value: Json,
  pointer: string,
  change: (reference: MediaReference) => string,
): Json {
  const shapes = [shape, ...(shape.anyOf ?? [])]
  if (typeof value === 'string') {
    const isMedium = isMediaName(value) && shapes.some(({ format }) => format === 'media-id')
    return isMedium ? change({ path: value, altText: null, focus: null, crop: null, pointer }) : value
  }
  if (Array.isArray(value)) {
    const items = shapes.find((one) => one.items)?.items ?? {}
    return value.map((one, index) => mapMedia(items, one, `${pointer}/${index}`, change))
  }
  if (!isObject(value)) return value
  const properties = shapes.find((one) => one.properties)?.properties ?? {}
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const own = Object.hasOwn(properties, name) ? properties[name] : undefined
      return [name, own ? mapMedia(own, inner, `${pointer}/${escapePointer(name)}`, change) : inner]
    }),
  )
}
