import type { Given } from '../command/given.ts'
import { NotSignedIn, Refusal, UsageError } from '../command/refusals.ts'
import type { Environment } from './environment.ts'
import { type Profile, readProfiles } from './profiles.ts'

/** The server to speak to. */
export interface Server {
  readonly url: string
  readonly key: string
  /** The profile that both are from; null where it was not asked. */
  readonly profile: string | null
}

/**
 * Finds the server and the key: the command line wins over the environment, and that over a profile. A key of a profile goes to the
 * address of that profile alone.
 * @throws NotSignedIn, UsageError or Refusal
 */
export function findServer(given: Given, environment: Environment, givenKey: string | null): Server {
  const url = given.text('url')
  const named = given.text('profile')
  if (named !== null && (url !== null || givenKey !== null))
    throw new UsageError(
      '--profile names both the server and the key, so --url and --key cannot stand beside it.',
    )
  const usesEnvironment = named === null
  // A key that the environment holds for another server must not go to that of a profile.
  if (
    usesEnvironment &&
    url === null &&
    environment.url === null &&
    givenKey === null &&
    environment.key !== null
  )
    throw missing(null, environment.key, null)
  const chosenUrl = url ?? (usesEnvironment ? environment.url : null)
  const key = givenKey ?? (usesEnvironment ? environment.key : null)
  if (chosenUrl !== null && key !== null)
    return { url: checkUrl(chosenUrl, given.flag('allow-http')), key: checkKey(key), profile: null }
  const name = named ?? environment.profile ?? 'default'
  const profile = readProfiles(environment.profilesFile)[name]
  if (profile === undefined) throw missing(chosenUrl, key, named ?? environment.profile)
  if (key !== null) return fromProfileUrl(profile, key, given, name)
  if (chosenUrl !== null && trimUrl(chosenUrl) !== trimUrl(profile.url))
    throw new NotSignedIn(
      `There is no key for ${chosenUrl}: that of the profile "${name}" is for ${profile.url}. Set CRIER_API_KEY, or run: crier login --url ${chosenUrl} --profile NAME`,
    )
  return {
    url: checkUrl(profile.url, isHttpAllowed(profile, given)),
    key: checkKey(profile.key),
    profile: name,
  }
}

function fromProfileUrl(profile: Profile, key: string, given: Given, name: string): Server {
  return { url: checkUrl(profile.url, isHttpAllowed(profile, given)), key: checkKey(key), profile: name }
}

function isHttpAllowed(profile: Profile, given: Given): boolean {
  return profile.allow_http === true || given.flag('allow-http')
}

function missing(url: string | null, key: string | null, profile: string | null): NotSignedIn {
  if (profile !== null)
    return new NotSignedIn(`There is no profile "${profile}". Make it with: crier login --profile ${profile}`)
  if (url !== null) return new NotSignedIn('There is no key. Set CRIER_API_KEY, or run: crier login')
  if (key !== null)
    return new NotSignedIn(
      'There is a key, but no server. Set CRIER_URL too, or name a profile with --profile.',
    )
  return new NotSignedIn('You are not signed in. Run "crier login", or set CRIER_URL and CRIER_API_KEY.')
}

/** Reads the address of a server. @throws UsageError, or Refusal where the key would go through the open net */
export function checkUrl(text: string, allowsHttp: boolean): string {
  const url = URL.canParse(text) ? new URL(text) : null
  const isWeb = url !== null && /^https?:$/.test(url.protocol)
  if (!isWeb || url.search !== '' || url.hash !== '')
    throw new UsageError(`"${text}" is no address of a server; one looks like https://crier.example.org.`)
  if (url.username !== '' || url.password !== '')
    throw new UsageError('The address of a server holds no name and password; the key stands alone.')
  if (url.protocol === 'http:' && !allowsHttp && !isLocal(url.hostname))
    throw new Refusal(
      `${url.origin} has no TLS, so that anybody on the way could read the key. Use https, or say --allow-http.`,
    )
  return trimUrl(text)
}

function trimUrl(text: string): string {
  return text.endsWith('/') ? trimUrl(text.slice(0, -1)) : text
}

function isLocal(host: string): boolean {
  return /^(?:localhost|.{1,250}\.localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/.test(host)
}

/** A key goes into a header, so it has visible ASCII characters only. @throws UsageError, which does not show it */
export function checkKey(key: string): string {
  if (/^[\x21-\x7e]{1,500}$/.test(key)) return key
  throw new UsageError('The API key is no key: one looks like crier_live_… or crier_test_…, without spaces.')
}
