import { createHash, randomBytes } from 'node:crypto'
import { type Queryable, sql } from '../../db/database.ts'

const howMany = 10

// Without I, L, O and U, which are mistaken for others (Crockford's base32).
const letters = '0123456789abcdefghjkmnpqrstvwxyz'
const codeLength = 16

/** Replaces the recovery codes of a person. Answers the new ones, which are stored nowhere. */
export async function replaceRecoveryCodes(tx: Queryable, userId: string): Promise<string[]> {
  const codes = Array.from({ length: howMany }, createCode)
  await tx.run(sql`delete from recovery_codes where user_id = ${userId}`)
  for (const code of codes)
    await tx.run(sql`insert into recovery_codes (user_id, hash) values (${userId}, ${hashOf(userId, code)})`)
  return codes.map(inGroups)
}

/** Uses up a recovery code, with or without its hyphens. False for one that is wrong or was used. */
export async function spendRecoveryCode(tx: Queryable, userId: string, text: string): Promise<boolean> {
  const code = readCode(text)
  if (code === null) return false
  const spent = await tx.run(sql`
    update recovery_codes set used_at = clock_timestamp()
    where user_id = ${userId} and hash = ${hashOf(userId, code)} and used_at is null`)
  return spent > 0
}

/** How many recovery codes of a person are still good. */
export async function countRecoveryCodes(db: Queryable, userId: string): Promise<number> {
  const row = await db.row<{ count: number }>(sql`
    select count(*)::int as count from recovery_codes where user_id = ${userId} and used_at is null`)
  return row?.count ?? 0
}

/** 80 random bits: each letter stands for five. */
function createCode(): string {
  return Array.from(randomBytes(codeLength), (byte) => letters.charAt(byte % letters.length)).join('')
}

function inGroups(code: string): string {
  return [0, 4, 8, 12].map((at) => code.slice(at, at + 4)).join('-')
}

/** The code as it was made, from what a person typed; null for what can be none. */
function readCode(text: string): string | null {
  const code = text.toLowerCase().replace(/[\s-]/g, '').replace(/o/g, '0').replace(/[il]/g, '1')
  return code.length === codeLength && [...code].every((letter) => letters.includes(letter)) ? code : null
}

function hashOf(userId: string, code: string): Buffer {
  return createHash('sha256').update(`${userId} ${code}`).digest()
}
