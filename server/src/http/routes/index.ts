import type { Operation, StreamRoute } from '../operation.ts'
import { meOperations } from './me.ts'

/** Every operation of the API. A new file of routes is a line here. */
export const operations: readonly Operation[] = [...meOperations]

/** Every route that carries bytes or a page instead of JSON. */
export const streams: readonly StreamRoute[] = []
