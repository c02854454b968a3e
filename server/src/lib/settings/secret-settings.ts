import type { GivenSettings } from './given-settings.ts'

type Name = 'SECRET_KEY' | 'SECRET_KEY_BEFORE' | 'METRICS_TOKEN'

export interface SecretSettings {
  /** Null: generated and kept in the data folder. */
  readonly secretKey: Buffer | null
  /** The key that SECRET_KEY replaces. Null: none, or kept in the data folder. */
  readonly secretKeyBefore: Buffer | null
  /** Null: the figures of monitors are for this machine alone. */
  readonly metricsToken: string | null
}

/** Reads the secrets of the operator. No sentence about a wrong one repeats it. */
export function readSecrets(given: GivenSettings<Name>): SecretSettings {
  const secretKey = readSecretKey(given, 'SECRET_KEY')
  const secretKeyBefore = readSecretKey(given, 'SECRET_KEY_BEFORE')
  if (secretKey && secretKeyBefore && secretKey.equals(secretKeyBefore))
    given.wrong.push('SECRET_KEY_BEFORE is the same as SECRET_KEY; it must be the old key, or not be set.')
  return { secretKey, secretKeyBefore, metricsToken: readMetricsToken(given) }
}

function readSecretKey({ text: textOf, wrong }: GivenSettings<Name>, name: Name): Buffer | null {
  const text = textOf(name)
  if (!text) return null
  const bytes = /^[0-9a-f]+$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64')
  if (bytes.length >= 32) return bytes
  wrong.push(
    `${name} must be at least 32 bytes in hex or base64, such as the output of: openssl rand -hex 32`,
  )
  return null
}

function readMetricsToken({ text: textOf, wrong }: GivenSettings<Name>): string | null {
  const text = textOf('METRICS_TOKEN')
  if (!text) return null
  if (!/^[\x21-\x7e]{16,256}$/.test(text)) {
    wrong.push(
      'METRICS_TOKEN must be 16 to 256 visible ASCII characters, such as the output of: openssl rand -hex 32',
    )
  }
  return text
}
