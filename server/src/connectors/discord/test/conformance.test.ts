import { describeConformance } from '../../conformance/describe-conformance.ts'
import { openHouse } from './world.ts'

describeConformance('a bot on the fake of discord', () => openHouse('bot'), { sideBySide: true })
describeConformance('a webhook on the fake of discord', () => openHouse('webhook'), { sideBySide: true })
