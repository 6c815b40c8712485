/** A login backup of this age or older is ignored [9.07]. */
export const backupValidMilliseconds = 60 * 60_000
/** The maximum number of requests that an attempt to recover a login sends [4.13]. */
export const recoveryAttempts = 3
/** Of several auth events within this time, only the last one is applied [9.07]. */
export const authEventDebounceMilliseconds = 50
/** The interval of the checks that lock an idle page and extend a login that is in use [9.12]. */
export const loginCheckMilliseconds = 30_000
/** The minimum time between two extensions of a login, unless a third of the idle time is shorter. */
export const loginRefreshMilliseconds = 10 * 60_000
