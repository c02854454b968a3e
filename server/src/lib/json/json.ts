/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
export type JsonObject = { readonly [key: string]: Json }

/** The value if it is an object, else null. */
export function asObject(json: Json | undefined): JsonObject | null {
  return isObject(json) ? json : null
}

export function isObject(json: Json | undefined): json is JsonObject {
  return typeof json === 'object' && json !== null && !isArray(json)
}

export function isArray(json: Json | undefined): json is readonly Json[] {
  return Array.isArray(json)
}

/** The value if it is a string with something in it, else null. */
export function textOf(json: Json | undefined): string | null {
  return typeof json === 'string' && json !== '' ? json : null
}
