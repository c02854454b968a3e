import { describeConformance } from '../../conformance/describe-conformance.ts'
import { webhook } from '../connector.ts'
import { openHouse } from './world.ts'

describeConformance('a webhook that knows repeats', () => openHouse(webhook, true), { sideBySide: true })
describeConformance('a webhook that knows none', () => openHouse(), { sideBySide: true })
