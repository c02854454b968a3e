import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { findHeicEngine, findVideoEngine } from './installed-engines.ts'

const folder = mkdtempSync(join(tmpdir(), 'crier-engines-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function program(name: string, lines: string): string {
  const path = join(folder, name)
  writeFileSync(path, `#!/bin/sh\n${lines}\n`)
  chmodSync(path, 0o755)
  return path
}

const answers = (encoders: string, filters = '') => `case "$*" in
  -version) echo 'ffmpeg version 7.0.1-static Copyright';;
  *-encoders) printf '${encoders.replaceAll(' ', '\\n V..... ')}\\n';;
  *-filters) printf ' ${filters.replaceAll(' ', '\\n ... ')}\\n';;
esac`

const video = async (setting: string, searchPath = '') =>
  (await findVideoEngine({ setting, searchPath })).engine
const heic = (setting: string, searchPath = '') => findHeicEngine({ setting, searchPath })

describe('the program that converts videos', () => {
  it('is found in PATH, with its version, or where the setting says', async () => {
    const path = program('ffmpeg', answers(' libx264 aac mjpeg'))
    const found = { isThere: true, program: path, version: 'ffmpeg 7.0.1-static' }
    expect(await video('', `/no/such/folder:relative:${folder}`)).toEqual(found)
    expect(await video(path)).toEqual(found)
  })

  it('is told from one that lacks what is needed, in words', async () => {
    const lame = program('lame', answers(' libx265 aac'))
    expect(await video(lame)).toEqual({ isThere: false, why: `${lame} lacks libx264 and mjpeg.` })
    const other = program('other', 'echo hello')
    expect(await video(other)).toEqual({ isThere: false, why: `${other} does not answer as ffmpeg does.` })
    const broken = program('broken', 'exit 1')
    expect(await video(broken)).toMatchObject({ isThere: false })
  })

  it('is absent without a word of alarm', async () => {
    expect(await video('', '/no/such/folder')).toEqual({ isThere: false, why: 'There is no ffmpeg in PATH.' })
    expect(await video('off', folder)).toEqual({ isThere: false, why: 'FFMPEG is off.' })
    expect(await video('/no/such/ffmpeg')).toMatchObject({
      why: 'FFMPEG is "/no/such/ffmpeg", which is no program.',
    })
    expect(await video(folder)).toMatchObject({ isThere: false })
  })

  it('is known to map tones only with both filters for it', async () => {
    const mapping = program('mapping', answers(' libx264 aac mjpeg', '.. x tonemap zscale'))
    expect(await findVideoEngine({ setting: mapping, searchPath: '' })).toMatchObject({ canToneMap: true })
    const plain = program('plain', answers(' libx264 aac mjpeg', '.. x tonemap'))
    expect(await findVideoEngine({ setting: plain, searchPath: '' })).toMatchObject({ canToneMap: false })
  })
})

describe('the program that converts HEIC', () => {
  it('is found with its decoder, under either of its names', async () => {
    const path = program(
      'heif-dec',
      "printf 'HEIC decoders:\\n- libde265 = x\\nAVIF decoders:\\n- dav1d = y\\n'",
    )
    expect(await heic('', folder)).toEqual({
      isThere: true,
      program: path,
      version: 'heif-convert with libde265',
    })
  })

  it('is told from one that cannot decode HEIC, in words', async () => {
    const poor = program('poor', "printf 'HEIC decoders:\\nAVIF decoders:\\n- dav1d = y\\n'")
    expect(await heic(poor)).toEqual({ isThere: false, why: `${poor} has no decoder for HEIC.` })
    expect(await heic('', '/no/such/folder')).toEqual({
      isThere: false,
      why: 'There is no heif-convert in PATH.',
    })
  })
})
