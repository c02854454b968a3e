import { setTimeout as pause } from 'node:timers/promises'
import { createDiskStorage } from '../../src/storage/disk.ts'

// Appends to a partial until it is killed. Writes a line once more than a segment came in.
const [folder = '', key = ''] = process.argv.slice(2)
const { partials } = await createDiskStorage(folder)

async function* source(): AsyncGenerator<Buffer> {
  for (;;) {
    for (let megabytes = 0; megabytes < 10; megabytes += 1) yield Buffer.alloc(1024 * 1024, 7)
    process.stdout.write('more\n')
    await pause(10)
  }
}

await partials.append(key, 0, source(), { bytes: 1024 ** 3, owner: 'a' })
