import { join } from 'node:path'
import type { Config } from '../config.ts'
import { StartError } from '../lib/settings/start-error.ts'
import { counted } from '../lib/text/counted.ts'
import { countFiles, type MovedFiles, moveFiles } from '../storage/move-files.ts'
import { type MediaStorages, openMediaStorage } from '../storage/open-media-storage.ts'
import { type Storage, StorageFull, StorageUnavailable } from '../storage/storage.ts'
import type { Command, CommandInput, Outcome } from './cli/command.ts'

const reportEveryMs = 5_000

const move: Command = {
  words: ['media', 'move'],
  summary:
    'Moves all media to the disk or to the bucket, while the server runs. After an interruption, run it again: it goes on with what is left.',
  positionals: [],
  options: { to: { value: 's3|disk', about: 'Where to.', isRequired: true } },
  run: async (input) => {
    const to = input.needed('to')
    requireStorage(input.config, to)
    const { dataDir, storage, bucket } = input.config
    const opened = await openMediaStorage({ folder: join(dataDir, 'media'), storage, bucket })
    try {
      return await moveTo(input, opened, to)
    } finally {
      opened.close()
    }
  },
}

export const mediaCommands: readonly Command[] = [move]

/** New files must already go where the others are brought. @throws StartError */
function requireStorage({ storage, bucket }: Config, to: string): asserts to is 'disk' | 's3' {
  if (to !== 'disk' && to !== 's3') throw new StartError(`--to is "${to}"; it must be s3 or disk.`)
  if (bucket === null)
    throw new StartError('No bucket is set. Set S3_BUCKET and its access key as for the server.')
  if (storage === to) return
  throw new StartError(
    `STORAGE is ${storage}, so new media still go there. Set STORAGE=${to} for every process and for this command, restart them, and run it again. Media that are not moved yet can be read meanwhile.`,
  )
}

async function moveTo(input: CommandInput, { disk, s3 }: MediaStorages, to: 'disk' | 's3'): Promise<Outcome> {
  if (s3 === null) throw new Error('A bucket that is set was not opened.')
  const [source, target] = to === 's3' ? [disk, s3] : [s3, disk]
  try {
    await Promise.all([source.check(), target.check()])
    const moved = await moveAndTell(input, source, target)
    const place = to === 's3' ? 'the disk' : 'the bucket'
    return {
      data: { to, files: moved.files, bytes: moved.bytes },
      text: `${describeMoved(moved)} moved. Nothing is left ${to === 's3' ? 'on' : 'in'} ${place}.`,
    }
  } catch (error) {
    if (!(error instanceof StorageUnavailable || error instanceof StorageFull)) throw error
    throw new StartError(`${error.message} Nothing is lost. Run the command again to go on.`, {
      cause: error,
    })
  }
}

async function moveAndTell(input: CommandInput, source: Storage, target: Storage): Promise<MovedFiles> {
  const found = await countFiles(source)
  input.report(`${describeMoved(found)} to be moved.`)
  let [files, reportedAt] = [0, performance.now()]
  return moveFiles(source, target, () => {
    files += 1
    if (performance.now() - reportedAt < reportEveryMs) return
    reportedAt = performance.now()
    input.report(`${files} of ${found.files} files are moved.`)
  })
}

/** Such as `2 files (3.1 MB) are`. */
function describeMoved({ files, bytes }: MovedFiles): string {
  return `${counted(files, 'file', 'files')} (${(bytes / 1_000_000).toFixed(1)} MB) ${files === 1 ? 'is' : 'are'}`
}
