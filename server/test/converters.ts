import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FitPlan } from '../src/connectors/connector.ts'
import type { Converted } from '../src/media/convert/conversion.ts'
import { type Converter, type ConverterOptions, createConverter } from '../src/media/convert/converter.ts'
import { createMediaReader, type MediaReader } from '../src/media/reader/media-reader.ts'

/** A converter beside its reader, and all that it said of its engines. */
export interface Workbench {
  readonly converter: Converter
  readonly reader: MediaReader
  readonly trouble: string[]
  close(): Promise<void>
}

const searchPath = process.env.PATH ?? ''

/** Opens a converter that puts its results into a folder. Always `close()` it. */
export function openWorkbench(folder: string, options: Partial<ConverterOptions> = {}): Workbench {
  const reader = createMediaReader({ onLost: () => undefined })
  const trouble: string[] = []
  const converter = createConverter({
    reader,
    folder: join(folder, 'converting'),
    ffmpeg: { setting: '', searchPath },
    heifConvert: { setting: '', searchPath },
    onTrouble: (words) => trouble.push(words),
    ...options,
  })
  return {
    converter,
    reader,
    trouble,
    close: async () => {
      await converter.close()
      await reader.close()
    },
  }
}

/** A plan that draws a film anew, for H.264 and AAC without limits. */
export const anew: FitPlan = {
  mimeType: 'video/mp4',
  crop: null,
  size: null,
  pad: null,
  maxBytes: null,
  video: {
    codec: 'h264',
    audioCodec: 'aac',
    maxFrameRate: null,
    maxBitRate: null,
    maxAudioChannels: null,
    maxSampleRate: null,
  },
  remux: false,
  frameAtMs: null,
}

/** A plan that changes nothing but the order of the parts. */
export const inOrder: FitPlan = { ...anew, video: null, remux: true }

/** A plan for the picture of a film at a moment. */
export function frameAt(frameAtMs: number, more: Partial<FitPlan> = {}): FitPlan {
  return { ...anew, mimeType: 'image/jpeg', video: null, frameAtMs, ...more }
}

const types: Readonly<Record<string, string>> = {
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  heic: 'image/heic',
}

/** The source that a file is, by the ending of its name. */
export function sourceOf(path: string) {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return { path, name, mimeType: types[name.slice(name.lastIndexOf('.') + 1)] ?? 'video/mp4' }
}

/** Carries out a plan for a film of one workspace. */
export function convert(
  { converter }: Pick<Workbench, 'converter'>,
  path: string,
  plan: FitPlan = anew,
  options: { signal?: AbortSignal; onProgress?: (share: number) => void } = {},
): Promise<Converted> {
  const { signal = null, onProgress = () => undefined } = options
  return converter.convert('w', sourceOf(path), plan, { signal, onProgress })
}

/** Writes an engine that answers for ffmpeg when it is looked for, and then does something else; answers its path. */
export function pretendEngine(folder: string, name: string, lines: string): string {
  const answers = `case "$*" in
    -version) echo 'ffmpeg version 7.0'; exit;;
    *-encoders) printf ' V..... libx264 x\\n A..... aac x\\n V..... mjpeg x\\n'; exit;;
    *-filters) exit;;
  esac
  for output; do :; done
  output=\${output#file:}
  echo $$ >'${folder}/${name}.pid'
  `
  return writeProgram(folder, name, answers + lines)
}

/** Writes a program of a few lines of shell, for an engine that misbehaves; answers its path. */
function writeProgram(folder: string, name: string, lines: string): string {
  const path = join(folder, name)
  writeFileSync(path, `#!/bin/sh\n${lines}\n`)
  chmodSync(path, 0o755)
  return path
}
