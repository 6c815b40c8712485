export const maxJournalEntryLength = 20_000
export const maxJournalTags = 10
/** How long an entry stays in the trash. */
export const trashDays = 30
