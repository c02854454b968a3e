/** The names of codecs as networks and ffmpeg have them, where the reader of containers has another. */
const otherNames: Readonly<Record<string, string>> = { avc: 'h264' }

/** Codecs that the reader of containers leaves unnamed, by their sample entries (registered at mp4ra.org). */
const bySampleEntry: Readonly<Record<string, string>> = {
  ...{ mp4v: 'mpeg4', s263: 'h263', jpeg: 'mjpeg', mjpa: 'mjpeg', dvh1: 'hevc', dvhe: 'hevc' },
  ...{ apco: 'prores', apcs: 'prores', apcn: 'prores', apch: 'prores', ap4h: 'prores', ap4x: 'prores' },
  ...{ samr: 'amr', sawb: 'amr_wb', alac: 'alac' },
}

/** The codec of a picture or a sound, such as `h264` and `pcm-s16`; null for one that nobody could name. */
export function codecName(known: string | null, sampleEntry: unknown): string | null {
  if (known !== null) return otherNames[known] ?? known
  return (typeof sampleEntry === 'string' ? bySampleEntry[sampleEntry] : undefined) ?? null
}

// The numbers of profiles: ISO/IEC 14496-10 annex A, 23008-2 annex A, the VP9 and AV1 bindings to MP4.
const h264: Readonly<Record<string, string>> = {
  ...{ '42': 'baseline', '4d': 'main', '58': 'extended', '64': 'high' },
  ...{ '6e': 'high 10', '7a': 'high 4:2:2', f4: 'high 4:4:4' },
}
const hevc: Readonly<Record<string, string>> = {
  '1': 'main',
  '2': 'main 10',
  '3': 'main still',
  '4': 'range',
}
const av1: Readonly<Record<string, string>> = { '0': 'main', '1': 'high', '2': 'professional' }

/** The profile by a parameter string of RFC 6381, such as `avc1.64001f`; null where none is written down. */
export function videoProfile(parameters: string | null): string | null {
  const [codec = '', first = ''] = (parameters ?? '').split('.')
  switch (codec) {
    case 'avc1':
    case 'avc3':
      return h264[first.slice(0, 2).toLowerCase()] ?? null
    case 'hvc1':
    case 'hev1':
      return hevc[first.replace(/^[ABC]/, '')] ?? null
    case 'vp09':
      return /^\d\d$/.test(first) ? `profile ${Number(first)}` : null
    case 'av01':
      return av1[first] ?? null
    default:
      return null
  }
}
