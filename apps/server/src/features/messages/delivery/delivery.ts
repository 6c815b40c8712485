export { queueNotice } from './delivery.notice.ts'
export {
  changeWaitingDelivery,
  mayCarry,
  queueDelivery,
  recallDelivery,
  type AvailableChannels,
} from './delivery.queue.ts'
export { queueReminderText, findReminderChannel } from './delivery.reminder.ts'
export { settleReport, stopNumber } from './delivery.settle.ts'
export { filledTemplate, firstTextFrame, noticeText, type DeliveryTemplate } from './text/compose.ts'
export { findWhatsappWindow } from './delivery.window.ts'
