/** The constants of section 9 and of the decisions, once for server and browser. Times in the unit that the name ends with. */
export const inviteCodeLength = 8
/** A–Z and 2–9 without 0 O 1 I L: no two that can be taken for each other. */
export const inviteCodeAlphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
export const invitationValidDays = 14
export const resendAfterMinutes = 5
/** So long after a join the therapist may undo it. */
export const undoJoinDays = 7
export const codeTries = { count: 5, minutes: 15 }
export const passwordMinimum = 8
export const passwordMaximum = 128
export const notificationLimit = 50
export const durationPresets = [30, 45, 50, 60, 90] as const
export const defaultDurationMinutes = 50
export const longestSessionMinutes = 24 * 60
/** Row 9.02: both sides are reminded so long before a session. */
export const reminderMinutes = 24 * 60
/** A reminder arrives between these hours of the reader's zone. */
export const reminderHours = { from: 8, to: 21 } as const
/** What took place can be entered so many days later. */
export const entryDays = 365
/** The button to join a call stands from so many minutes before it. */
export const joinBeforeMinutes = 15
export const realtime = {
  heartbeatSeconds: 15,
  timeoutSeconds: 20,
  batchMilliseconds: 500,
  batchSize: 10,
  throttleMilliseconds: 100,
  cleanupSeconds: 30,
  idleMinutes: 5,
  eventsPerSecond: 50,
} as const
/** How far back a subscription may ask what it missed. */
export const recallSeconds = 30
export const login = {
  strong: { idleHours: 12, wholeDays: 7 },
  client: { idleHours: 30 * 24, wholeDays: 90 },
} as const
/** Row 9.03. Days as ISO 8601 counts them: 1 is Monday. */
export const supportHours = { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00', zone: 'America/New_York' } as const
/** Mails that can wait do so between these times of the reader's zone, until the reader says otherwise. */
export const quietHours = { from: '21:00', to: '08:00' } as const
export const feedbackPerHour = 10
