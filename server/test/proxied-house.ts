import { type DatabaseProxy, startDatabaseProxy } from './database-proxy.ts'
import { type House, startHouse } from './house.ts'

/** A house without a worker whose line to the database can be cut and delayed, with a sandbox account. */
export interface ProxiedHouse {
  readonly house: House
  readonly proxy: DatabaseProxy
  readonly accountId: string
  stop(): Promise<void>
}

export async function startProxiedHouse(): Promise<ProxiedHouse> {
  const started: { proxy?: DatabaseProxy } = {}
  const house = await startHouse({
    worker: false,
    connection: async (direct) => {
      started.proxy = await startDatabaseProxy(direct)
      return started.proxy.connection
    },
  })
  const { proxy } = started
  if (!proxy) throw new Error('The house asked for no connection.')
  const accountId = await house.connect('sandbox', { name: 'Harbour' })
  const stop = async () => {
    await house.stop()
    await proxy.close()
  }
  return { house, proxy, accountId, stop }
}
