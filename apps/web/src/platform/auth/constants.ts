/** The durations of rows 4.13, 9.07 and 9.12, in milliseconds. */
export const backupValidMilliseconds = 60 * 60_000
export const recoveryAttempts = 3
export const authEventDebounceMilliseconds = 50
export const loginCheckMilliseconds = 30_000
/** A login in use is extended at most once in this time. */
export const loginRefreshMilliseconds = 10 * 60_000

/** A page without activity is locked after this time. */
export const idleLimitMilliseconds = { therapist: 15 * 60_000, admin: 15 * 60_000, client: 30 * 60_000 } as const
