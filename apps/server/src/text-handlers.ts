import { settleReport } from './features/messages/delivery/delivery.ts'
import { receiveText } from './features/messages/text-message/text-message.ts'
import type { TextHandlers } from './platform/channels/text-hooks.ts'

/** The feature handlers for events from the provider of text messages: delivery reports and incoming messages. */
export const textHandlers: TextHandlers = { onReport: settleReport, onIncoming: receiveText }
