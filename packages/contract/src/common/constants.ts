/**
 * Constants that server and browser share, from section 9 of the specification and from the decision records. If a
 * constant has a unit, its name ends with the unit.
 */
export const inviteCodeLength = 8
/** A–Z and 2–9 without O, I and L, which readers confuse with 0 and 1. */
export const inviteCodeAlphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
export const invitationValidDays = 14
export const resendAfterMinutes = 5
/** The number of days for which the therapist can undo the connection after a client has joined. */
export const undoJoinDays = 7
/** The maximum size of an uploaded avatar (row 5.01). */
export const maxAvatarBytes = 5 * 1024 * 1024
/** A picture with more pixels is not decoded in full: decoding 40 megapixels takes 160 MB of memory. */
export const maxPicturePixels = 40_000_000
export const inviteCodeAttempts = { count: 5, minutes: 15 }
export const passwordMinimum = 8
export const passwordMaximum = 128
export const notificationLimit = 50
export const durationPresets = [30, 45, 50, 60, 90] as const
export const defaultDurationMinutes = 50
export const longestSessionMinutes = 24 * 60
/** The time before a session at which therapist and client are reminded, in minutes (row 9.02). */
export const reminderMinutes = 24 * 60
/** Reminders are sent between these hours in the recipient's zone. */
export const reminderHours = { from: 8, to: 21 } as const
/** The maximum age, in days, of a past session that a therapist can log. */
export const pastSessionDays = 365
/** The time before a video call at which the button to join it appears, in minutes. */
export const joinCallBeforeMinutes = 15
/** The time after the end of a session in which its video call can still be joined, in minutes. */
export const joinCallAfterMinutes = 60
export const realtimeLimits = {
  heartbeatSeconds: 15,
  timeoutSeconds: 20,
  batchMilliseconds: 500,
  batchSize: 10,
  throttleMilliseconds: 100,
  cleanupSeconds: 30,
  idleMinutes: 5,
  eventsPerSecond: 50,
} as const
/** The maximum number of past seconds whose changes a browser can request when it subscribes. */
export const replaySeconds = 30
export const loginLimits = {
  strong: { idleHours: 12, wholeDays: 7 },
  client: { idleHours: 30 * 24, wholeDays: 90 },
} as const
/** The maximum number of accounts that one person can be signed in to in one browser. */
export const maxBrowserAccounts = 5
/** The hours of support (row 9.03). Days are numbered as in ISO 8601: 1 is Monday. */
export const supportHours = { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00', zone: 'America/New_York' } as const
/** The default quiet hours. Emails and push notifications that can wait are not sent during these hours, which are in the recipient's zone. */
export const quietHours = { from: '21:00', to: '08:00' } as const
/** The length of the pause that 'Pause for a day' begins, in hours. */
export const notificationPauseHours = 24
export const feedbackPerHour = 10
