import { isDeepStrictEqual } from 'node:util'
import type { Context } from '../context.ts'
import { sql } from '../db/database.ts'
import type { JsonObject } from '../lib/json/json.ts'
import type { SealedField } from '../lib/secrecy/seal.ts'
import { sealedIn } from '../secrets/sealed-columns.ts'

type RegistrationParts = Pick<Context, 'db' | 'sealer'>

interface RegistrationKey {
  readonly platform: string
  readonly name: string
}

interface Registration {
  readonly sealed: string
  readonly value: JsonObject
}

/**
 * Answers what is registered at a network under a name, and registers where nothing is. `refused` is a registration that
 * the network no longer knows: it is replaced, unless somebody replaced it before.
 *
 * The network is asked outside of any transaction. Two processes that register at once both ask it; the first to store its
 * answer wins, and both use that one.
 */
export async function findRegistration(
  parts: RegistrationParts,
  place: RegistrationKey,
  make: () => Promise<JsonObject>,
  refused: JsonObject | null,
): Promise<JsonObject> {
  let made: JsonObject | null = null
  for (;;) {
    const known = await readRegistration(parts, place)
    if (known && !isDeepStrictEqual(known.value, refused)) return known.value
    made ??= await make()
    if (await storeRegistration(parts, place, known, made)) return made
  }
}

/** Answers false if somebody else stored one, or sealed the known one anew, since it was read. */
async function storeRegistration(
  { db, sealer }: RegistrationParts,
  place: RegistrationKey,
  known: Registration | null,
  made: JsonObject,
): Promise<boolean> {
  const sealed = sealer.seal(JSON.stringify(made), placeOf(place))
  const { platform, name } = place
  const stored = known
    ? sql`
      update platform_registrations set registration = ${sealed}, created_at = clock_timestamp()
      where platform = ${platform} and name = ${name} and registration = ${known.sealed}`
    : sql`
      insert into platform_registrations (platform, name, registration) values (${platform}, ${name}, ${sealed})
      on conflict (platform, name) do nothing`
  return (await db.run(stored)) > 0
}

async function readRegistration(
  { db, sealer }: RegistrationParts,
  place: RegistrationKey,
): Promise<Registration | null> {
  const row = await db.row<{ registration: string }>(sql`
    select registration from platform_registrations where platform = ${place.platform} and name = ${place.name}`)
  if (!row) return null
  const value = JSON.parse(sealer.open(row.registration, placeOf(place))) as JsonObject
  return { sealed: row.registration, value }
}

function placeOf({ platform, name }: RegistrationKey): SealedField {
  return sealedIn('platform_registrations.registration', platform, name)
}
