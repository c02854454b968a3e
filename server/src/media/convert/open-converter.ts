import { join } from 'node:path'
import type { Config } from '../../config.ts'
import type { Logger } from '../../lib/log.ts'
import type { MediaReader } from '../reader/media-reader.ts'
import { type Converter, createConverter } from './converter.ts'

/** Creates the converter of a server by its settings. Its results lie in DATA_DIR until they are stored. */
export function openConverter({ dataDir, engines }: Config, reader: MediaReader, log: Logger): Converter {
  const { searchPath } = engines
  return createConverter({
    reader,
    folder: join(dataDir, 'converting'),
    ffmpeg: { setting: engines.ffmpeg, searchPath },
    heifConvert: { setting: engines.heifConvert, searchPath },
    onTrouble: (trouble) => log.warn({ trouble }, 'a file was not converted'),
  })
}
