import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const modules = join(import.meta.dirname, 'pds/node_modules')

interface Directory {
  updatePds(did: string, signer: unknown, endpoint: string): Promise<void>
}

/**
 * Says in the directory of identities that an account lives elsewhere, signed as its owner would.
 * `rotationKey` is the `plcRotationKeyK256PrivateKeyHex` its server was started with.
 */
export async function moveIdentity(
  plcUrl: string,
  rotationKey: string,
  did: string,
  origin: string,
): Promise<void> {
  const { Client } = await load<{ Client: new (url: string) => Directory }>('@did-plc/lib')
  const { Secp256k1Keypair } = await load<{ Secp256k1Keypair: { import(hex: string): Promise<unknown> } }>(
    '@atproto/crypto',
  )
  await new Client(plcUrl).updatePds(did, await Secp256k1Keypair.import(rotationKey), origin)
}

function load<Module>(name: string): Promise<Module> {
  return import(pathToFileURL(join(modules, name, 'dist/index.js')).href)
}
