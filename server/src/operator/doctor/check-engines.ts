import type { Config } from '../../config.ts'
import { type Engine, findHeicEngine, findVideoEngine } from '../../media/convert/installed-engines.ts'
import { type Finding, finding, note } from './finding.ts'

/** Looks for the programs that convert videos and HEIC. A server without them is whole; it converts less. */
export async function checkEngines({ engines }: Config): Promise<Finding[]> {
  const { ffmpeg, heifConvert, searchPath } = engines
  const [video, heic] = await Promise.all([
    findVideoEngine({ setting: ffmpeg, searchPath }),
    findHeicEngine({ setting: heifConvert, searchPath }),
  ])
  return [
    describeEngines('videos', video.engine, {
      without: 'Videos are published as they are, or refused where a network does not take them.',
      remedy: 'Install ffmpeg, or set FFMPEG to its path.',
    }),
    describeEngines('HEIC', heic, {
      without: 'HEIC pictures are refused where a network does not take them.',
      remedy: 'Install heif-convert (on Debian: libheif-examples), or set HEIF_CONVERT to its path.',
    }),
  ]
}

function describeEngines(
  check: string,
  engine: Engine,
  { without, remedy }: { without: string; remedy: string },
): Finding {
  return engine.isThere
    ? finding(check, true, `${engine.version} at ${engine.program} converts them.`, '')
    : note(check, `${engine.why} ${without}`, remedy)
}
