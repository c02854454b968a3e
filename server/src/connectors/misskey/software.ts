/** The differences between the programs that speak Misskey's API, as far as publishing is concerned. */
export interface Software {
  /** How a text, a content warning and an alt text are counted. */
  readonly unit: 'codepoint' | 'utf16'
  /** The longest content warning of a server that does not say. */
  readonly warningMax: number
  /** The longest alt text of a server that does not say. */
  readonly altTextMax: number
  /** The longest answer of a poll. */
  readonly pollOptionMax: number
  /** The posts of one account it takes in a span of time; null where that is more than Crier ever sends. */
  readonly rate: { readonly posts: number; readonly everyMs: number } | null
}

const hourMs = 3_600_000

/** Misskey's own schema of `notes/create`, whose `maxLength` counts code points, and DB_MAX_IMAGE_COMMENT_LENGTH. */
const misskey: Software = {
  unit: 'codepoint',
  warningMax: 100,
  altTextMax: 512,
  pollOptionMax: 50,
  rate: { posts: 300, everyMs: hourMs },
}

/** Programs by the name that nodeinfo gives. README.md has the source of each difference. */
const known: Readonly<Record<string, Software>> = {
  misskey,
  cherrypick: misskey,
  firefish: misskey,
  iceshrimp: misskey,
  // It measures in UTF-16 units, tells its limits, and takes four posts a second.
  sharkey: { ...misskey, unit: 'utf16', warningMax: 500, pollOptionMax: 150, rate: null },
}

/** A program we do not know has the strictest limits of those that we do: UTF-16 units are never fewer than code points. */
const cautious: Software = { ...misskey, unit: 'utf16' }

export function rulesOf(name: string | null): Software {
  const key = name?.toLowerCase() ?? ''
  return (Object.hasOwn(known, key) ? known[key] : undefined) ?? cautious
}
