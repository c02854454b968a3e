import { randomBytes } from 'node:crypto'

/**
 * The secrets that the fakes of this process gave out: tokens, and words that stand in every answer. Each house of a test looks
 * for them in its log and its database when it stops.
 */
export interface FakeSecrets {
  readonly canary: string
  note(secret: string): void
  /** The newest ones, the canary among them. */
  list(): readonly string[]
}

/** A search for thousands would take longer than the test. */
const most = 100

export const fakeSecrets = createFakeSecrets()

function createFakeSecrets(): FakeSecrets {
  const canary = `canary-of-fakes-${randomBytes(24).toString('base64url')}`
  const noted: string[] = []
  return {
    canary,
    note: (secret) => {
      noted.push(secret)
      if (noted.length > most) noted.shift()
    },
    list: () => [canary, ...noted],
  }
}
