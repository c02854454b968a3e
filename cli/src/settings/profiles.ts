import { randomBytes } from 'node:crypto'
import { chmodSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { Refusal } from '../command/refusals.ts'

/** A server and the key for it, as `crier login` keeps them. */
export interface Profile {
  readonly url: string
  readonly key: string
  /** Whether the person allowed to send the key without TLS. */
  readonly allow_http?: boolean
}

export type Profiles = Readonly<Record<string, Profile>>

/** Reads the profiles; none where there is no file. @throws Refusal if the file cannot be read, or others can read it */
export function readProfiles(file: string): Profiles {
  let text: string
  try {
    // Windows has no such modes.
    if (process.platform !== 'win32' && (lstatSync(file).mode & 0o077) !== 0)
      throw new Refusal(`Other users of this machine may read the keys in ${file}. Run: chmod 600 ${file}`)
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Refusal) throw error
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw new Refusal(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown error'}.`)
  }
  const profiles = parseProfiles(text)
  if (profiles === null)
    throw new Refusal(`${file} holds no profiles. Delete it, and sign in again with "crier login".`)
  return profiles
}

function parseProfiles(text: string): Profiles | null {
  try {
    const { profiles } = JSON.parse(text) as { profiles?: Record<string, Partial<Profile> | null> }
    const entries = Object.entries(profiles ?? {})
    const isWhole = entries.every(([, one]) => typeof one?.url === 'string' && typeof one.key === 'string')
    return isWhole && profiles !== undefined ? (profiles as Profiles) : null
  } catch {
    return null
  }
}

/** Keeps the profiles in a file that only its owner can read. It is replaced as a whole. @throws Refusal */
export function writeProfiles(file: string, profiles: Profiles): void {
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(draft, `${JSON.stringify({ profiles }, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
    // The mode of a new file loses what the umask takes, and must lose no more.
    chmodSync(draft, 0o600)
    renameSync(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    throw new Refusal(
      `${file} cannot be written: ${(error as NodeJS.ErrnoException).code ?? 'unknown error'}.`,
    )
  }
}
