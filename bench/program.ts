import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** A program that no npm package brings is not there; the sentence says where it comes from. */
export class MissingProgram extends Error {
  override name = 'MissingProgram'
}

/** Where a program is, in these folders and then in PATH; null: nowhere. */
export function programInPath(name: string, folders: readonly string[] = []): string | null {
  const all = [...folders, ...(process.env.PATH ?? '').split(delimiter)]
  return all.map((folder) => join(folder, name)).find(isExecutable) ?? null
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
