/** Whether freed times are offered at all, after the therapist's click, or without one. */
export const waitingListModes = ['off', 'click', 'automatic'] as const
export type WaitingListMode = (typeof waitingListModes)[number]

/** The times to answer an offer that a therapist can choose, in hours. */
export const answerHourChoices = [1, 4, 12, 24] as const
export const defaultAnswerHours = 4

/** How long before the session an offer ends at the latest: the choices of a therapist, in hours. */
export const offerNoticeChoices = [1, 2, 3, 6, 12, 24, 48] as const
export const defaultOfferNoticeHours = 3

/** The earliest notice that a client can ask for, in hours. */
export const noticeHourChoices = [0, 2, 12, 24, 48, 72] as const
export const longestNoticeHours = 336

/** The highest number of days that an entry can wait. */
export const longestWaitDays = 365

/** An offer is not made if the client would have less than this many minutes to answer outside the quiet hours. */
export const shortestAnswerMinutes = 15

/** The highest number of entries that wait with a therapist at the same time. */
export const waitingEntryLimit = 500

/** The most next free times that are shown with an entry. */
export const nextTimesPerEntry = 3
