export { messageEmails } from './message.emails.ts'
export { mediaItemSql, mediaSql } from './message.media.ts'
export { notifyTherapistOfText } from './message.notifications.ts'
export { wordsOf } from './message.words.ts'
