import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { skipWithout } from '../../../scripts/test-needs.ts'
import { image } from '../media-files.ts'
import { movingFilm } from '../moving-pictures.ts'
import { type Newsroom, openNewsroom } from './newsroom.ts'
import { uploadFile } from './upload-file.ts'

let room: Newsroom
beforeAll(async () => {
  const engines = { ffmpeg: '', heifConvert: '', searchPath: process.env.PATH ?? '' }
  room = await openNewsroom({ config: { engines } })
})
afterAll(() => room.stop())

/** The files that the network has, in the order in which they came. */
function received(accountId: string) {
  return room.db.rows<{ mime_type: string; bytes: Buffer }>(room.sql`
    select mime_type, bytes from sandbox_media
    where profile_id = (select external_id::uuid from social_accounts where id = ${accountId}) order by created_at`)
}

describe('media that are made to fit', () => {
  it('reach the network cropped as the post says, while the medium stays whole', async () => {
    const account = await room.account('Cropper')
    const picture = await image('png', { width: 400, height: 300 })
    const media_id = await uploadFile(room, 'whole.png', picture, 'image/png')
    const media = [{ media_id, crop: { x: 0.5, y: 0, width: 0.5, height: 0.5 } }]
    const post = await room.post({ caption: 'A part of it', media, social_accounts: [account] })
    await room.settled(post.id, ['posted'])
    const [file] = await received(account)
    expect(await sharp(file?.bytes).metadata()).toMatchObject({ format: 'png', width: 200, height: 150 })
    const shown = await room.request('GET', `/v1/media/${encodeURIComponent(media_id)}`)
    expect(shown.json).toMatchObject({ width: 400, height: 300, crop: null })
  })

  describe('by a program', () => {
    beforeEach(skipWithout('ffmpeg'))

    it('are waited for, and a video is made once for all accounts', async () => {
      const accounts = await Promise.all(['One', 'Two'].map((name) => room.account(name)))
      const media_id = await uploadFile(room, 'film.webm', await movingFilm('webm'), 'video/webm')
      const media = [{ media_id, crop: { x: 0, y: 0, width: 0.5, height: 1 } }]
      const post = await room.post({ caption: 'Half of it', media, social_accounts: accounts })
      await room.settled(post.id, ['posted'])
      for (const account of accounts)
        expect(await received(account)).toMatchObject([{ mime_type: 'video/mp4' }])
      const made = await room.db.rows(room.sql`
        select r.state, r.tries, r.width, r.height from media_renditions r join media m on m.id = r.medium_id
        where m.media_id = ${media_id}`)
      expect(made).toEqual([{ state: 'ready', tries: 1, width: 160, height: 180 }])
    })
  })
})
