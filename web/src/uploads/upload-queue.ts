import { ConnectionError, type Media } from '@crier/sdk'
import { isUnreached } from '../live/is-unreached.ts'
import { liveState } from '../live/live-state.ts'
import { queryClient } from '../session/query-client.ts'
import { onSignOut } from '../session/sign-out.ts'
import { awaitImport } from './await-import.ts'
import { dropThere, forgetUpload, holdUpload, type Remembered, rememberUpload } from './interrupted.ts'
import { placeName, resumableFrom, type UploadPlace } from './upload.ts'
import { addUpload, changeUpload, dropUpload, findUpload, readUploads } from './upload-list.ts'

/** The part of an upload that nothing shows. */
interface Job {
  readonly place: UploadPlace
  /** Null: it is fetched from an address, or the person has to choose the file again. */
  readonly file: File | null
  readonly url: string | null
  /** A place at the server that was begun before. */
  readonly begun: Pick<Remembered, 'url' | 'medium'> | null
  /** Whether it is wanted although one of this name and size is there. */
  readonly isWanted: boolean
  readonly stop: AbortController
}

const jobs = new Map<string, Job>()
const atOnce = 3
// An import is answered after 20 seconds at the latest; the examination of a large film takes longer than usual calls.
const patienceMs = 120_000
const mostPictureBytes = 20_000_000

/** Uploads files one after another. They go on wherever the person goes in the app. Files that are being sent are left out. */
export function uploadFiles(place: UploadPlace, files: readonly File[]): void {
  for (const file of files) {
    if (isOnItsWay(place, file)) continue
    const interrupted = interruptedAs(place, file)
    if (interrupted !== undefined) void continueUpload(interrupted, file)
    else begin(place, { name: file.name, size: file.size, file, url: null })
  }
}

/** Has the server fetch a file from an address. */
export function importFrom(place: UploadPlace, url: string): void {
  begin(place, { name: nameIn(new URL(url)), size: 0, file: null, url })
}

/** The name of a file; the address without its scheme where it ends with none, as behind a link that somebody shared. */
function nameIn({ host, pathname }: URL): string {
  const last = pathname.split('/').at(-1) ?? ''
  const name = last.includes('.') ? last : host + pathname
  try {
    return decodeURIComponent(name)
  } catch {
    // A sign of per cent that stands for itself, such as in "100%.jpg".
    return name
  }
}

/** Ends an upload and forgets it; what was sent is dropped at the server too. */
export function cancelUpload(key: string): void {
  const job = jobs.get(key)
  const isMoving = findUpload(key)?.state === 'sending'
  job?.stop.abort()
  // An upload that moves tells the server itself. Where it cannot be told, the server forgets the upload after a day.
  if (job?.begun && !isMoving) void dropThere(job.begun).catch(() => undefined)
  jobs.delete(key)
  forgetUpload(key)
  dropUpload(key)
  startNext()
}

/** Tries again after a failure. A large file goes on where it broke off. */
export function retryUpload(key: string): void {
  renew(key, {})
}

/** Uploads a file although one of its name and size is there. */
export function uploadAnyway(key: string): void {
  renew(key, { isWanted: true })
}

/** Takes the medium that is there in place of the file. */
export function takeTwin(key: string): void {
  changeUpload(key, { state: 'done' })
}

/** Goes on with an upload whose page was left. Answers false for another file. */
export function continueUpload(key: string, file: File): boolean {
  const upload = findUpload(key)
  if (upload === undefined || upload.name !== file.name || upload.size !== file.size) return false
  renew(key, { file, isWanted: true })
  return true
}

/** Shows an upload that a page before this one began. */
export function showInterrupted(place: UploadPlace, upload: Remembered, sentBytes: number): void {
  if (findUpload(upload.key) !== undefined) return
  const { key, owner, name, size } = upload
  const ofOwner = { ...place, owner }
  jobs.set(key, {
    place: ofOwner,
    file: null,
    url: null,
    begun: upload,
    isWanted: true,
    stop: new AbortController(),
  })
  const usual = { medium: null, fault: null, pictureUrl: null }
  addUpload({ key, owner, name, size, place: upload.place, state: 'interrupted', sentBytes, ...usual })
}

function begin(
  place: UploadPlace,
  { file, url, name, size }: { name: string; size: number; file: File | null; url: string | null },
): void {
  const key = crypto.randomUUID()
  jobs.set(key, { place, file, url, begun: null, isWanted: false, stop: new AbortController() })
  const picture = file?.type.startsWith('image/') && file.size < mostPictureBytes ? file : null
  addUpload({
    key,
    owner: place.owner,
    place: placeName(place.scope),
    name,
    size,
    state: 'waiting',
    sentBytes: 0,
    medium: null,
    fault: null,
    pictureUrl: picture === null ? null : URL.createObjectURL(picture),
  })
  startNext()
}

function renew(key: string, change: Partial<Job>): void {
  const job = jobs.get(key)
  if (job === undefined) return
  jobs.set(key, { ...job, ...change, stop: new AbortController() })
  changeUpload(key, { state: 'waiting', fault: null })
  startNext()
}

function startNext(): void {
  const busy = readUploads().filter(({ state }) => state === 'sending' || state === 'examining').length
  const next = readUploads().filter(({ state }) => state === 'waiting')
  for (const { key } of next.slice(0, Math.max(0, atOnce - busy))) void run(key)
}

async function run(key: string): Promise<void> {
  const job = jobs.get(key)
  if (job === undefined) return
  const { signal } = job.stop
  changeUpload(key, { state: job.url === null ? 'sending' : 'importing' })
  try {
    const twin = job.isWanted ? null : await findTwin(job)
    signal.throwIfAborted()
    if (twin !== null) return changeUpload(key, { state: 'twin', medium: twin })
    const medium = await send(key, job)
    signal.throwIfAborted()
    finish(key, job, medium)
  } catch (error) {
    const fault = await faultOf(error, job.file)
    if (!signal.aborted) changeUpload(key, { state: 'failed', fault })
  } finally {
    startNext()
  }
}

/** Browsers say that the connection broke also where they cannot read the file any more. */
async function faultOf(error: unknown, file: File | null): Promise<unknown> {
  if (file === null || !isUnreached(error)) return error
  return file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => error,
      (unreadable: unknown) => unreadable,
    )
}

function finish(key: string, { place }: Job, medium: Media): void {
  queryClient.setQueryData([...place.scope, 'media', 'one', medium.media_id], medium)
  void queryClient.invalidateQueries({ queryKey: [...place.scope, 'media', 'list'] })
  jobs.delete(key)
  forgetUpload(key)
  changeUpload(key, {
    state: 'done',
    medium,
    size: medium.size_bytes,
    sentBytes: medium.size_bytes,
    name: medium.name,
  })
}

/** A medium of the same name and size, which most likely is the same file. */
async function findTwin({ file, place, stop }: Job): Promise<Media | null> {
  if (file === null || file.size === 0) return null
  const { name, size } = file
  const query = { name, min_size_bytes: size, max_size_bytes: size, status: 'ready', limit: 10 } as const
  const { data } = await place.api.media.list(query, { signal: stop.signal }).page()
  return data.find((medium) => medium.name === name) ?? null
}

async function send(key: string, job: Job): Promise<Media> {
  const { file, place, url, stop } = job
  const { signal } = stop
  if (url !== null) {
    const medium = await place.api.media.import({ url }, { signal, timeoutMs: patienceMs })
    return awaitImport(place.api, medium, signal)
  }
  if (file === null) throw new ConnectionError('The file has to be chosen again.')
  const onProgress = (sentBytes: number) => {
    if (!signal.aborted)
      changeUpload(key, { sentBytes, state: sentBytes < file.size ? 'sending' : 'examining' })
  }
  if (file.size >= resumableFrom) return sendLarge(key, job, file, onProgress)
  return place.api.media.upload(file, {
    signal,
    timeoutMs: patienceMs,
    onProgress: ({ sentBytes }) => onProgress(sentBytes),
  })
}

async function sendLarge(
  key: string,
  { place, begun, stop }: Job,
  file: File,
  onProgress: (sentBytes: number) => void,
): Promise<Media> {
  const release = holdUpload(key)
  const { name, size, lastModified } = file
  const facts = { key, place: placeName(place.scope), owner: place.owner, name, size, lastModified }
  const onBegun = (place: Pick<Remembered, 'url' | 'medium'>) => {
    const job = jobs.get(key)
    if (job !== undefined) jobs.set(key, { ...job, begun: place })
    rememberUpload({ ...facts, ...place })
  }
  try {
    const { sendResumable } = await import('./send-resumable.ts')
    return await sendResumable({ place, file, begun, signal: stop.signal, onProgress, onBegun })
  } finally {
    release()
  }
}

function isOnItsWay(place: UploadPlace, file: File): boolean {
  return readUploads().some(({ key, owner, state }) => {
    const known = jobs.get(key)?.file
    const isSame =
      known?.name === file.name && known.size === file.size && known.lastModified === file.lastModified
    return owner === place.owner && isSame && state !== 'failed' && state !== 'done'
  })
}

function interruptedAs(place: UploadPlace, file: File): string | undefined {
  const isIt = ({ name, size }: { name: string; size: number }) => name === file.name && size === file.size
  return readUploads().find(
    (upload) => upload.state === 'interrupted' && upload.place === placeName(place.scope) && isIt(upload),
  )?.key
}

// Uploads that broke off go on by themselves once the server can be reached again.
liveState.watch(() => {
  if (liveState.read() !== 'live') return
  for (const { key, state, fault } of readUploads())
    if (state === 'failed' && isUnreached(fault)) retryUpload(key)
})

onSignOut(async () => {
  for (const { key } of readUploads()) cancelUpload(key)
})
