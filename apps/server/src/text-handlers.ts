import { settleReport } from './features/messages/delivery/delivery.ts'
import { receiveText } from './features/messages/text-message/text-message.ts'
import type { TextHandlers } from './platform/channels/text-hooks.ts'

/** The handlers of the features for the events of the provider of texts. */
export const textHandlers: TextHandlers = { onReport: settleReport, onIncoming: receiveText }
