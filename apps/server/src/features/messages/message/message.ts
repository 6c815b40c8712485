export { mediaItemSql, mediaSql } from './read/media.ts'
export { notifyTherapistOfText } from './send/notifications.ts'
export { wordsOf } from './message.words.ts'
export { readConversationPage, readUnreadCounts } from './read/conversations.ts'
