/** A table as text, and how its file was written. */
export interface TableText {
  readonly name: string
  readonly text: string
  /** Null for UTF-8, as which tables should be saved. */
  readonly encoding: 'UTF-16' | 'Windows-1252' | null
}

export type UnreadTable = 'workbook' | 'too-large' | 'unreadable'

// The plan of years; anything larger was chosen by mistake.
const mostBytes = 5_000_000

/** Reads a file as a table. Spreadsheets save text in several ways; it is told where the words may be wrong for it. */
export async function readTableFile(file: File): Promise<TableText | UnreadTable> {
  if (file.size > mostBytes) return 'too-large'
  let bytes: Uint8Array
  try {
    bytes = new Uint8Array(await file.arrayBuffer())
  } catch {
    return 'unreadable'
  }
  const [first = 0, second = 0] = bytes
  const { name } = file
  // Workbooks are archives, and older ones begin with a mark of their own.
  if ((first === 0x50 && second === 0x4b) || (first === 0xd0 && second === 0xcf)) return 'workbook'
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    const decoder = new TextDecoder(first === 0xff ? 'utf-16le' : 'utf-16be')
    return { name, text: decoder.decode(bytes), encoding: 'UTF-16' }
  }
  try {
    return { name, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: null }
  } catch {
    return { name, text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Windows-1252' }
  }
}

const isTable = ({ name, type }: File) =>
  /\.(?:csv|tsv|tab|txt|xlsx?|ods|numbers)$/i.test(name) || type === 'text/csv'

/** Tells the table among files that somebody dropped from the media that it names. */
export function sortFiles(files: readonly File[]): {
  readonly table: File | null
  readonly media: readonly File[]
} {
  const table = files.find(isTable) ?? null
  return { table, media: files.filter((file) => !isTable(file)) }
}
