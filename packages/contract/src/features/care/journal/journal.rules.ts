export const maxJournalEntryLength = 20_000
export const maxJournalTags = 10
/** The number of days for which an entry stays in the trash before it is deleted. */
export const trashDays = 30
