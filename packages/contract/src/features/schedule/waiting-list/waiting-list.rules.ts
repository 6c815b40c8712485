/** The ways in which freed times are offered: not at all, after the therapist's click, or automatically. */
export const waitingListModes = ['off', 'click', 'automatic'] as const
export type WaitingListMode = (typeof waitingListModes)[number]

/** The numbers of hours that a therapist can give clients to answer an offer. */
export const answerHourChoices = [1, 4, 12, 24] as const
export const defaultAnswerHours = 4

/** The times before the session at which an offer expires, in hours. The therapist chooses one. */
export const offerNoticeChoices = [1, 2, 3, 6, 12, 24, 48] as const
export const defaultOfferNoticeHours = 3

/** The minimum notice periods from which a client can choose, in hours. */
export const noticeHourChoices = [0, 2, 12, 24, 48, 72] as const
export const longestNoticeHours = 336

/** The maximum number of days that an entry can wait. */
export const longestWaitDays = 365

/** The minimum time in minutes that the client must have to answer an offer outside the quiet hours. Otherwise the offer is not made. */
export const shortestAnswerMinutes = 15

/** The maximum number of waiting entries of a therapist. */
export const waitingEntryLimit = 500

/** The maximum number of next free times that are shown with an entry. */
export const nextTimesPerEntry = 3
