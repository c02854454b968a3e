import { createInterface } from 'node:readline/promises'
import { answer, type Command, type Input } from '../command/command.ts'
import { Refusal, UsageError } from '../command/refusals.ts'
import { alignTable } from '../output/table.ts'
import type { Terminal } from '../output/terminal.ts'
import { checkKey, checkUrl } from '../settings/find-server.ts'
import { readProfiles, writeProfiles } from '../settings/profiles.ts'
import { readSecret } from '../settings/read-secret.ts'

const login: Command = {
  words: ['login'],
  summary: 'Keeps the address of a server and a key for it, so that later commands need neither.',
  details: [
    'The key is asked for without being shown, or read from standard input with "--key -". The server is asked whether it is right before it is kept, in a file that only you can read. Keys are made in the app under Settings, API keys.',
  ],
  examples: [
    'crier login --url https://crier.example.org',
    'crier login --url https://crier.example.org --profile test --key - < key.txt',
  ],
  run: runLogin,
}

async function runLogin(input: Input) {
  const { given, terminal, environment } = input
  const name = given.text('profile') ?? environment.profile ?? 'default'
  if (!/^[\w.-]{1,64}$/.test(name))
    throw new UsageError(`"${name}" is no name for a profile: letters, digits, dots and dashes make one.`)
  const allowsHttp = given.flag('allow-http')
  const url = checkUrl(given.text('url') ?? environment.url ?? (await askAddress(terminal)), allowsHttp)
  const key = checkKey(await keyOf(input))
  const session = input.connect({ url, key, profile: name })
  const me = await session.me()
  const profiles = readProfiles(environment.profilesFile)
  writeProfiles(environment.profilesFile, {
    ...profiles,
    [name]: { url, key, ...(allowsHttp ? { allow_http: true } : {}) },
  })
  if (environment.key !== null || environment.url !== null)
    terminal.advise(
      'CRIER_URL or CRIER_API_KEY is set in this shell, and wins over what was kept now unless you say --profile.',
    )
  return answer(
    me,
    ({ mode, user, workspace }) =>
      `You are signed in to ${url} as ${user.email}, workspace "${workspace.name}", with ${mode} data.\nThe profile "${name}" is kept in ${environment.profilesFile}.`,
  )
}

async function keyOf({ readKey, terminal }: Input): Promise<string> {
  const key = await readKey()
  if (key !== null) return key
  if (terminal.stdin.isTTY !== true)
    throw new UsageError('Nobody is at a terminal to type the key: "--key -" reads it from standard input.')
  return readSecret('API key', terminal)
}

async function askAddress(terminal: Terminal): Promise<string> {
  if (terminal.stdin.isTTY !== true)
    throw new UsageError('--url is missing: it is the address of the server.')
  const lines = createInterface({ input: terminal.stdin, terminal: false })
  terminal.ask('Address of the server: ')
  try {
    for await (const line of lines) return line.trim()
    throw new UsageError('Canceled.')
  } finally {
    lines.close()
  }
}

const logout: Command = {
  words: ['logout'],
  summary: 'Forgets a profile. Its key stays valid until it is revoked in the app.',
  options: { all: { value: null, about: 'Forgets every profile.' } },
  run: async ({ given, environment }) => {
    const file = environment.profilesFile
    const profiles = readProfiles(file)
    const name = given.text('profile') ?? environment.profile ?? 'default'
    const gone = given.flag('all') ? Object.keys(profiles) : [name]
    if (!given.flag('all') && !Object.hasOwn(profiles, name))
      throw new Refusal(`There is no profile "${name}".`)
    writeProfiles(file, Object.fromEntries(Object.entries(profiles).filter(([one]) => !gone.includes(one))))
    return answer({ forgotten: gone }, ({ forgotten }) =>
      forgotten.length === 0
        ? 'There was no profile.'
        : `Forgotten: ${forgotten.join(', ')}. The keys stay valid until they are revoked in the app.`,
    )
  },
}

const profiles: Command = {
  words: ['profiles'],
  summary: 'Lists the profiles that "crier login" keeps, without their keys.',
  run: async ({ environment, terminal }) => {
    const kept = Object.entries(readProfiles(environment.profilesFile)).map(([name, { url }]) => ({
      name,
      url,
    }))
    return answer(kept, (clean) =>
      clean.length === 0
        ? 'There is no profile. Make one with: crier login'
        : alignTable(
            ['PROFILE', 'SERVER'],
            clean.map(({ name, url }) => [name, url]),
            terminal.columns,
          ).join('\n'),
    )
  },
}

/** The commands about profiles. */
export const signIn: readonly Command[] = [login, logout, profiles]
