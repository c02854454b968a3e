import { type Static, type TObject, type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { Check } from 'typebox/value'
import { asObject, isArray, type Json, type JsonObject } from '../../../lib/json/json.ts'

/** Data of a connector as it is stored with an account or a target: its names are snake_case there. */
export interface Stored<Value> {
  /** A value that is missing or does not fit is read as its `default`. @throws Error where it has none */
  read(json: JsonObject): Value
  write(value: Value): JsonObject
}

/**
 * Reads and writes by a schema in camelCase, made of objects, lists, `nullable` and plain values. The keys of a record and
 * the members of `anyObject` are data, and keep their names.
 * @param incomplete the error's sentence
 */
export function stored<Schema extends TObject>(schema: Schema, incomplete: string): Stored<Static<Schema>> {
  const readMembers = makeObjectReader(schema)
  return {
    read: (json) => {
      const value = readMembers(json)
      if (value === undefined) throw new Error(incomplete)
      return value as Static<Schema>
    },
    write: (value) => writeObject(schema, value as Readonly<Record<string, unknown>>),
  }
}

/** A string with something in it. */
export const text = Type.String({ minLength: 1 })

/** Any object of the network's own, kept as it is. */
export const anyObject = Type.Unsafe<JsonObject>(Type.Record(Type.String(), Type.Unknown()))

/** The value, or null, as which it is read when it is missing or does not fit. */
export function nullable<Schema extends TSchema>(schema: Schema) {
  return Type.Union([Type.Null(), schema], { default: null })
}

// A reader answers undefined where a value does not fit. Readers are made once per schema, because accounts are read often.
type Read = (json: Json | undefined) => unknown

function makeReader(schema: TSchema): Read {
  const read = makeFittingReader(schema)
  if (!('default' in schema)) return read
  // Part of a list of objects may be lost in a broken one, which no default replaces.
  const isStrict = Type.IsArray(schema) && Type.IsObject(schema.items)
  return (json) => {
    const found = read(json)
    return found === undefined && (json === undefined || !isStrict) ? schema.default : found
  }
}

function makeFittingReader(schema: TSchema): Read {
  if (Type.IsObject(schema)) return makeObjectReader(schema)
  if (Type.IsArray(schema)) return makeListReader(schema.items)
  if (Type.IsUnion(schema)) {
    const readers = schema.anyOf.map(makeFittingReader)
    return (json) => firstFitting(readers, json)
  }
  let compiled: ReturnType<typeof Compile> | undefined
  return (json) => {
    // Most processes read accounts of few networks.
    compiled ??= Compile(schema)
    return compiled.Check(json) ? json : undefined
  }
}

function firstFitting(readers: readonly Read[], json: Json | undefined): unknown {
  for (const read of readers) {
    const found = read(json)
    if (found !== undefined) return found
  }
  return undefined
}

/** A missing object is read as an empty one, whose members may all have defaults. */
function makeObjectReader(schema: TObject): (json: Json | undefined) => Record<string, unknown> | undefined {
  const members = Object.entries(schema.properties).map(([name, inner]) => {
    return { name, place: storedName(name), read: makeReader(inner), isOptional: Type.IsOptional(inner) }
  })
  return (json) => {
    const from = json === undefined ? {} : asObject(json)
    if (!from) return undefined
    const found: Record<string, unknown> = {}
    for (const { name, place, read, isOptional } of members) {
      const value = read(from[place])
      if (value !== undefined) found[name] = value
      else if (!isOptional) return undefined
    }
    return found
  }
}

function makeListReader(schema: TSchema): Read {
  const read = makeReader(schema)
  return (json) => {
    if (!isArray(json)) return undefined
    const items = json.map(read)
    return items.includes(undefined) ? undefined : items
  }
}

function writeValue(schema: TSchema, value: unknown): Json {
  if (Type.IsObject(schema)) return writeObject(schema, value as Readonly<Record<string, unknown>>)
  if (Type.IsArray(schema)) return (value as readonly unknown[]).map((item) => writeValue(schema.items, item))
  if (Type.IsUnion(schema)) {
    const fitting = schema.anyOf.find((each: TSchema) => Check(each, value))
    return fitting ? writeValue(fitting, value) : null
  }
  return value as Json
}

function writeObject(schema: TObject, value: Readonly<Record<string, unknown>>): JsonObject {
  const written = Object.entries(schema.properties).flatMap(([name, inner]): [string, Json][] =>
    value[name] === undefined ? [] : [[storedName(name), writeValue(inner, value[name])]],
  )
  return Object.fromEntries(written)
}

function storedName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
