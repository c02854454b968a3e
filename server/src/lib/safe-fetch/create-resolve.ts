import { lookup, Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'

/** Finds all addresses of a name. @throws Error where it has none, or nobody knows in time */
export type Resolve = (name: string) => Promise<readonly string[]>

export interface ResolveOptions {
  /** The name servers to ask, as `address:port`; those of the system unless given. */
  readonly servers?: readonly string[]
  /** The file with the names that the operator has given to addresses. */
  readonly hostsFile?: string
  /** The system's own way, with a thread. */
  readonly bySystem?: Resolve
  /** For how long a name may wait for the system's own way. */
  readonly patienceMs?: number
}

/**
 * Creates the way to the addresses of names. Name servers are asked without a thread. The system's own way takes one of two that
 * Node has for it, until there is an answer: a few names whose servers keep silent, such as those of somebody's webhooks, would
 * hold up the names of all networks. It is taken for names of the hosts file, which it knows at once, and otherwise for one name
 * at a time, which no server knew.
 */
export function createResolve({
  servers,
  hostsFile = '/etc/hosts',
  bySystem = askSystem,
  patienceMs = 5_000,
}: ResolveOptions = {}): Resolve {
  const oneBySystem = createSingleFile(bySystem, patienceMs)
  return async (name) => {
    if (await isInHostsFile(name, hostsFile)) return bySystem(name)
    const found = await askServers(name, servers)
    return found.length > 0 ? found : oneBySystem(name)
  }
}

/** Empty where no server knows the name, or none answers. */
async function askServers(name: string, servers: readonly string[] | undefined): Promise<readonly string[]> {
  // A new one each time reads the settings of the system anew, and remembers no answer.
  const resolver = new Resolver({ timeout: 1_000, tries: 2 })
  if (servers !== undefined) resolver.setServers(servers)
  const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  return found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
}

async function askSystem(name: string): Promise<readonly string[]> {
  const found = await lookup(name, { all: true, order: 'verbatim' })
  return found.map(({ address }) => address)
}

/** Lets one name after the other be looked up. A name that waited for too long is not looked up any more. */
function createSingleFile(resolve: Resolve, patienceMs: number): Resolve {
  let last: Promise<unknown> = Promise.resolve()
  return (name) => {
    const since = performance.now()
    const found = last.then(() => {
      if (performance.now() - since < patienceMs) return resolve(name)
      throw new Error(`Other names were looked up for so long that ${name} was not.`)
    })
    last = found.catch(() => undefined)
    return found
  }
}

/** Whether a hosts file has the name. A system without such a file has none in it. */
async function isInHostsFile(name: string, file: string): Promise<boolean> {
  const text = (await readFile(file, 'utf8').catch(() => '')).toLowerCase()
  // Files that block advertisers have a hundred thousand lines.
  if (!text.includes(name)) return false
  return text.split('\n').some((line) => {
    const [address, ...names] = line.replace(/#.*/, '').trim().split(/\s+/)
    return address !== '' && names.includes(name)
  })
}
