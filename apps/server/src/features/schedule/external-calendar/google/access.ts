/**
 * The access to the Google account of a therapist. Both members return an access token, and throw CalendarFailure: `unauthorized` if the
 * therapist has revoked the access or it has expired, any other problem if Google could not be asked.
 */
export type GoogleAccess = {
  /** Returns a token that Google should accept. It may be an older one whose time is not over. */
  token(): Promise<string>
  /** Returns a new token, after Google has refused the last one. */
  renew(): Promise<string>
}
