import { homedir } from 'node:os'
import { join } from 'node:path'

/** The settings that come from the environment. */
export interface Environment {
  readonly url: string | null
  readonly key: string | null
  readonly profile: string | null
  /** The file in which `crier login` keeps profiles. */
  readonly profilesFile: string
  readonly hasColor: boolean
}

/** Reads the environment. No other file of the program does. An empty variable counts as not set. */
export function readEnvironment(): Environment {
  const { CRIER_URL, CRIER_API_KEY, CRIER_PROFILE, XDG_CONFIG_HOME, NO_COLOR, TERM } = process.env
  // The standard tells programs to pass over a relative path.
  const folder = XDG_CONFIG_HOME?.startsWith('/') ? XDG_CONFIG_HOME : join(homedir(), '.config')
  return {
    url: CRIER_URL || null,
    key: CRIER_API_KEY || null,
    profile: CRIER_PROFILE || null,
    profilesFile: join(folder, 'crier', 'profiles.json'),
    hasColor: !NO_COLOR && TERM !== 'dumb',
  }
}
