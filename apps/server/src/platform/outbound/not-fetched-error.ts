/**
 * The reason why a request was refused or failed. `not-allowed`: no URL, or one with a user name or password. `not-public`: the host is not a public
 * one. `redirect`: the response names another address. `broken-off`: the response ended in the middle. `failed`: no connection, or no response.
 */
export type NotFetchedReason =
  | 'not-allowed'
  | 'not-https'
  | 'not-public'
  | 'redirect'
  | 'too-large'
  | 'timeout'
  | 'wrong-certificate'
  | 'broken-off'
  | 'failed'

/** An error for a request that is refused or fails. The message does not contain the address, because an address may be personal data. */
export class NotFetchedError extends Error {
  override name = 'NotFetched'
  readonly reason: NotFetchedReason
  /** Whether the other server may have received the request. False if no connection was made. */
  mayHaveArrived = false
  constructor(message: string, reason: NotFetchedReason = 'failed') {
    super(message)
    this.reason = reason
  }
  /** Whether the response was larger than the request allows. */
  get isTooLarge(): boolean {
    return this.reason === 'too-large'
  }
}

export const notPublic = (message: string) => new NotFetchedError(message, 'not-public')
export const tooLarge = () => new NotFetchedError('too large', 'too-large')

/** OpenSSL's and Node's error codes for a certificate that is untrusted, currently not valid, or for another host. */
const certificateCodes = /CERT|UNABLE_TO_(GET_ISSUER|VERIFY)|HOSTNAME_MISMATCH/

/** Converts a connection error into a NotFetchedError. `signal` is the time limit of the request. */
export function notFetched(error: unknown, signal: AbortSignal): NotFetchedError {
  if (error instanceof NotFetchedError) return error
  const { code, name } = error as { code?: unknown; name?: unknown }
  const message = typeof code === 'string' ? code : String(name)
  if (signal.aborted) return new NotFetchedError(message, 'timeout')
  return new NotFetchedError(message, certificateCodes.test(message) ? 'wrong-certificate' : 'failed')
}
