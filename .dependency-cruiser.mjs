// For people who draw the graph by hand; `npm run check` reads the same table.
import { forbidden, options } from './scripts/house/rooms.ts'

export default { forbidden, options }
