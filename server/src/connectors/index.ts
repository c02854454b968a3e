import type { Connector } from './connector.ts'

/** Every platform Crier speaks to. A new one is a folder and a line here. */
export const connectors: readonly Connector[] = []
