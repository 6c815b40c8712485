/** The durations in milliseconds and the number of recovery attempts from rows 4.13, 9.07 and 9.12. */
export const backupValidMilliseconds = 60 * 60_000
export const recoveryAttempts = 3
export const authEventDebounceMilliseconds = 50
export const loginCheckMilliseconds = 30_000
/** The minimum time between two extensions of a login. */
export const loginRefreshMilliseconds = 10 * 60_000

/** The time without activity after which a page is locked, by role. */
export const idleLimitMilliseconds = { therapist: 15 * 60_000, admin: 15 * 60_000, client: 30 * 60_000 } as const
