import type { Figure } from '../connectors/connector.ts'
import { raw, type Sql } from '../db/database.ts'

/** Every figure, as its column is called. */
export const figureNames = [
  'views',
  'reach',
  'likes',
  'comments',
  'shares',
  'saves',
  'clicks',
] as const satisfies readonly Figure[]

/** Null: the network does not tell. */
export type Figures = Readonly<Record<Figure, number | null>>

/** A list with an item for each figure, in SQL: `write` gets the name of its column. */
export function forEachFigure(write: (column: string) => string): Sql {
  return raw(figureNames.map(write).join(', '))
}
