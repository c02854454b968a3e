import { bluesky } from './bluesky/connector.ts'
import type { Connector } from './connector.ts'
import { linkedin } from './linkedin/connector.ts'
import { mastodon } from './mastodon/connector.ts'
import { sandbox } from './sandbox/connector.ts'

/** Every platform Crier speaks to. A new one is a folder and a line here. */
export const connectors: readonly Connector[] = [bluesky, linkedin, mastodon, sandbox]
