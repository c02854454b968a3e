/** The types that one can choose in the browser's own dialog. */
const accepted =
  'image/jpeg,image/png,image/apng,image/webp,image/gif,image/avif,image/heic,image/heif,.heic,.heif,video/mp4,video/x-m4v,video/quicktime,video/webm,application/pdf'

/** Opens the browser's dialog to choose files. It must be called by a press of the person. */
export function pickFiles(
  onFiles: (files: readonly File[]) => void,
  isSingle = false,
  types = accepted,
): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = !isSingle
  input.accept = types
  input.hidden = true
  // Some browsers forget an input that is in no page.
  document.body.append(input)
  input.addEventListener('change', () => {
    onFiles([...(input.files ?? [])])
    input.remove()
  })
  input.addEventListener('cancel', () => input.remove())
  input.click()
}
