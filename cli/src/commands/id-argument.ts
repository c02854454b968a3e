import type { Positional } from '../command/command.ts'
import type { Given } from '../command/given.ts'
import { UsageError } from '../command/refusals.ts'

/** The argument that names a thing by its id. */
export function idPositional(thing: string): Positional {
  return { name: 'id', about: `the id of the ${thing}` }
}

/** Reads the id. @throws UsageError for a text that would lead to another address */
export function idOf(given: Given): string {
  const id = given.needed('id').trim()
  if (id === '' || id === '.' || id === '..') throw new UsageError(`"${id}" is no id.`)
  return id
}
