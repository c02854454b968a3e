import type { Probed } from '../probe/probed.ts'
import type { MediaReader } from '../reader/media-reader.ts'
import type { ConversionFolder } from './conversion-folder.ts'

/** A file to convert. */
export interface Source {
  /** On this machine. */
  readonly path: string
  readonly mimeType: string
  /** Its name for people, in the sentences of errors. */
  readonly name: string
}

export interface ConvertOptions {
  /** Ends the conversion at once. */
  readonly signal: AbortSignal | null
  /** Told of the share that is done, from 0 to 1, about once a second. A second try begins again at 0. */
  readonly onProgress: (share: number) => void
}

/** The result of a conversion: a file of its own until it is discarded. */
export interface Converted {
  readonly path: string
  readonly bytes: number
  readonly mimeType: string
  /** The facts of the result, read from it as from an upload. */
  readonly probed: Probed
  /** Removes the file. */
  discard(): Promise<void>
}

/** The most that one run of an engine may take; what depends on the length of a video is worked out beside these. */
export interface EngineLimits {
  readonly memoryBytes: number
  /** Processor time for the start, and for all of a still image. */
  readonly processorMs: number
  readonly silentMs: number
}

/** The parts of a converter that its conversions use. */
export interface Workshop {
  readonly reader: Pick<MediaReader, 'probe' | 'withoutNotes'>
  readonly folder: ConversionFolder
  readonly limits: EngineLimits
  /** Threads of one engine. */
  readonly threads: number
  /** Told of an engine that did not do its work, in words that may name places of this machine. */
  readonly onTrouble: (trouble: string) => void
}
