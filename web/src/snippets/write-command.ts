import { inShell } from './in-shell.ts'

type Body = Readonly<Record<string, unknown>>

/** The options of `crier post`, with the value of each; null where the command has no option for the value. */
const options: Readonly<Record<string, (value: unknown) => readonly string[] | null>> = {
  social_accounts: (ids) => (isTexts(ids) ? [`--to ${ids.join(',')}`] : null),
  media: writeMedia,
  tags: (tags) => (isTexts(tags) ? tags.map((tag) => `--tag ${inShell(tag)}`) : null),
  scheduled_at: (at) => (typeof at === 'string' ? [`--at ${at}`] : null),
  use_queue: (isQueued) => (isQueued === true ? ['--queue'] : null),
  is_draft: (isDraft) => (isDraft === true ? ['--draft'] : null),
  late_policy: (policy) => (typeof policy === 'string' ? [`--late-policy ${policy}`] : null),
}

/**
 * The post as a line for the command line. A post with more than the options of `crier post` can say is written as the request
 * that makes it. It can be pasted into a shell as it is.
 */
export function writePostByCommand({ caption = '', ...body }: Body): string {
  const given = Object.entries(body).map(([name, value]) => options[name]?.(value) ?? null)
  const lines = given.flatMap((each) => each ?? [])
  // A dash begins an option, or stands for standard input.
  if (given.includes(null) || typeof caption !== 'string' || caption.startsWith('-'))
    return `crier api POST /v1/posts --data ${inShell(JSON.stringify({ caption, ...body }, null, 2))}`
  return [caption === '' ? 'crier post' : `crier post ${inShell(caption)}`, ...lines].join(' \\\n  ')
}

/** Media by their paths, with alt texts for the first of them or for all: the command gives the first alt text to the first medium. */
function writeMedia(media: unknown): readonly string[] | null {
  if (!Array.isArray(media)) return null
  const named = media.map((one: unknown) => (typeof one === 'string' ? { media_id: one } : (one as Body)))
  const isKnown = named.every((one) =>
    Object.keys(one).every((key) => key === 'media_id' || key === 'alt_text'),
  )
  if (!isKnown) return null
  const alts = named.flatMap(({ alt_text: alt }) => (typeof alt === 'string' ? [alt] : []))
  const isDescribedFirst = named.slice(0, alts.length).every(({ alt_text: alt }) => typeof alt === 'string')
  if (!isDescribedFirst || alts.some((alt) => alt.startsWith('-'))) return null
  return [
    ...named.map(({ media_id: id }) => `--media ${inShell(String(id))}`),
    ...alts.map((alt) => `--alt ${inShell(alt)}`),
  ]
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string' && !one.startsWith('-'))
}
