/**
 * The access to a therapist's Google account. Both functions return an access token. They throw CalendarFailure: `unauthorized` if the therapist has
 * revoked the access or it has expired, or another problem if Google returned no token for any other reason.
 */
export type GoogleAccess = {
  /** Returns an access token that should be valid, possibly a cached one. */
  token(): Promise<string>
  /** Returns a new access token, after Google has refused the last one. */
  renew(): Promise<string>
}
