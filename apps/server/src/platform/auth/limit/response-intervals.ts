/**
 * Times in milliseconds. A response about an email address is sent only after a multiple of the time for its purpose.
 * The response time therefore does not reveal whether an account exists. Creating an account, enqueueing an email and
 * checking a password usually take less time.
 */
export const responseIntervals = { signUp: 350, mail: 250, wrongPassword: 50 }

export type ResponseIntervals = typeof responseIntervals
