import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from '../src/db/database.ts'
import type { House } from './house.ts'

/** The names of the files in a folder of the storage. */
export function filesIn(house: House, folder: 'objects' | 'staged' | 'partials'): string[] {
  const path = join(house.context.config.dataDir, 'media', folder)
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort()
}

export interface StoredMedium {
  state: string
  rejection: string | null
  storage_key: string | null
}

export function mediaRow(house: House, id: string): Promise<StoredMedium | null> {
  return house.db.row(sql`select state, rejection, storage_key from media where id = ${id}`)
}

/** The status of a medium as the API shows it. */
export async function mediaStatus(house: House, id: string): Promise<string> {
  return (await house.request('GET', `/v1/media/${id}`)).json.status
}
