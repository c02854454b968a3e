import { Secret, TOTP } from 'otpauth'

const stepSeconds = 30
/** How many steps the clock of an app may be wrong, either way. */
const skew = 1

/** A new secret: 160 random bits, in base32. */
export function createTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** The address by which an app takes the secret, usually shown as a QR code. */
export function totpAddress(secret: string, email: string): string {
  return totpOf(secret, email).toString()
}

/** The step whose code this is, among the present one and its neighbours; null for a wrong code. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const delta = totpOf(secret, '').validate({ token: code, timestamp: now.getTime(), window: skew })
  return delta === null ? null : Math.floor(now.getTime() / 1_000 / stepSeconds) + delta
}

// These are what every app can do, and some can do nothing else.
function totpOf(secret: string, label: string): TOTP {
  return new TOTP({
    issuer: 'Crier',
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: stepSeconds,
    secret: Secret.fromBase32(secret),
  })
}
