import { asObject, isArray, type Json, type JsonObject, textOf } from '../../../lib/json/json.ts'

/** How to tell, on a network of Meta, whether a post is gone. */
interface Gone {
  /** Whether a failure says that there is no such thing. The networks say the same of a thing that we may not see. */
  isUnseen(error: unknown): boolean
  /** Reads the post by its id. @throws Failure */
  read(): Promise<unknown>
}

/**
 * Does something with a post; null where the post is gone. Where the network does not find it, the post itself is read: one that
 * can still be read is not gone. @throws Failure
 */
export async function unlessGone<Result>(
  { isUnseen, read }: Gone,
  work: () => Promise<Result>,
): Promise<Result | null> {
  try {
    return await work()
  } catch (error) {
    if (!isUnseen(error) || (await canBeRead(isUnseen, read))) throw error
    return null
  }
}

async function canBeRead(isUnseen: Gone['isUnseen'], read: Gone['read']): Promise<boolean> {
  try {
    await read()
    return true
  } catch (error) {
    if (isUnseen(error)) return false
    throw error
  }
}

/**
 * The counts of a list of insights by their names: `{"data": [{"name": "views", "values": [{"value": 3}]}]}`, or with `total_value` in
 * place of `values`. A value that is no count is left out.
 */
export function readInsights({ data }: JsonObject): Map<string, number> {
  const rows = isArray(data) ? data.map(asObject) : []
  return new Map(
    rows.flatMap((row): [string, number][] => {
      const name = textOf(row?.name)
      const [first] = isArray(row?.values) ? row.values : []
      const count = (asObject(row?.total_value) ?? asObject(first))?.value
      return name !== null && isCount(count) ? [[name, count]] : []
    }),
  )
}

function isCount(value: Json | undefined): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}
