// A process that converts a film with a given engine, until somebody kills it.
import { anew, convert, openWorkbench } from '../converters.ts'

const [folder = '', program = '', film = ''] = process.argv.slice(2)
await convert(openWorkbench(folder, { ffmpeg: { setting: program, searchPath: '' } }), film, anew)
