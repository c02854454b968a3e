import { bluesky } from './bluesky/connector.ts'
import { blueskyDocuments } from './bluesky/oauth-client.ts'
import type { BehaviorPower, Connector, DocumentPower } from './connector.ts'
import { mastodon } from './mastodon/connector.ts'
import { sandboxBehavior } from './sandbox/behavior.ts'
import { sandbox } from './sandbox/connector.ts'

/** Every platform Crier speaks to. A new one is a folder and a line here, and a line for each power that it has. */
export const connectors: readonly Connector[] = [bluesky, mastodon, sandbox]

/** Those of them whose accounts can be told how to behave. */
export const behaviorPowers: readonly BehaviorPower[] = [sandboxBehavior]

/** Those of them whose networks read documents at our address. */
export const documentPowers: readonly DocumentPower[] = [blueskyDocuments]
