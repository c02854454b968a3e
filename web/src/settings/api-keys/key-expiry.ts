/** How long a new key lives, as it is chosen. */
export type Lifetime = '30' | '90' | '365' | 'never'

export const lifetimes: readonly Lifetime[] = ['30', '90', '365', 'never']

const dayMs = 86_400_000

/** The moment at which a key made now would end; null for never. */
export function endOf(lifetime: Lifetime, now: number): string | null {
  return lifetime === 'never' ? null : new Date(now + Number(lifetime) * dayMs).toISOString()
}

/** The networks of a list, one in a line or with commas between them. */
export function readNetworks(text: string): string[] {
  return text
    .split(/[\s,]+/)
    .map((each) => each.trim())
    .filter((each) => each !== '')
}
